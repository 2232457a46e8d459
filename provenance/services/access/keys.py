"""API keys: made, shown once, ended."""

import secrets
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from provenance.models import ApiKey, KeyRevocation
from provenance.services.access.giving import require_whole_workspace
from provenance.services.access.grants import grants_of
from provenance.services.access.key_hash import hash_of
from provenance.services.chronicle import record
from provenance.services.screening.judge import require_kept
from provenance.services.times import instant

_PREFIX = "mem_"


@dataclass(frozen=True)
class NewKey:
    """A key and its secret, which exists nowhere else and is shown once."""

    key: ApiKey
    secret: str


def make_key(
    *,
    by: UUID,
    principal_id: UUID,
    workspace_id: UUID,
    kind: str,
    label: str,
    at: datetime,
    producer_id: UUID | None = None,
    expires_at: datetime | None = None,
) -> NewKey:
    """Makes a key of kind host or agent for a principal. The secret has 256 random bits.

    Runs inside the workspace. Raises GrantExceedsGiver unless `by` administers the whole
    workspace, since a key is all that its principal may do; PolicyRejected for the label;
    IntegrityError where the principal or
    the producer is not of this workspace.
    """
    require_whole_workspace(grants_of(principal_id=by, at=at))
    require_kept([label])
    secret = _PREFIX + secrets.token_urlsafe(32)
    key = ApiKey(
        workspace_id=workspace_id,
        principal_id=principal_id,
        kind=kind,
        producer_id=producer_id,
        label=label,
        sha256=hash_of(secret),
        hint=secret[:12],
        created_at=at,
        expires_at=expires_at,
    )
    key.save(force_insert=True)
    record(act="key_made", by=by, about="api_key", about_id=key.id, at=at)
    return NewKey(key, secret)


def revoke_key(
    *, by: UUID, key: ApiKey, reason: str, at: datetime, ends_at: datetime | None = None
) -> None:
    """Ends a key from its next request on or, with `ends_at`, from that moment on.

    Twice is the same as once; of several ends the earliest counts, so that a key which ends later
    can still be ended now. Inside the workspace. Raises GrantExceedsGiver as `make_key` does.
    """
    require_whole_workspace(grants_of(principal_id=by, at=at))
    require_kept([reason])
    revocation = KeyRevocation(
        workspace_id=key.workspace_id,
        key_id=key.id,
        by_id=by,
        reason=reason,
        at=at,
        ends_at=ends_at,
    )
    KeyRevocation.objects.all().add([revocation], skip_existing=True)
    record(
        act="key_revoked",
        by=by,
        about="api_key",
        about_id=key.id,
        at=at,
        detail={"ends_at": instant(ends_at)} if ends_at else None,
    )
