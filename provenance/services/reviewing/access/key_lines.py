"""Keys as a page tells them: whether they work, until when, and whether anybody uses them."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from provenance.models import ApiKey, KeyRevocation
from provenance.services.access.giving import require_whole_workspace
from provenance.services.reading.pages import Order, Page, Turn, page_of
from provenance.services.reviewing.access.grant_lines import SOON
from provenance.services.reviewing.access.key_use import Uses, uses_of_keys
from provenance.services.reviewing.visitor import Visitor

UNUSED = timedelta(days=30)
# A key that was made just now is not looked down on for having done nothing.
FRESH = timedelta(days=7)
# Keys that ended are kept for ever; among the live ones of a workspace so many are looked at.
MOST_LIVE = 1_000
STATES = ("live", "ended")
NEWEST_FIRST = Order(field="created_at", tie="id", descending=True)


@dataclass(frozen=True, kw_only=True)
class KeyLine:
    """One key. `end`: when it ends or ended. `used`: its last trace; `looked_since`: no trace was
    looked for before this moment, None where the whole of its life was looked through."""

    key: ApiKey
    live: bool
    end: datetime | None
    revocations: tuple[KeyRevocation, ...]
    used: datetime | None
    looked_since: datetime | None
    ends_soon: bool
    unused: bool

    @property
    def use(self) -> str:
        """Its use in words, without the moment."""
        if self.used is not None:
            return "not used for 30 days" if self.unused else "used"
        return "never used" if self.looked_since is None else "no use found"


def keys_page(visitor: Visitor, *, state: str | None, turn: Turn) -> Page:
    """One page of the workspace's keys as KeyLines, the newest first. `state`: one of STATES.

    Inside the workspace. GrantExceedsGiver unless the visitor administers all of it.
    """
    require_whole_workspace(visitor.grants)
    page = page_of(_keys(visitor, state), order=NEWEST_FIRST, turn=turn)
    return Page(rows=key_lines(visitor, page.rows), next=page.next, previous=page.previous)


def keys_to_look_at(visitor: Visitor) -> list[KeyLine]:
    """Of the MOST_LIVE newest live keys those that nobody uses, or that end soon. As `keys_page`."""
    require_whole_workspace(visitor.grants)
    newest = _keys(visitor, "live").order_by("-created_at", "-id")[:MOST_LIVE]
    return [line for line in key_lines(visitor, list(newest)) if line.unused or line.ends_soon]


def key_lines(visitor: Visitor, keys: Sequence[ApiKey]) -> list[KeyLine]:
    """The lines of keys that were read with principal and producer. Two queries, however many."""
    ends: dict[UUID, list[KeyRevocation]] = defaultdict(list)
    rows = KeyRevocation.objects.here().filter(key_id__in=[key.id for key in keys])
    for one in rows.select_related("by").order_by("id"):
        ends[one.key_id].append(one)
    uses = uses_of_keys()
    return [_line(key, ends[key.id], uses, at=visitor.at) for key in keys]


def key_line(visitor: Visitor, key_id: UUID) -> KeyLine | None:
    """The line of one key; None where there is none. As `keys_page`."""
    require_whole_workspace(visitor.grants)
    found = list(_keys(visitor, None).filter(id=key_id))
    return key_lines(visitor, found)[0] if found else None


def keys_of(visitor: Visitor, principal_id: UUID) -> list[KeyLine]:
    """The keys of one principal, the newest first. As `keys_page`."""
    require_whole_workspace(visitor.grants)
    rows = _keys(visitor, None).filter(principal_id=principal_id)
    return key_lines(visitor, list(rows.order_by("-created_at", "-id")[:MOST_LIVE]))


def _keys(visitor: Visitor, state: str | None) -> Any:
    rows: Any = ApiKey.objects.here().select_related("principal", "producer")
    if state is None:
        return rows
    over = KeyRevocation.objects.here().filter(key_id=OuterRef("id"))
    gone = Exists(over.filter(Q(ends_at=None) | Q(ends_at__lte=visitor.at)))
    ended = Q(expires_at__isnull=False, expires_at__lte=visitor.at) | Q(gone)
    return rows.filter(ended) if state == "ended" else rows.exclude(ended)


def _line(key: ApiKey, revoked: list[KeyRevocation], uses: Uses, *, at: datetime) -> KeyLine:
    ends = [one.ends_at or one.at for one in revoked]
    end = min([*ends, *([key.expires_at] if key.expires_at else [])], default=None)
    # What ends a key at once counts at once, whatever the clocks say.
    over = any(one.ends_at is None for one in revoked)
    live = not over and (end is None or end > at)
    used = uses.last.get(key.id)
    looked = uses.since if uses.since and uses.since > key.created_at else None
    quiet_since = used or looked
    unused = at - quiet_since >= UNUSED if quiet_since is not None else at - key.created_at >= FRESH
    return KeyLine(
        key=key,
        live=live,
        end=end,
        revocations=tuple(revoked),
        used=used,
        looked_since=looked,
        ends_soon=live and end is not None and end - at <= SOON,
        unused=live and unused,
    )
