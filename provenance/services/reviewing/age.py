"""How long ago something was, in the one unit that matters."""

from datetime import datetime

_UNITS = (
    ("year", 365 * 86_400),
    ("month", 30 * 86_400),
    ("day", 86_400),
    ("hour", 3_600),
    ("minute", 60),
)


def age(since: datetime, *, at: datetime) -> str:
    """ "3 days", rounded down; "under a minute" for what is just now or to come."""
    seconds = (at - since).total_seconds()
    for unit, length in _UNITS:
        if (count := int(seconds // length)) > 0:
            return f"{count} {unit}{'' if count == 1 else 's'}"
    return "under a minute"
