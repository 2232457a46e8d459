"""Is the key what a capture host needs: known, of kind host, granted, bound."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from memoryapp.doctor.report import Check

_SOON = timedelta(days=7)
_ADMIN = "in the admin, or with `manage.py add_principal`"


def check_credentials(me: dict[str, Any], *, producer: tuple[str, str]) -> Iterator[Check]:
    """From the answer of `GET /v1/whoami`, for a host that speaks for the producer."""
    key = me["key"]
    who, where = me["principal"]["name"], me["workspace"]["slug"]
    yield Check(True, "key", f"“{key['label']}” of {who} in the workspace {where}")
    host = key["kind"] == "host"
    yield Check(
        host,
        "kind",
        f"a key of kind {key['kind']}",
        f"what it captures counts for nobody: make a key of kind host, {_ADMIN}",
    )
    yield _expiry(key["expires_at"])
    for capability, needed in (("observe", True), ("capture", True), ("recall", False)):
        yield _grant(me["capabilities"], capability, needed=needed, producer=producer)
    yield _binding(key["producer"], producer=producer)


def _expiry(ends: str | None) -> Check:
    if ends is None:
        return Check(True, "end", "the key ends when it is revoked")
    left = datetime.fromisoformat(ends) - datetime.now(UTC)
    return Check(
        left > _SOON, "end", f"the key ends at {ends}", "`manage.py rotate_key` makes the next"
    )


def _grant(
    grants: list[dict[str, Any]], capability: str, *, needed: bool, producer: tuple[str, str]
) -> Check:
    held = [grant for grant in grants if grant["capability"] == capability]
    if not held:
        lacks = "none" if needed else "none: the host writes, and reads nothing back"
        return Check(not needed, capability, lacks, "an administrator gives it, in the admin")
    reaching = [grant for grant in held if _reaches(grant, producer)] or held
    return Check(
        _reaches(reaching[0], producer) or capability == "recall",
        capability,
        _scope(reaching[0]),
        f"it does not reach {'/'.join(producer)}: give one that does, or name another producer",
    )


def _reaches(grant: dict[str, Any], producer: tuple[str, str]) -> bool:
    """Scopes of principals are the server's to judge; the round trip tells."""
    named = [(one["harness"], one["instance"]) for one in grant["producers"]]
    return grant["scope"] != "producers" or producer in named


def _scope(grant: dict[str, Any]) -> str:
    over = [*grant["principals"], *(f"{p['harness']}/{p['instance']}" for p in grant["producers"])]
    parts = [f"over {', '.join(over) if over else 'the whole workspace'}"]
    if grant["serves"]:
        parts.append(f"for the words of {grant['serves']}")
    parts.append(f"until {grant['until'] or 'it is revoked'}")
    return ", ".join(parts)


def _binding(bound: dict[str, str] | None, *, producer: tuple[str, str]) -> Check:
    if bound is None:
        return Check(True, "producer", f"not bound; tried as {'/'.join(producer)}")
    same = (bound["harness"], bound["instance"]) == producer
    return Check(
        same,
        "producer",
        f"bound to {bound['harness']}/{bound['instance']}",
        "leave --producer out, or use the key of that producer",
    )
