"""Wall clocks: which instant one means in a time zone, where it means exactly one."""

from collections.abc import Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import cache
from typing import TypeVar
from zoneinfo import ZoneInfo, available_timezones

Item = TypeVar("Item")
_assumed: ContextVar[ZoneInfo | None] = ContextVar("assumed_zone", default=None)


@cache
def zone_names() -> frozenset[str]:
    """The zones that this machine knows, by their IANA names."""
    return frozenset(available_timezones())


def zone_named(name: str) -> ZoneInfo | None:
    """The zone of that name, None for a name of none."""
    return ZoneInfo(name) if name in zone_names() else None


def assumed_zone() -> ZoneInfo | None:
    """The zone in which wall clocks are read now, None where nobody has said one."""
    return _assumed.get()


def assuming(zone: str | None, items: Iterator[Item]) -> Iterator[Item]:
    """The same items; while each is made, wall clocks without a zone are read in this one.

    Raises ValueError for a name of none.
    """
    known = zone_named(zone) if zone else None
    if zone and known is None:
        raise ValueError("no zone has this name")
    while True:
        # Set for one item at a time: what is done between them may read another source.
        token = _assumed.set(known)
        try:
            item = next(items)
        except StopIteration:
            return
        finally:
            _assumed.reset(token)
        yield item


def instant_of(wall: datetime, zone: ZoneInfo) -> tuple[datetime | None, str | None]:
    """The one instant in UTC at which clocks there showed this, or None and the note that says why.

    Where clocks are put back, an hour comes twice (`ambiguous_time`); where they are put forward,
    one never comes (`nonexistent_time`). Neither is guessed.
    """
    first, second = (wall.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    if first.utcoffset() == second.utcoffset():
        return first.astimezone(UTC), None
    back = first.astimezone(UTC).astimezone(zone).replace(tzinfo=None, fold=0)
    exists = back == wall.replace(fold=0)
    return None, "ambiguous_time" if exists else "nonexistent_time"
