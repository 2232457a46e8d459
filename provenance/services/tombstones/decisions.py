"""Takes decisions again that a restored copy does not know, by the rules that took them first.

Standing is reckoned from decisions, so that what comes of a withdrawn word is bound again, and
stays so whatever is decided later. The reasons and wordings are not in the file: they are lost.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import (
    Correction,
    CorrectionDecision,
    CorrectionReversal,
    CorrectionTarget,
    CurrentStanding,
    Observation,
)
from provenance.models.ids import uuid7
from provenance.services.correcting.fact_standing import (
    of_correction,
    touched,
    write_fact_standings,
)
from provenance.services.correcting.proposal import Proposal
from provenance.services.decide import ACCEPT, write_act
from provenance.services.receipts import DECIDE, REVERT
from provenance.services.standing.changes import (
    changes_for,
    one_decision_at_a_time,
    write_standings,
)
from provenance.services.standing.rules import WITHDRAW
from provenance.services.tombstones.acts import Acts
from provenance.services.tombstones.keeping import keep
from provenance.tombstones.entry import Entry

DECIDED_AGAIN = "Decided before; done again in a restored copy. Its reason is lost."
_KINDS = {"withdrawn": WITHDRAW, "corrected": "correct", "superseded": "supersede"}


@dataclass(frozen=True, kw_only=True)
class Again:
    """The copy: its people, and who stands for those that came after it was saved."""

    tenancy: Tenancy
    people: Collection[UUID]
    founder: UUID
    at: datetime

    def who(self, given: str) -> UUID:
        """The principal, or the founder where it is not here."""
        one = UUID(given)
        return one if one in self.people else self.founder


def decide_again(entry: Entry, again: Again) -> bool:
    """Takes an accepted decision that is not here. False where it is, or all of its targets are not."""
    about = entry.about
    with workspace(again.tenancy, restricted=True):
        one_decision_at_a_time()
        correction_id = UUID(about["correction"])
        if CorrectionDecision.objects.here().filter(correction_id=correction_id).exists():
            return False
        targets = _here([UUID(target["observation"]) for target in about["targets"]])
        if not targets:
            return False
        _decide(
            _correction(correction_id, about["kind"], targets, again.who(about["proposer"]), again),
            decision_id=UUID(entry.id),
            targets=targets,
            by=again.who(about["by"]),
            again=again,
        )
        return True


def revert_again(entry: Entry, again: Again) -> bool:
    """Takes back what was taken back. False where it is already, or was never accepted here."""
    correction_id, by = UUID(entry.about["correction"]), again.who(entry.about["by"])
    with workspace(again.tenancy, restricted=True):
        one_decision_at_a_time()
        accepted = CorrectionDecision.objects.here().filter(decision=ACCEPT)
        decision = accepted.filter(correction_id=correction_id).first()
        reverted = CorrectionReversal.objects.here().filter(correction_id=correction_id)
        if decision is None or reverted.exists():
            return False
        row = CorrectionReversal(
            id=UUID(entry.id),
            workspace_id=again.tenancy.workspace_id,
            correction_id=correction_id,
            by_id=by,
            note=DECIDED_AGAIN,
            at=again.at,
        )
        row.save(force_insert=True)
        keep(Acts(reversals=[row.id]))
        correction = Correction.objects.here().get(id=correction_id)
        named = CorrectionTarget.objects.here().filter(correction_id=correction_id)
        targets = list(named.values_list("observation_id", flat=True))
        facts = touched(of_correction(correction_id))
        receipt = write_act(correction, act=REVERT, by=by, key_id=None, at=again.at)
        changes = changes_for(targets, facts=facts)
        write_standings(changes.standings, by=by, at=again.at, cause=receipt.id)
        write_fact_standings(changes.facts, by=by, at=again.at, correction=correction_id)
        return True


def stand_again(standing: Mapping[UUID, str], again: Again) -> tuple[int, list[UUID], int]:
    """Decides what decisions have not brought about: (how many, which still stand better, absent).

    Such standings were given by something else than a correction of this ledger.
    """
    with workspace(again.tenancy, restricted=True):
        one_decision_at_a_time()
        here = set(_here(list(standing)))
        better = _better(standing, here)
        for wanted, kind in _KINDS.items():
            targets = [one for one in better if standing[one] == wanted]
            if targets:
                correction = _correction(uuid7(), kind, targets, again.founder, again)
                _decide(
                    correction, decision_id=uuid7(), targets=targets, by=again.founder, again=again
                )
        return len(better), _better(standing, here), len(standing) - len(here)


def stand_as_before(observation_id: UUID, *, standing: str, again: Again) -> None:
    """Decides that an observation stands as it stood before the ledger was restored.

    Inside the workspace, with `one_decision_at_a_time` taken.
    """
    targets = [observation_id]
    correction = _correction(uuid7(), _KINDS[standing], targets, again.founder, again)
    _decide(correction, decision_id=uuid7(), targets=targets, by=again.founder, again=again)


def _better(standing: Mapping[UUID, str], here: Collection[UUID]) -> list[UUID]:
    rows = CurrentStanding.objects.here().filter(observation_id__in=list(here))
    now = dict(rows.values_list("observation_id", "standing"))
    # Withdrawn is the least that it can be, whatever the file says.
    return [one for one in here if now.get(one, "reported") not in (standing[one], "withdrawn")]


def _here(observations: Sequence[UUID]) -> list[UUID]:
    rows = Observation.objects.here().filter(id__in=observations).order_by("position")
    return list(rows.values_list("id", flat=True))


def _correction(
    correction_id: UUID, kind: str, targets: Sequence[UUID], proposer: UUID, again: Again
) -> Correction:
    """The proposal that was decided, or a row in its place."""
    found = Correction.objects.here().filter(id=correction_id).first()
    if found is not None:
        return found
    event_id = f"tombstone:{correction_id}"
    proposal = Proposal(kind=kind, targets=targets, reason=DECIDED_AGAIN, event_id=event_id)
    correction = Correction(
        id=correction_id,
        workspace_id=again.tenancy.workspace_id,
        kind=kind,
        reason=proposal.reason,
        proposer_id=proposer,
        event_id=event_id,
        digest=proposal.digest(),
        detail={"restored": True},
        at=again.at,
    )
    correction.save(force_insert=True)
    CorrectionTarget.objects.all().add(
        CorrectionTarget(
            workspace_id=again.tenancy.workspace_id,
            correction=correction,
            observation_id=one,
            ordinal=ordinal,
        )
        for ordinal, one in enumerate(targets)
    )
    return correction


def _decide(
    correction: Correction,
    *,
    decision_id: UUID,
    targets: Sequence[UUID],
    by: UUID,
    again: Again,
) -> None:
    """The decision under its own id, and what it changes. It makes no fact: the wording is lost."""
    row = CorrectionDecision(
        id=decision_id,
        workspace_id=again.tenancy.workspace_id,
        correction=correction,
        proposer_id=correction.proposer_id,
        decision=ACCEPT,
        by_id=by,
        self_decided=by == correction.proposer_id,
        note=DECIDED_AGAIN,
        at=again.at,
    )
    row.save(force_insert=True)
    keep(Acts(decisions=[row.id]))
    receipt = write_act(correction, act=DECIDE, by=by, key_id=None, at=again.at)
    changes = changes_for(targets)
    write_standings(changes.standings, by=by, at=again.at, cause=receipt.id)
    write_fact_standings(changes.facts, by=by, at=again.at, correction=correction.id)
