"""The three clocks of an observation, drawn to one scale."""

from dataclasses import dataclass
from datetime import datetime

from provenance.models import Observation

WIDTH, HEIGHT = 360, 136
_LEFT, _RIGHT = 92.0, 346.0
_FIRST_LANE, _LANE = 22, 34


@dataclass(frozen=True, kw_only=True)
class Lane:
    """One clock: a point, or a span that may be open at an end, or a word why there is neither."""

    name: str
    y: int
    point: float | None = None
    span: tuple[float, float] | None = None
    word: str = ""
    hollow: bool = False


@dataclass(frozen=True, kw_only=True)
class Clocks:
    """The drawing: lanes from top to bottom, and the moments at the two ends of the scale."""

    lanes: list[Lane]
    first: datetime
    last: datetime
    left: float = _LEFT
    right: float = _RIGHT
    width: int = WIDTH
    height: int = HEIGHT


def clocks_of(observation: Observation) -> Clocks:
    """The clocks of an observation. An event time that is unknown has no place on the scale."""
    o = observation
    event = None if o.time_basis == "unknown" else o.observed_at or o.recorded_at
    known = [at for at in (event, o.recorded_at, o.valid_from, o.valid_until) if at is not None]
    first, last = min(known), max(known)

    def place(at: datetime) -> float:
        length = (last - first).total_seconds()
        part = (at - first).total_seconds() / length if length else 0.5
        return round(_LEFT + 8 + part * (_RIGHT - _LEFT - 16), 1)

    span = None
    if o.valid_from or o.valid_until:
        span = (
            place(o.valid_from) if o.valid_from else _LEFT,
            place(o.valid_until) if o.valid_until else _RIGHT,
        )
    lanes = [
        Lane(
            name="event",
            y=_FIRST_LANE,
            point=place(event) if event else None,
            hollow=o.time_basis != "host",
            word="" if event else "unknown",
        ),
        Lane(name="recorded", y=_FIRST_LANE + _LANE, point=place(o.recorded_at)),
        Lane(
            name="valid",
            y=_FIRST_LANE + 2 * _LANE,
            span=span,
            word="" if span else "not stated",
        ),
    ]
    return Clocks(lanes=lanes, first=first, last=last)
