"""The activity of the last days as bars: numbers for a template, no markup."""

from collections.abc import Sequence
from dataclasses import dataclass

from provenance.services.reviewing.home.activity import Day
from provenance.services.reviewing.some import Some

HEIGHT, STEP = 64, 5
# A name of a month needs so much room on its right.
_NAME = 24


@dataclass(frozen=True, kw_only=True)
class Bar:
    """One day: the left edge, the upper edge and the height of its bar."""

    day: Day
    x: int
    y: int
    height: int


@dataclass(frozen=True, kw_only=True)
class Picture:
    """Bars, and the first day of each month with its place."""

    bars: Sequence[Bar]
    months: Sequence[tuple[int, Day]]
    days: Sequence[Day]
    total: Some

    width = 90 * STEP
    height = HEIGHT


def picture_of(days: Sequence[Day]) -> Picture:
    """The picture. A day on which anything was said has a bar that can be seen."""
    most = max((day.some.count for day in days), default=0)
    bars = []
    for place, day in enumerate(days):
        if day.some:
            height = max(2, round(HEIGHT * day.some.count / most))
            bars.append(Bar(day=day, x=place * STEP, y=HEIGHT - height, height=height))
    firsts = [(place * STEP, day) for place, day in enumerate(days) if day.day.day == 1]
    return Picture(
        bars=bars,
        months=[first for first in firsts if first[0] + _NAME < Picture.width],
        days=[day for day in reversed(days) if day.some],
        total=Some(sum(day.some.count for day in days), more=any(day.some.more for day in days)),
    )
