"""Takes a reconciliation back: what it mapped is two again, and stands as the decisions leave it."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q

from provenance.database.tenancy import workspace
from provenance.models import ImportItem, ImportOutcome, MappingRetraction, Observation
from provenance.services.access.grants import live_grants
from provenance.services.correcting.fact_standing import FactChange, touched, write_fact_standings
from provenance.services.importing.ending import write_act
from provenance.services.importing.jobs import Held
from provenance.services.reading.standing_now import standing_of
from provenance.services.reconciling.dependents import dependents
from provenance.services.reconciling.proposals import STANDING
from provenance.services.standing.changes import (
    StandingChange,
    changes_for,
    one_decision_at_a_time,
    write_standings,
)

CHUNK = 25
_BACK = "The reconciliation that repaired it was taken back."


def roll_back_on(held: Held, *, clock: Callable[[], datetime]) -> Iterator[tuple[int, int]]:
    """Goes on taking back to the end, the last applied first; yields (done, total) as it goes.

    The trail stays, and what later acts stand on it is reported. Raises HoldLost,
    CapabilityRequired, Unauthenticated.
    """
    while items := _chunk(held):
        at = clock()
        with workspace(held.caller, restricted=True):
            live_grants(caller=held.caller, at=at).require("reconcile")
            one_decision_at_a_time()
            _take_back(items, held=held, at=at)
            held.advance(at=at, done=held.run.done + len(items))
        yield held.run.done, held.run.total
    at = clock()
    with workspace(held.caller, restricted=True):
        body = {"taken_back": held.run.done, "depends": dependents(held.plan)}
        write_act(held, act="rolled_back", body=body, at=at)
        held.advance(at=at, state="rolled_back")


def _chunk(held: Held) -> list[ImportItem]:
    with workspace(held.caller, restricted=True):
        accepted = ImportOutcome.objects.here().filter(plan_id=held.plan.id, result="accepted")
        rows = ImportItem.objects.here().filter(id__in=accepted.values("item_id"))
        return list(rows.order_by("-ordinal")[held.run.done : held.run.done + CHUNK])


def _take_back(items: Sequence[ImportItem], *, held: Held, at: datetime) -> None:
    by = held.caller.principal_id
    MappingRetraction.objects.all().add(
        [
            MappingRetraction(workspace_id=item.workspace_id, item=item, by_id=by, at=at)
            for item in items
        ],
        skip_existing=True,
    )
    mapped = [item for item in items if item.source_type != STANDING]
    ends = {one for item in mapped for one in (item.observation_id, item.meets_id) if one}
    if ends:
        changes = changes_for(ends)
        write_standings(changes.standings, by=by, at=at)
        write_fact_standings(changes.facts, by=by, at=at)
    for item in items:
        if item.source_type == STANDING:
            _unrepair(item, by=by, at=at)


def _unrepair(item: ImportItem, *, by: UUID, at: datetime) -> None:
    """The timelines say again what they said, unless somebody has moved them on since.

    A projection that had drifted stays rebuilt: it was no statement of anybody's.
    """
    if item.observation_id is None:
        return
    row = Observation.objects.here().with_source().get(id=item.observation_id)
    standing, admission = standing_of(row)
    detail: dict[str, Any] = item.detail
    if item.code == "projection" or standing != detail["due"]:
        return
    back = StandingChange(
        observation_id=row.id,
        before=standing,
        after=detail["stored"],
        admission=admission,
        reason=_BACK,
    )
    write_standings([back], by=by, at=at)
    facts = {UUID(one["fact"]): one for one in detail.get("facts", [])}
    stand = {fact.id: fact.before for fact in touched(Q(id__in=list(facts)))}
    write_fact_standings(
        [
            FactChange(fact_id=one, before=stand[one], after=was["before"], reason=_BACK)
            for one, was in facts.items()
            if stand.get(one) == was["after"]
        ],
        by=by,
        at=at,
    )
