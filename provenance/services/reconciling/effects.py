"""What an item comes to when it is put into effect: done in a savepoint, looked at, kept or not."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from provenance.models import (
    CurrentStanding,
    ImportItem,
    PairSettlement,
    ProvenCopy,
    UnresolvedPair,
)
from provenance.services.contributing.erased import erased_among, erased_words_refused
from provenance.services.correcting.fact_standing import FactChange, write_fact_standings
from provenance.services.reading.support import Support
from provenance.services.reconciling.lifting import lifts
from provenance.services.reconciling.proposals import DISTINCT, PAIR, STANDING
from provenance.services.reconciling.reach import Counted, TooWideError, one_event, touched_by
from provenance.services.standing.changes import StandingChange, changes_for, write_standings
from provenance.services.standing.rebuild_standing import rebuild_standing

Counts = dict[UUID, tuple[Support, Support]]
ALREADY = "one_event"


@dataclass(frozen=True, kw_only=True)
class Effect:
    """What was done. With a `code` it may not be kept: the savepoint has to be taken back.

    `standings` are those after it of the item's one or two observations; `changed` counts all that
    stand otherwise now, `falling` all that count for fewer people.
    """

    code: str | None = None
    standings: tuple[str, ...] = ()
    changed: int = 0
    falling: int = 0
    facts: Sequence[FactChange] = ()
    support: Counts = field(default_factory=dict)
    support_of_facts: Counts = field(default_factory=dict)


class NotKeptError(Exception):
    """Ends a savepoint whose effect is only looked at, or may not be."""


def put_into_effect(item: ImportItem, *, by: UUID, at: datetime) -> Effect:
    """Does what the item, which is written, proposes. Inside the workspace, in a savepoint.

    Raises Erased where one of the two was erased meanwhile.
    """
    if item.source_type == STANDING:
        return _repaired(item, by=by, at=at)
    if item.source_type == PAIR:
        if not UnresolvedPair.objects.unsettled().filter(id=item.detail["pair"]).exists():
            return Effect(code="settled")
        settlement = PairSettlement(
            workspace_id=item.workspace_id,
            pair_id=item.detail["pair"],
            item=item,
            verdict=item.detail["verdict"],
            at=at,
        )
        PairSettlement.objects.all().add([settlement])
        if item.detail["verdict"] == DISTINCT or _is_one_event(item):
            return Effect(standings=standings_of(_ends(item)))
    return _united(item, by=by, at=at)


def standings_of(observation_ids: Sequence[UUID]) -> tuple[str, ...]:
    """Where these stand now. Inside the workspace."""
    rows = CurrentStanding.objects.here().filter(observation_id__in=observation_ids)
    found = dict(rows.values_list("observation_id", "standing"))
    return tuple(found.get(one, "reported") for one in observation_ids)


def _ends(item: ImportItem) -> list[UUID]:
    return [one for one in (item.observation_id, item.meets_id) if one is not None]


def _is_one_event(item: ImportItem) -> bool:
    first, *others = _ends(item)
    return set(others) <= one_event(first)


def _united(item: ImportItem, *, by: UUID, at: datetime) -> Effect:
    """Two observations become one event, and stand as one event does."""
    ends = _ends(item)
    if erased_among(ends):
        return Effect(code="erased")
    if _is_one_event(item):
        return Effect(code=ALREADY)
    try:
        counted = Counted(touched_by(ends))
    except TooWideError:
        return Effect(code="too_wide")
    copy = ProvenCopy(
        workspace_id=item.workspace_id,
        observation_id=ends[0],
        original_id=ends[1],
        basis="mapping",
        mapping=item,
    )
    with erased_words_refused():
        ProvenCopy.objects.all().add([copy])
    changes = changes_for(ends)
    if _lifted(changes.standings, changes.facts):
        return Effect(code="would_lift")
    write_standings(changes.standings, by=by, at=at)
    write_fact_standings(changes.facts, by=by, at=at)
    counted.again()
    if counted.rises:
        return Effect(code="would_raise")
    return Effect(
        standings=standings_of(ends),
        changed=len(changes.standings),
        falling=counted.falling(),
        facts=changes.facts,
        support=counted.of(ends),
        support_of_facts=counted.of_facts(),
    )


def _lifted(standings: Sequence[StandingChange], facts: Sequence[FactChange]) -> bool:
    moves = [(one.before, one.after) for one in standings]
    moves += [(one.before, one.after) for one in facts]
    return any(lifts(*move) for move in moves)


def _repaired(item: ImportItem, *, by: UUID, at: datetime) -> Effect:
    """One standing is what its timeline or the rules make of it, and nothing else is touched."""
    ends = _ends(item)
    if item.code == "projection":
        if standings_of(ends) != (item.detail["stored"],):
            return Effect(code="overtaken")
        counted = Counted(ends)
        rebuild_standing(observation_ids=ends)
    else:
        due = [one for one in changes_for(ends).standings if one.observation_id == ends[0]]
        if [(one.before, one.after) for one in due] != [
            (item.detail["stored"], item.detail["due"])
        ]:
            return Effect(code="overtaken")
        counted = Counted(ends)
        write_standings(due, by=by, at=at)
    changes = changes_for(ends)
    facts = [one for one in changes.facts if not lifts(one.before, one.after)]
    write_fact_standings(facts, by=by, at=at)
    counted.again()
    return Effect(
        standings=standings_of(ends),
        changed=1,
        falling=counted.falling(),
        facts=facts,
        support=counted.of(ends),
        support_of_facts=counted.of_facts(),
    )
