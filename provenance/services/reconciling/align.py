"""Which events of two names for one thing are the same event: pure reckoning, no database.

The same words are not the same event: people say "go on" every day. Something else has to agree
too: the event's own id, its name in another system, its time, its turn, or its place in the order.
What disagrees stays two (docs/decisions/0026).
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

# Fewer words prove nothing by being equal, nor by standing in the same order.
FEWEST_WORDS = 5
# Sources tell whole seconds where hosts tell fractions of them.
_SAME_TIME = timedelta(seconds=1)


@dataclass(frozen=True, kw_only=True, eq=False)
class Event:
    """An observation as it is compared; `time` is None where nobody but our own clock told it."""

    id: UUID
    position: int
    event_id: str
    role: str
    kind: str
    part: tuple[int | None, int | None]
    text: str
    words: int
    turn: int | None
    time: datetime | None
    foreign: tuple[str, str | None, str] | None = None

    @property
    def said(self) -> Hashable:
        """Who said what: equal for copies, and for what only sounds the same."""
        return (self.role, self.kind, self.part, self.text)


@dataclass(frozen=True, kw_only=True)
class Match:
    """Two events, and what is to be thought of them: `same`, `distinct` or `unresolved`, and why."""

    first: Event
    second: Event
    verdict: str
    code: str


_Step = Callable[[Sequence[Event], Sequence[Event]], Iterator[Match]]


@dataclass(frozen=True, kw_only=True)
class Aligned:
    """What was found of one conversation, and how many events of each side met nothing."""

    matches: Sequence[Match]
    alone: tuple[int, int]


def align(first: Sequence[Event], second: Sequence[Event], *, ordered: bool = True) -> Aligned:
    """Compares two sides of one conversation, each in the order in which it was said.

    Each event is in one match at most that says `same`. Steps: equal names, equal times of equal
    words, then equal words that nothing contradicts: these only where there is an order at all.
    """
    steps: tuple[_Step, ...] = (
        partial(_by_name, name=_own_name, code="event_id"),
        partial(_by_name, name=_foreign_name, code="foreign_name"),
        _by_time,
        *((_by_order,) if ordered else ()),
    )
    found: list[Match] = []
    met: set[UUID] = set()
    for step in steps:
        left = [[one for one in side if one.id not in met] for side in (first, second)]
        matches = list(step(*left))
        met.update(one for match in matches for one in (match.first.id, match.second.id))
        found += matches
    alone = tuple(sum(one.id not in met for one in side) for side in (first, second))
    found.sort(key=lambda match: (match.first.position, match.second.position))
    return Aligned(matches=found, alone=(alone[0], alone[1]))


def _own_name(event: Event) -> Hashable:
    return event.event_id


def _foreign_name(event: Event) -> Hashable:
    return event.foreign and (*event.foreign, event.part)


def _by_name(
    mine: Sequence[Event],
    theirs: Sequence[Event],
    *,
    name: Callable[[Event], Hashable],
    code: str,
) -> Iterator[Match]:
    """Those of one name. With other words they are two, and are compared with nothing else."""
    known: dict[Hashable, Event] = {}
    for one in theirs:
        if (key := name(one)) is not None:
            known.setdefault(key, one)
    for one in mine:
        key = name(one)
        other = known.pop(key, None) if key is not None else None
        if other is None:
            continue
        same = one.said == other.said
        yield Match(
            first=one,
            second=other,
            verdict="same" if same else "distinct",
            code=code if same else "other_words",
        )


def _by_time(mine: Sequence[Event], theirs: Sequence[Event]) -> Iterator[Match]:
    """The same words at the same time."""
    at: dict[Hashable, list[Event]] = defaultdict(list)
    for one in theirs:
        if one.time is not None:
            at[one.said].append(one)
    for one in mine:
        if one.time is None:
            continue
        near = [(gap, two) for two in at[one.said] if (gap := _between(one, two)) is not None]
        if near:
            _, other = min(near, key=lambda pair: (pair[0], pair[1].position))
            at[one.said].remove(other)
            yield Match(first=one, second=other, verdict="same", code="time")


def _by_order(mine: Sequence[Event], theirs: Sequence[Event]) -> Iterator[Match]:
    """The same words that nothing contradicts, as far as both sides tell them in one order."""
    paired: list[tuple[Event, Event]] = []
    said = _by_words(theirs)
    for words, ours in _by_words(mine).items():
        others = said.get(words, [])
        for one, other in zip(ours, others, strict=False):
            if (code := _contradiction(one, other)) is not None:
                verdict = "distinct" if code == "other_time" else "unresolved"
                yield Match(first=one, second=other, verdict=verdict, code=code)
            elif len(ours) != len(others):
                yield Match(first=one, second=other, verdict="unresolved", code="ambiguous")
            else:
                paired.append((one, other))
    for one, other in _out_of_order(paired, mine, theirs):
        paired.remove((one, other))
        yield Match(first=one, second=other, verdict="unresolved", code="out_of_order")
    for one, other in paired:
        turn = one.turn is not None and one.turn == other.turn
        yield Match(first=one, second=other, verdict="same", code="turn" if turn else "order")


def _contradiction(one: Event, other: Event) -> str | None:
    """Why the same words may be two events, or None."""
    if one.time is not None and other.time is not None:
        return "other_time"
    if one.turn is not None and other.turn is not None:
        return None if one.turn == other.turn else "other_turn"
    return "few_words" if min(one.words, other.words) < FEWEST_WORDS else None


def _by_words(events: Iterable[Event]) -> dict[Hashable, list[Event]]:
    found: dict[Hashable, list[Event]] = defaultdict(list)
    for one in events:
        found[one.said].append(one)
    return found


def _out_of_order(
    paired: Sequence[tuple[Event, Event]], mine: Sequence[Event], theirs: Sequence[Event]
) -> list[tuple[Event, Event]]:
    """All but the longest series of pairs that both sides tell in the same order."""
    place = {one.id: number for number, one in enumerate(mine)}
    there = {one.id: number for number, one in enumerate(theirs)}
    in_order = sorted(paired, key=lambda pair: place[pair[0].id])
    ends: list[int] = []
    last: list[int] = []
    before: list[int | None] = []
    for number, (_, other) in enumerate(in_order):
        reach = bisect_left(ends, there[other.id])
        before.append(last[reach - 1] if reach else None)
        ends[reach : reach + 1] = [there[other.id]]
        last[reach : reach + 1] = [number]
    kept, here = set[int](), last[-1] if last else None
    while here is not None:
        kept.add(here)
        here = before[here]
    return [pair for number, pair in enumerate(in_order) if number not in kept]


def _between(one: Event, other: Event) -> timedelta | None:
    """How far apart they are, where that may be the difference of two clocks' grain."""
    if one.time is None or other.time is None:
        return None
    gap = abs(one.time - other.time)
    return gap if gap < _SAME_TIME else None
