"""Gives a principal a new key in place of another, which works on for a while."""

from datetime import datetime, timedelta
from uuid import UUID

from provenance.models import ApiKey, KeyRevocation
from provenance.services.access.keys import NewKey, make_key, revoke_key

LONGEST_OVERLAP = timedelta(days=30)


def rotate_key(*, by: UUID, key: ApiKey, overlap: timedelta, reason: str, at: datetime) -> NewKey:
    """Makes a key for the same principal, kind and producer, and ends the old one after `overlap`.

    The new key lives as long as the old one was made to live, counted from now. Inside the
    workspace. ValueError where the overlap is negative or longer than LONGEST_OVERLAP, or the old
    key has ended: what has ended is not handed on.
    """
    if not timedelta(0) <= overlap <= LONGEST_OVERLAP:
        raise ValueError(f"an overlap is between nothing and {LONGEST_OVERLAP.days} days")
    end = end_of(key)
    if end is not None and end <= at:
        raise ValueError("this key has ended; make a new one")
    lifetime = key.expires_at - key.created_at if key.expires_at else None
    new = make_key(
        by=by,
        principal_id=key.principal_id,
        workspace_id=key.workspace_id,
        kind=key.kind,
        label=key.label,
        producer_id=key.producer_id,
        expires_at=at + lifetime if lifetime else None,
        at=at,
    )
    revoke_key(by=by, key=key, reason=reason, at=at, ends_at=at + overlap if overlap else None)
    return new


def end_of(key: ApiKey) -> datetime | None:
    """When the key ends or ended; None where nothing ends it. Inside the workspace."""
    revoked = KeyRevocation.objects.here().filter(key_id=key.id).values_list("at", "ends_at")
    ends = [ends_at or decided_at for decided_at, ends_at in revoked]
    return min([*ends, *([key.expires_at] if key.expires_at else [])], default=None)


def find_key(*, named: str, at: datetime) -> ApiKey:
    """The one live key whose hint begins with `named`, or whose principal has that name.

    Inside the workspace. LookupError where there is none, or several.
    """
    rows = ApiKey.objects.here().select_related("principal").order_by("created_at")
    found = [key for key in rows.filter(hint__startswith=named) if len(named) > len("mem_")]
    found = found or list(rows.filter(principal__name=named))
    live = [key for key in found if (end := end_of(key)) is None or end > at]
    if not live:
        raise LookupError("no live key has this hint, and no principal of this name has one")
    if len(live) > 1:
        hints = ", ".join(f"{key.hint} ({key.label})" for key in live)
        raise LookupError(f"several live keys fit; name one by its hint: {hints}")
    return live[0]
