"""Foreign times, each with what is odd about it. Nothing is guessed: the unknown stays None."""

import re
from datetime import UTC, datetime
from math import isfinite
from typing import NamedTuple

from .zones import assumed_zone, instant_of, zone_named

_EARLIEST = datetime(1990, 1, 1, tzinfo=UTC).timestamp()
_LATEST = datetime(2100, 1, 1, tzinfo=UTC).timestamp()
_FRACTION = re.compile(r"(\.\d{6})\d+")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_MINUTE = re.compile(r"\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}")
_NAMED = re.compile(r"(?P<wall>[^\[\]]+)\[!?(?P<zone>[A-Za-z0-9_+\-/]{1,64})\]")
_NUMBER = re.compile(r"-?\d{9,16}(\.\d+)?")


class Moment(NamedTuple):
    """An instant in UTC or None, and the keys of records.TIME_NOTES that apply."""

    at: datetime | None
    notes: tuple[str, ...] = ()


def moment(value: object) -> Moment:
    """The instant that a source's time names: RFC 3339 with 0 to 9 fraction digits, or an epoch.

    Numbers, and texts of 9 to 16 digits, are seconds or milliseconds since 1970, whichever falls
    between 1990 and 2100. A wall clock names an instant where a zone stands behind it in brackets
    (RFC 9557), or where one is assumed (`zones.assuming`): unless it came twice that night, or
    never. A day names none.
    """
    if value is None or value == "":
        return Moment(None, ("missing",))
    if isinstance(value, bool):
        return Moment(None, ("unreadable",))
    if isinstance(value, int | float):
        return _epoch(value)
    if not isinstance(value, str):
        return Moment(None, ("unreadable",))
    text = value.strip()
    return _epoch(float(text)) if _NUMBER.fullmatch(text) else _written(text)


def _epoch(number: float) -> Moment:
    if isinstance(number, float) and not isfinite(number):
        return Moment(None, ("unreadable",))
    if abs(number) > _LATEST * 1_000:  # of any number of digits: more than divides
        return Moment(None, ("out_of_range",))
    for unit, note in ((1, "epoch_seconds"), (1_000, "epoch_milliseconds")):
        if _EARLIEST <= number / unit < _LATEST:
            # Of whole microseconds: floats of today's seconds are exact to a quarter of one.
            return Moment(datetime.fromtimestamp(round(number / unit, 6), tz=UTC), (note,))
    return Moment(None, ("out_of_range",))


def _written(text: str) -> Moment:
    if _DAY.fullmatch(text):
        return Moment(None, ("day_only",))
    minute = bool(_MINUTE.fullmatch(text))
    named = _NAMED.fullmatch(text)
    try:
        read = datetime.fromisoformat(_FRACTION.sub(r"\1", named["wall"] if named else text))
        if read.tzinfo is not None:
            return Moment(read.astimezone(UTC))
        return _wall(read, zone=named and named["zone"], minute=minute)
    except (ValueError, OverflowError):
        return Moment(None, ("unreadable",))


def _wall(read: datetime, *, zone: str | None, minute: bool) -> Moment:
    """A wall clock, in the zone that the source names, else in the one that is assumed."""
    known = zone_named(zone) if zone else assumed_zone()
    if known is None:
        return Moment(None, ("minute_only" if minute else "no_offset",))
    at, note = instant_of(read, known)
    notes = (*(("to_the_minute",) if minute else ()), *(() if zone else ("assumed_zone",)))
    return Moment(at, (note,) if note else notes)
