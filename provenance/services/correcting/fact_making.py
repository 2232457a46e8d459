"""Makes a fact. Only a person's decision, or a person's own adopting turn, comes here (P11)."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from provenance.database.tenancy import current_workspace
from provenance.models import (
    Fact,
    FactConfirmation,
    FactEvidence,
    FactStanding,
    Observation,
)
from provenance.services.chronicle import record
from provenance.services.correcting.fact_identity import identities
from provenance.services.correcting.grounds import grounds_kept
from provenance.services.correcting.wording import Wording


class Made(NamedTuple):
    """The fact, and whether it was here before: then the act confirmed it."""

    id: UUID
    confirmed: bool


class _ThereIsOneError(Exception):
    """The database keeps a fact of this identity."""


def make_fact(
    *,
    wording: Wording,
    evidence: Collection[Observation],
    decided_by: UUID,
    at: datetime,
    correction_id: UUID | None = None,
    adoption_id: UUID | None = None,
) -> Made:
    """Writes the fact, its evidence, and the beginning of its timeline: current.

    By exactly one of a correction that was accepted and an observation that adopts. Where the
    same is a fact already, on the same evidence, the act confirms that one, and none is made. What
    is adopted as it was said keeps the time for which it was said to hold. Raises Erased and
    HeldBack where the database refuses what it would stand on. Inside the workspace.
    """
    by_act = {"correction_id": correction_id, "adoption_id": adoption_id}
    for identity in identities(wording.text, evidence):
        try:
            # A savepoint: the wording of a fact that is not made goes with it.
            with transaction.atomic(), grounds_kept():
                fact = _written(identity, wording, evidence, by=decided_by, at=at, **by_act)
        except _ThereIsOneError:
            there = Fact.objects.here().select_related("statement").get(identity=identity)
            # One whose wording was erased says nothing any more, and nobody confirms it.
            if not there.statement.text:
                continue
            _confirm(there.id, by=decided_by, at=at, **by_act)
            return Made(there.id, confirmed=True)
        return Made(fact.id, confirmed=False)
    raise AssertionError("unreachable: there is always a further identity")


def _written(
    identity: str,
    wording: Wording,
    evidence: Collection[Observation],
    *,
    by: UUID,
    at: datetime,
    correction_id: UUID | None,
    adoption_id: UUID | None,
) -> Fact:
    here = current_workspace()
    only = next(iter(evidence)) if len(evidence) == 1 else None
    fact = Fact(
        workspace_id=here,
        identity=identity,
        statement_id=wording.statement_id(),
        correction_id=correction_id,
        adoption_id=adoption_id,
        decided_by_id=by,
        decided_at=at,
        valid_from=only.valid_from if only else None,
        valid_until=only.valid_until if only else None,
    )
    # `one_fact_per_statement_and_ground` lets one stand; the second statement sees whose.
    Fact.objects.all().add([fact], skip_existing=True)
    if not Fact.objects.here().filter(id=fact.id).exists():
        raise _ThereIsOneError
    FactEvidence.objects.all().add(
        FactEvidence(workspace_id=here, fact=fact, observation_id=one.id) for one in evidence
    )
    made = FactStanding(
        workspace_id=here,
        fact=fact,
        standing="current",
        correction_id=correction_id,
        by_id=by,
        reason="Adopted by a person's own turn." if adoption_id else "Decided by a person.",
        at=at,
    )
    FactStanding.objects.all().add([made])
    record(act="fact_made", by=by, about="fact", about_id=fact.id, at=at)
    return fact


def _confirm(
    fact_id: UUID, *, by: UUID, at: datetime, correction_id: UUID | None, adoption_id: UUID | None
) -> None:
    confirmation = FactConfirmation(
        workspace_id=current_workspace(),
        fact_id=fact_id,
        correction_id=correction_id,
        adoption_id=adoption_id,
        by_id=by,
        at=at,
    )
    FactConfirmation.objects.all().add([confirmation])
    record(act="fact_confirmed", by=by, about="fact", about_id=fact_id, at=at)
