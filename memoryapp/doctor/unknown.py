"""Why a key opens nothing: the server answers alike on purpose, the operator may know."""

from datetime import UTC, datetime

from django.db import DatabaseError, connections

from provenance.services.access.key_hash import hash_of

# As the owner, whom a policy lets read these two tables for the crossings.
_STATE = """
SELECT k.expires_at, (SELECT min(coalesce(r.ends_at, r.at)) FROM key_revocation r
                      WHERE r.workspace_id = k.workspace_id AND r.key_id = k.id)
FROM api_key k WHERE k.sha256 = %s
"""


def why_unknown(key: str) -> str:
    """Expired, revoked or unknown, with the moment, as far as the database here knows it."""
    try:
        with connections["owner"].cursor() as cursor:
            cursor.execute(_STATE, [hash_of(key)])
            row = cursor.fetchone()
    except DatabaseError:
        return "refused; the database here cannot be asked why"
    if row is None:
        return "refused, and unknown in the database here"
    expires_at, revoked_at = row
    now = datetime.now(UTC)
    if revoked_at is not None and revoked_at <= now:
        return f"revoked at {revoked_at:%Y-%m-%d %H:%M:%S %Z}"
    if expires_at is not None and expires_at <= now:
        return f"expired at {expires_at:%Y-%m-%d %H:%M:%S %Z}"
    return "refused by the server, and live in the database here: is it another server's?"
