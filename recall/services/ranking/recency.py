"""How recent an event is."""

from math import exp

HALF_LIFE_DAYS = 90.0
_LN2 = 0.6931471805599453
_SECONDS_A_DAY = 86_400


def recency(*, happened_at: float | None, at: float) -> float:
    """1 for now, halved every HALF_LIFE_DAYS; 0 for an unknown time, which is never recent.

    Both are in seconds of Unix time.
    """
    if happened_at is None:
        return 0.0
    days = max(0.0, (at - happened_at) / _SECONDS_A_DAY)
    return exp(-_LN2 * days / HALF_LIFE_DAYS)
