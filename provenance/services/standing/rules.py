"""What accepted corrections come to, as pure reckoning: no database, the same answer every time.

Standing is never edited. It is reckoned from the corrections that are accepted and not reverted,
so taking one back restores exactly what the others leave.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from uuid import UUID

WITHDRAW, RESTORE, UNIMPORT = "withdraw", "restore", "unimport"
# What a correction makes of its targets and of their copies.
EFFECTS = {
    WITHDRAW: "withdrawn",
    UNIMPORT: "withdrawn",
    "correct": "corrected",
    "supersede": "superseded",
    RESTORE: "reported",
}


class Node(NamedTuple):
    """An observation of the region that is reckoned."""

    id: UUID
    position: int
    primary: bool


class Act(NamedTuple):
    """An accepted correction of one observation; `position` is that of its decision."""

    observation: UUID
    kind: str
    position: int


class Reckoned(NamedTuple):
    """Where an observation stands, and by what: an act on it or a copy of it, or its roots."""

    standing: str
    act: Act | None
    bound: bool


@dataclass
class _Event:
    """An observation with its proven copies: one event, and what reaches it from its roots."""

    members: list[Node]
    act: Act | None = None
    sources: set[int] = field(default_factory=set)
    # Decisions that withdrew a primary root, or another origin, that it comes from.
    withdrawn_primary: set[int] = field(default_factory=set)
    withdrawn_other: set[int] = field(default_factory=set)
    live_primary: bool = False
    live_other: bool = False

    @property
    def primary(self) -> bool:
        return any(node.primary for node in self.members)

    @property
    def withdrawn(self) -> bool:
        return self.act is not None and self.act.kind in (WITHDRAW, UNIMPORT)

    def reach(self) -> tuple[int, int, bool, bool]:
        return (
            len(self.withdrawn_primary),
            len(self.withdrawn_other),
            self.live_primary,
            self.live_other,
        )


def reckon(
    *,
    nodes: Iterable[Node],
    edges: Iterable[tuple[UUID, UUID]],
    copies: Iterable[tuple[UUID, UUID]],
    said_again: Iterable[tuple[UUID, UUID]] = (),
    acts: Iterable[Act],
) -> dict[UUID, Reckoned]:
    """The standing of every node. `edges` are derivations (later, source), within the nodes.

    `copies` are one event with their originals. `said_again` are words that a person said after
    they were shown: one event for what is decided later, a new one for what was decided before.
    Of the acts on an event the last counts. Withdrawn: by an act, or because all its roots are
    (roots are primaries; where there is none, what has no source). Some of them: uncertain. An
    act that restores lets earlier withdrawals of its roots pass by, later ones not. What an import
    admitted and was taken back (UNIMPORT) is no copy of anything that is not imported: only that
    goes which the import had brought.
    """
    nodes, acts = sorted(nodes, key=lambda node: node.position), list(acts)
    copies, said_again = _without_unimported(nodes, acts, copies), list(said_again)
    event_of = _merged(nodes, copies)
    events = _events(nodes, event_of)
    again = _again(nodes, event_of, said_again)
    for act in sorted(acts, key=lambda act: act.position):
        if act.observation in event_of:
            for position in _acted_on(event_of[act.observation], again, before=act.position):
                events[position].act = act
    _begin(events, event_of, edges)
    # Sources have earlier positions, so one round reaches the end of the longest chain. Copies
    # may tie a chain to its own beginning: then the sets grow once more. They only ever grow.
    moved = True
    while moved:
        moved = False
        for event in events.values():
            moved = _inherit(event, events) or moved
    return {node.id: _outcome(events[event_of[node.id]]) for node in nodes}


def _without_unimported(
    nodes: list[Node], acts: Iterable[Act], copies: Iterable[tuple[UUID, UUID]]
) -> list[tuple[UUID, UUID]]:
    """The proofs of copies that hold although imports were taken back.

    A later import of the same is still bound; what was here before, and what a person said
    themselves, are not.
    """
    gone = {act.observation for act in acts if act.kind == UNIMPORT}
    if not gone:
        return list(copies)
    primary = {node.id for node in nodes if node.primary}
    return [
        (later, earlier)
        for later, earlier in copies
        if later not in gone and not (earlier in gone and later in primary)
    ]


def _merged(nodes: list[Node], copies: Iterable[tuple[UUID, UUID]]) -> dict[UUID, int]:
    """Each node's event, by the position of the event's earliest member."""
    parent = {node.id: node.id for node in nodes}
    position = {node.id: node.position for node in nodes}

    def root(one: UUID) -> UUID:
        while parent[one] != one:
            parent[one] = parent[parent[one]]
            one = parent[one]
        return one

    for here, there in copies:
        if here in parent and there in parent:
            earlier, later = sorted((root(here), root(there)), key=position.__getitem__)
            parent[later] = earlier
    return {node.id: position[root(node.id)] for node in nodes}


def _events(nodes: list[Node], event_of: Mapping[UUID, int]) -> dict[int, _Event]:
    members: dict[int, list[Node]] = defaultdict(list)
    for node in nodes:
        members[event_of[node.id]].append(node)
    return {position: _Event(members[position]) for position in sorted(members)}


def _again(
    nodes: list[Node], event_of: Mapping[UUID, int], pairs: Iterable[tuple[UUID, UUID]]
) -> dict[int, list[tuple[int, int]]]:
    """For each event those of the same words, and from which position on they are one."""
    said_at = {node.id: node.position for node in nodes}
    again: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for later, earlier in pairs:
        if later in event_of and earlier in event_of:
            again[event_of[later]].append((event_of[earlier], said_at[later]))
            again[event_of[earlier]].append((event_of[later], said_at[later]))
    return again


def _acted_on(event: int, again: Mapping[int, list[tuple[int, int]]], *, before: int) -> set[int]:
    found, open_ends = {event}, [event]
    while open_ends:
        for other, said_at in again.get(open_ends.pop(), ()):
            if said_at < before and other not in found:
                found.add(other)
                open_ends.append(other)
    return found


def _begin(
    events: dict[int, _Event], event_of: Mapping[UUID, int], edges: Iterable[tuple[UUID, UUID]]
) -> None:
    """Gives each event its sources; what withdraws and what is an origin begins with itself."""
    derived: set[UUID] = set()
    for later, source in edges:
        if later in event_of and source in event_of:
            derived.add(later)
            events[event_of[later]].sources.add(event_of[source])
    for position, event in events.items():
        event.sources.discard(position)
        origin = event.primary or event.members[0].id not in derived
        if origin or event.withdrawn:
            event.sources.clear()
        if event.withdrawn and event.act is not None:
            into = event.withdrawn_primary if event.primary else event.withdrawn_other
            into.add(event.act.position)
        elif origin:
            event.live_primary, event.live_other = event.primary, not event.primary


def _inherit(event: _Event, events: Mapping[int, _Event]) -> bool:
    """Takes over what reaches the event's sources. True where that was anything new."""
    before = event.reach()
    restored = event.act.position if event.act and event.act.kind == RESTORE else 0
    for source in (events[position] for position in event.sources):
        for mine, theirs, live in (
            (event.withdrawn_primary, source.withdrawn_primary, "live_primary"),
            (event.withdrawn_other, source.withdrawn_other, "live_other"),
        ):
            mine.update(position for position in theirs if position > restored)
            if any(position < restored for position in theirs):
                setattr(event, live, True)
        event.live_primary |= source.live_primary
        event.live_other |= source.live_other
    return event.reach() != before


def _outcome(event: _Event) -> Reckoned:
    inherited = None if event.withdrawn else _inherited(event)
    direct = EFFECTS[event.act.kind] if event.act else "reported"
    if inherited == "withdrawn" or (inherited and direct == "reported"):
        return Reckoned(inherited, event.act, bound=True)
    return Reckoned(direct, event.act, bound=False)


def _inherited(event: _Event) -> str | None:
    if not (event.withdrawn_primary or event.withdrawn_other):
        return None
    if event.live_primary:
        return "uncertain"
    # A live remark of an agent's beside a withdrawn word of a person's does not save what was
    # made of both: else any agent could keep a withdrawn memory by adding a source.
    return "withdrawn" if event.withdrawn_primary or not event.live_other else "uncertain"
