"""Decides a proposal, and where it is accepted applies it whole, in one transaction (P14)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q

from provenance.database.tenancy import workspace
from provenance.models import Correction, CorrectionDecision, Observation, Receipt, Statement
from provenance.problems import AlreadyDecided, Erased
from provenance.services.access.caller import Caller
from provenance.services.access.grants import live_grants
from provenance.services.chronicle import record
from provenance.services.correcting.correction_shape import in_sight_of, represent_correction
from provenance.services.correcting.fact_making import Made, make_fact
from provenance.services.correcting.fact_standing import TouchedFact, touched, write_fact_standings
from provenance.services.correcting.grounds import refuse_erased_ground, refuse_held_ground
from provenance.services.correcting.proposal import FACT_MAKING
from provenance.services.correcting.reviewers import decides_own, require_person, under_review
from provenance.services.correcting.wording import Wording
from provenance.services.receipts import DECIDE
from provenance.services.screening.judge import verdict_on
from provenance.services.screening.rejections import rejections_kept
from provenance.services.standing.changes import (
    Changes,
    changes_for,
    one_decision_at_a_time,
    write_standings,
)
from provenance.services.tombstones.acts import Acts
from provenance.services.tombstones.keeping import keep

ACCEPT, REJECT = "accept", "reject"


@dataclass(frozen=True)
class Decided:
    """The correction as an answer shows it, and the id of the act's receipt."""

    correction: dict[str, Any]
    receipt: UUID


def decide(
    *, caller: Caller, correction_id: UUID, decision: str, note: str, at: datetime
) -> Decided:
    """Accepts or rejects a proposal; acceptance changes standings and facts at once.

    Needs `review` over every target, and a person who is not the proposer (the only human
    reviewer may decide their own, which is marked). Raises AlreadyDecided to the second of two,
    CapabilityRequired, PersonRequired, ReviewerIsProposer, NotFound, HeldBack where a fact would
    stand on what is quarantined or withheld, Erased on what was erased, and PolicyRejected for
    the note.
    """
    # The restricted lane is open, so that what binds is followed through it too.
    with (
        rejections_kept(caller=caller, act=DECIDE, at=at),
        workspace(caller, restricted=True),
    ):
        grants = live_grants(caller=caller, at=at)
        grants.require("review")
        require_person(caller)
        verdict_on([note]).require_admitted()
        one_decision_at_a_time()
        correction, targets = under_review(correction_id=correction_id, grants=grants)
        own = decides_own(caller=caller, proposer=correction.proposer, at=at)
        write_decision(
            correction,
            decision=decision,
            by=caller.principal_id,
            self_decided=own,
            note=note,
            at=at,
        )
        receipt = write_act(
            correction, act=DECIDE, by=caller.principal_id, key_id=caller.key_id, at=at
        )
        if decision == ACCEPT:
            apply(correction, targets=targets, by=caller.principal_id, cause=receipt.id, at=at)
        return Decided(represent_correction(correction, in_sight=in_sight_of(grants)), receipt.id)


def write_decision(
    correction: Correction, *, decision: str, by: UUID, self_decided: bool, note: str, at: datetime
) -> None:
    """Inserts the decision. AlreadyDecided where the constraint keeps another's. Inside."""
    row = CorrectionDecision(
        workspace_id=correction.workspace_id,
        correction=correction,
        proposer_id=correction.proposer_id,
        decision=decision,
        by_id=by,
        self_decided=self_decided,
        note=note,
        at=at,
    )
    # `a_correction_is_decided_once` lets one row stand; the second statement sees whose.
    CorrectionDecision.objects.all().add([row], skip_existing=True)
    if not CorrectionDecision.objects.here().filter(id=row.id).exists():
        raise AlreadyDecided
    keep(Acts(decisions=[row.id]))


def apply(
    correction: Correction,
    *,
    targets: Sequence[Observation],
    by: UUID,
    cause: UUID | None,
    at: datetime,
) -> Changes:
    """Writes everything that an accepted correction changes. Inside the workspace, decided."""
    facts: list[TouchedFact] = []
    if correction.kind in FACT_MAKING and (fact := _fact(correction, targets, by=by, at=at)):
        facts = touched(Q(id=fact.id))
    moves = correction.kind not in ("adopt", "fact")
    changes = changes_for([one.id for one in targets] if moves else [], facts=facts)
    write_standings(changes.standings, by=by, at=at, cause=cause)
    write_fact_standings(changes.facts, by=by, at=at, correction=correction.id)
    return changes


def write_act(
    correction: Correction, *, act: str, by: UUID, key_id: UUID | None, at: datetime
) -> Receipt:
    """The receipt of a decision or a reversal, and its chronicle event. Inside the workspace."""
    receipt = Receipt(
        workspace_id=correction.workspace_id,
        act=act,
        outcome="accepted",
        principal_id=by,
        key_id=key_id,
        event_id=f"{act}:{correction.id}",
        body={"correction": str(correction.id)},
        at=at,
    )
    Receipt.objects.all().add([receipt])
    record(
        act=_PAST[act],
        by=by,
        key_id=key_id,
        about="correction",
        about_id=correction.id,
        at=at,
        detail={"kind": correction.kind},
    )
    return receipt


_PAST = {DECIDE: "decided", "revert": "reverted"}


def _fact(
    correction: Correction, targets: Sequence[Observation], *, by: UUID, at: datetime
) -> Made | None:
    """The fact that the statement becomes; what is adopted without one is taken as it was said."""
    if correction.statement_id is None and correction.kind == "supersede":
        return None
    refuse_erased_ground(targets)
    refuse_held_ground(targets)
    return make_fact(
        wording=_wording(correction, targets),
        evidence=targets,
        decided_by=by,
        at=at,
        correction_id=correction.id,
    )


def _wording(correction: Correction, targets: Sequence[Observation]) -> Wording:
    if correction.statement_id is not None:
        statement = Statement.objects.here().get(id=correction.statement_id)
        if not statement.text:
            raise Erased("Its wording was erased.")
        return Wording(text=statement.text, written=statement.id)
    said = targets[0].said
    if said is None:
        raise Erased
    return Wording(text=said.text, said_in=targets[0].id)
