"""Foreign times, each with what is odd about it. Nothing is guessed: the unknown stays None."""

import re
from datetime import UTC, datetime
from math import isfinite
from typing import NamedTuple

_EARLIEST = datetime(1990, 1, 1, tzinfo=UTC).timestamp()
_LATEST = datetime(2100, 1, 1, tzinfo=UTC).timestamp()
_FRACTION = re.compile(r"(\.\d{6})\d+")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_MINUTE = re.compile(r"\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}")
_NUMBER = re.compile(r"-?\d{9,16}(\.\d+)?")


class Moment(NamedTuple):
    """An instant in UTC or None, and the keys of records.TIME_NOTES that apply."""

    at: datetime | None
    notes: tuple[str, ...] = ()


def moment(value: object) -> Moment:
    """The instant that a source's time names: RFC 3339 with 0 to 9 fraction digits, or an epoch.

    Numbers, and texts of 9 to 16 digits, are seconds or milliseconds since 1970, whichever falls
    between 1990 and 2100. A day, a minute or a wall clock without a zone names no instant.
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
    if _MINUTE.fullmatch(text):
        return Moment(None, ("minute_only",))
    try:
        read = datetime.fromisoformat(_FRACTION.sub(r"\1", text))
        if read.tzinfo is None:
            return Moment(None, ("no_offset",))
        return Moment(read.astimezone(UTC))
    except (ValueError, OverflowError):
        return Moment(None, ("unreadable",))
