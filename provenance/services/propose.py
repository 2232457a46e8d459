"""Proposes a change of standing. Nothing changes until a person decides (P11, P14)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q

from provenance.database.tenancy import current_workspace, workspace
from provenance.models import Correction, CorrectionTarget, Observation, Receipt
from provenance.problems import (
    CapabilityRequired,
    EventConflict,
    UnknownReference,
    field_error,
)
from provenance.services.access.caller import Caller
from provenance.services.access.grants import Grants, live_grants
from provenance.services.chronicle import record
from provenance.services.correcting.correction_shape import in_sight_of, represent_correction
from provenance.services.correcting.grounds import refuse_erased_ground, refuse_held_ground
from provenance.services.correcting.proposal import ADOPTING, FACT_MAKING, Proposal
from provenance.services.correcting.wording import sayer_of, write_statement
from provenance.services.receipts import PROPOSE
from provenance.services.screening.judge import Screened, judge
from provenance.services.screening.policy import policy_in_force
from provenance.services.screening.rejections import rejections_kept


@dataclass(frozen=True)
class Proposed:
    """The correction as an answer shows it, its receipt's id, and whether it was here before."""

    correction: dict[str, Any]
    receipt: UUID
    duplicate: bool
    conflict: bool = False


class _LostRaceError(Exception):
    """Somebody else's connection stored the same event a moment before."""


def propose(*, caller: Caller, proposal: Proposal, at: datetime) -> Proposed:
    """Stores the proposal and its receipt; the same event again returns the first (P3).

    Needs `propose` over every target. Raises EventConflict where the event is here with another
    digest (the fact of it is stored), CapabilityRequired, PolicyRejected, UnknownReference for a
    target that does not exist or that the caller may not see, HeldBack where it would adopt what
    is quarantined or withheld, and Erased where a fact would stand on what was erased.
    """
    with rejections_kept(caller=caller, act=PROPOSE, at=at):
        try:
            proposed = _proposed(caller=caller, proposal=proposal, at=at)
        except _LostRaceError:
            # A new transaction, so that the orphaned statement is gone and the winner is seen.
            proposed = _proposed(caller=caller, proposal=proposal, at=at)
    if proposed.conflict:
        raise EventConflict
    return proposed


def _proposed(*, caller: Caller, proposal: Proposal, at: datetime) -> Proposed:
    with workspace(caller):
        return _within(caller=caller, proposal=proposal, at=at)


def _within(*, caller: Caller, proposal: Proposal, at: datetime) -> Proposed:
    grants = live_grants(caller=caller, at=at)
    grants.require("propose")
    own = Correction.objects.here().filter(proposer_id=caller.principal_id)
    if (earlier := own.filter(event_id=proposal.event_id).first()) is not None:
        return _settle(earlier, caller=caller, grants=grants, digest=proposal.digest(), at=at)
    _screen(proposal)
    targets = _targets(proposal.targets, caller=caller, grants=grants)
    if proposal.kind in FACT_MAKING:
        refuse_erased_ground(targets)
    if proposal.kind in ADOPTING:
        refuse_held_ground(targets)
    correction = write_proposal(
        proposal, targets=targets, proposer_id=caller.principal_id, key_id=caller.key_id, at=at
    )
    receipt = _receipt(caller, outcome="accepted", event_id=proposal.event_id, at=at)
    receipt.body = {"correction": str(correction.id)}
    Receipt.objects.all().add([receipt])
    shown = represent_correction(correction, in_sight=in_sight_of(grants))
    return Proposed(shown, receipt.id, duplicate=False)


def write_proposal(
    proposal: Proposal,
    *,
    targets: Sequence[Observation],
    proposer_id: UUID,
    key_id: UUID | None,
    at: datetime,
    observation_id: UUID | None = None,
) -> Correction:
    """Writes a proposal that has been looked at, and its chronicle event. Inside the workspace.

    `observation_id` is the event that proposed it in its own words, where one did.
    """
    here = current_workspace()
    statement = None
    if proposal.statement:
        said_in = observation_id or sayer_of(proposal.statement, targets)
        statement = write_statement(proposal.statement, said_in=said_in)
    correction = Correction(
        workspace_id=here,
        kind=proposal.kind,
        statement=statement,
        reason=proposal.reason,
        proposer_id=proposer_id,
        key_id=key_id,
        event_id=proposal.event_id,
        digest=proposal.digest(),
        observation_id=observation_id,
        detail=proposal.detail,
        at=at,
    )
    Correction.objects.all().add([correction], skip_existing=True)
    if not (stored := Correction.objects.here().filter(id=correction.id).first()):
        raise _LostRaceError
    CorrectionTarget.objects.all().add(
        CorrectionTarget(
            workspace_id=here, correction=correction, observation=target, ordinal=ordinal
        )
        for ordinal, target in enumerate(targets)
    )
    record(
        act="proposed",
        by=proposer_id,
        key_id=key_id,
        about="correction",
        about_id=correction.id,
        at=at,
        detail={"kind": proposal.kind},
    )
    return stored


def _screen(proposal: Proposal) -> None:
    """Raises PolicyRejected. What would be held back as an observation is not proposed at all:
    a list of proposals is read by agents too."""
    said = (proposal.statement, proposal.reason, proposal.event_id)
    texts = tuple(text for text in said if text)
    judge(Screened(texts=texts), policy=policy_in_force()).require_admitted()


def _targets(ids: Sequence[UUID], *, caller: Caller, grants: Grants) -> list[Observation]:
    """The observations, in their order; each visible, and within a grant to propose."""
    may_see = Q(principal_id=caller.principal_id)
    for capability in ("recall", "propose"):
        if grants.of(capability):
            reach = grants.reach(capability)
            may_see = may_see | reach if reach else Q()
        if not may_see:
            break
    rows = Observation.objects.here().filter(may_see, id__in=ids).with_source()
    found = {row.id: row for row in rows}
    unknown = [
        field_error(pointer=f"/targets/{index}", code="unknown_reference")
        for index, one in enumerate(ids)
        if one not in found
    ]
    if unknown:
        raise UnknownReference(errors=unknown)
    for row in found.values():
        if not grants.over("propose", principal_id=row.principal_id, producer_id=row.producer_id):
            raise CapabilityRequired("Your propose grants do not reach every target.")
    return [found[one] for one in ids]


def _settle(
    earlier: Correction, *, caller: Caller, grants: Grants, digest: str, at: datetime
) -> Proposed:
    """The proposal is here: the first receipt for the same digest, else the fact of a conflict."""
    if earlier.digest == digest:
        receipt = Receipt.objects.here().get(
            principal_id=caller.principal_id,
            event_id=earlier.event_id,
            act=PROPOSE,
            outcome="accepted",
        )
        shown = represent_correction(earlier, in_sight=in_sight_of(grants))
        return Proposed(shown, receipt.id, duplicate=True)
    conflict = _receipt(caller, outcome="conflict", event_id=None, at=at)
    Receipt.objects.all().add([conflict])
    record(
        act="conflicted",
        by=caller.principal_id,
        key_id=caller.key_id,
        about="receipt",
        about_id=conflict.id,
        at=at,
    )
    return Proposed({}, conflict.id, duplicate=False, conflict=True)


def _receipt(caller: Caller, *, outcome: str, event_id: str | None, at: datetime) -> Receipt:
    return Receipt(
        workspace_id=caller.workspace_id,
        act=PROPOSE,
        outcome=outcome,
        principal_id=caller.principal_id,
        key_id=caller.key_id,
        event_id=event_id,
        at=at,
    )
