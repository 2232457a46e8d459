"""Takes an import back: exactly what the plan admitted is withdrawn, and the trail stays."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

from provenance.database.tenancy import workspace
from provenance.models import CorrectionTarget, FactEvidence, ImportOutcome, LineageEdge
from provenance.models.lineage_edge import DERIVATIONS
from provenance.services.access.grants import live_grants
from provenance.services.importing.begin import require_importer
from provenance.services.importing.ending import write_act
from provenance.services.importing.jobs import Held
from provenance.services.importing.snapshot import forget_snapshot
from provenance.services.importing.status import decide_at_once
from provenance.services.standing.changes import one_decision_at_a_time

CHUNK = 200
_NAMED = 50


def roll_back_on(held: Held, *, clock: Callable[[], datetime]) -> Iterator[tuple[int, int]]:
    """Goes on taking back to the end; yields (done, total) as it goes.

    What was here before stays as it was, proven copies of what is taken back included; what later
    acts made of it is reported. Raises HoldLost, CapabilityRequired, Unauthenticated.
    """
    while chunk := _chunk(held):
        at = clock()
        with workspace(held.caller, restricted=True):
            require_importer(live_grants(caller=held.caller, at=at))
            one_decision_at_a_time()
            decide_at_once(
                "unimport",
                targets=chunk,
                plan=held.plan,
                name=str(held.run.done),
                by=held.caller,
                at=at,
            )
            held.advance(at=at, done=held.run.done + len(chunk))
        yield held.run.done, held.run.total
    at = clock()
    with workspace(held.caller, restricted=True):
        body = {"taken_back": held.run.done, "depends": dependents(held.plan.id)}
        write_act(held, act="rolled_back", body=body, at=at)
        held.advance(at=at, state="rolled_back")
    forget_snapshot(held.plan)


def dependents(plan_id: UUID) -> dict[str, Any]:
    """What later acts, the plan's own aside, stand on what it admitted: numbers, and first ids.

    Inside the workspace.
    """
    ours = admitted(plan_id).values("observation_id")
    own = f"import:{plan_id}:"
    derived = (
        LineageEdge.objects.here()
        .filter(source_id__in=ours, relation__in=DERIVATIONS)
        .exclude(observation_id__in=ours)
        .values_list("observation_id", flat=True)
    )
    facts = FactEvidence.objects.here().filter(observation_id__in=ours)
    targets = CorrectionTarget.objects.here().filter(observation_id__in=ours)
    corrections = targets.exclude(correction__event_id__startswith=own)
    return {
        "derived": _told(derived),
        "facts": _told(facts.values_list("fact_id", flat=True)),
        "corrections": _told(corrections.values_list("correction_id", flat=True)),
    }


def admitted(plan_id: UUID) -> Any:
    """What came of the plan's items that is in the ledger. Inside the workspace."""
    outcomes = ImportOutcome.objects.here().filter(plan_id=plan_id, result="accepted")
    return outcomes.filter(observation__isnull=False)


def _chunk(held: Held) -> list[UUID]:
    with workspace(held.caller, restricted=True):
        ids = admitted(held.plan.id).order_by("item_id").values_list("observation_id", flat=True)
        return list(ids[held.run.done : held.run.done + CHUNK])


def _told(ids: Any) -> dict[str, Any]:
    distinct = ids.order_by().distinct()
    return {"count": distinct.count(), "first": [str(one) for one in distinct[:_NAMED]]}
