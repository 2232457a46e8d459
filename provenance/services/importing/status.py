"""Carries a source's own status over: what was archived there comes in as withdrawn (P9)."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from provenance.models import Correction, ImportPlan, Observation
from provenance.services.access.caller import Caller
from provenance.services.correcting.proposal import Proposal
from provenance.services.decide import ACCEPT, apply, write_decision
from provenance.services.propose import write_proposal

_KINDS = {"withdrawn": "withdraw", "superseded": "supersede"}
_REASONS = {
    "withdraw": "Put away, retired or found wrong where it was imported from.",
    "supersede": "Replaced, or left behind, where it was imported from.",
    "unimport": "The import that brought it in was taken back.",
}


def standings_proposed(
    admitted: Sequence[tuple[UUID, str]],
    *,
    plan: ImportPlan,
    ordinal: int,
    by: Caller,
    at: datetime,
) -> dict[UUID, UUID]:
    """Gives what was just admitted the standing of its plan; returns each one's correction.

    A correction of the one who planned, accepted by the one who applies: it shows, and can be taken
    back, like any other. Inside the workspace, decisions waiting.
    """
    made: dict[UUID, UUID] = {}
    for standing, kind in _KINDS.items():
        targets = [one for one, planned in admitted if planned == standing]
        if targets:
            correction = decide_at_once(
                kind, targets=targets, plan=plan, name=f"{ordinal}", by=by, at=at
            )
            made |= dict.fromkeys(targets, correction.id)
    return made


def decide_at_once(
    kind: str,
    *,
    targets: Sequence[UUID],
    plan: ImportPlan,
    name: str,
    by: Caller,
    at: datetime,
) -> Correction:
    """Writes and applies a correction that a plan is made of. Inside the workspace."""
    proposal = Proposal(
        kind=kind,
        targets=targets,
        reason=_REASONS[kind],
        event_id=f"import:{plan.id}:{kind}:{name}",
        detail={"plan": str(plan.id)},
    )
    rows = {row.id: row for row in Observation.objects.here().filter(id__in=targets)}
    observations = [rows[one] for one in targets]
    correction = write_proposal(
        proposal, targets=observations, proposer_id=plan.principal_id, key_id=plan.key_id, at=at
    )
    write_decision(
        correction,
        decision=ACCEPT,
        by=by.principal_id,
        self_decided=by.principal_id == plan.principal_id,
        note="",
        at=at,
    )
    apply(correction, targets=observations, by=by.principal_id, cause=None, at=at)
    return correction
