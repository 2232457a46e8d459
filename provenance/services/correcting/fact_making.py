"""Makes a fact. Only a person's decision, or a person's own adopting turn, comes here (P11)."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from provenance.database.tenancy import current_workspace
from provenance.models import Fact, FactEvidence, FactStanding, Observation, Statement
from provenance.services.chronicle import record
from provenance.services.contributing.erased import erased_words_refused
from provenance.services.contributing.normal_form import text_sha256
from provenance.services.correcting.grounds import grounds_kept


def make_fact(
    *,
    statement_id: UUID,
    evidence: Collection[Observation],
    decided_by: UUID,
    at: datetime,
    correction_id: UUID | None = None,
    adoption_id: UUID | None = None,
) -> Fact:
    """Writes the fact, its evidence, and the beginning of its timeline: current.

    By exactly one of a correction that was accepted and an observation that adopts. What is
    adopted as it was said keeps the time for which it was said to hold. Raises Erased and
    HeldBack where the database refuses what it would stand on. Inside the workspace.
    """
    here = current_workspace()
    only = next(iter(evidence)) if len(evidence) == 1 else None
    fact = Fact(
        workspace_id=here,
        statement_id=statement_id,
        correction_id=correction_id,
        adoption_id=adoption_id,
        decided_by_id=decided_by,
        decided_at=at,
        valid_from=only.valid_from if only else None,
        valid_until=only.valid_until if only else None,
    )
    with grounds_kept():
        Fact.objects.all().add([fact])
        FactEvidence.objects.all().add(
            FactEvidence(workspace_id=here, fact=fact, observation_id=one.id) for one in evidence
        )
    made = FactStanding(
        workspace_id=here,
        fact=fact,
        standing="current",
        correction_id=correction_id,
        by_id=decided_by,
        reason="Adopted by a person's own turn." if adoption_id else "Decided by a person.",
        at=at,
    )
    FactStanding.objects.all().add([made])
    record(act="fact_made", by=decided_by, about="fact", about_id=fact.id, at=at)
    return fact


def write_statement(text: str, *, said_in: UUID | None = None) -> Statement:
    """The wording of a proposal or a fact, in a row of its own. Inside the workspace.

    `said_in` is the one observation whose words these are: the wording is erased with it. Raises
    Erased where that has happened.
    """
    statement = Statement(workspace_id=current_workspace(), text=text, said_in_id=said_in)
    with erased_words_refused():
        Statement.objects.all().add([statement])
    return statement


def sayer_of(text: str, observations: Collection[Observation]) -> UUID | None:
    """The one of these observations that says the text, compared as copies are; None for several.

    What several say stays until all of them are erased.
    """
    same = text_sha256(text)
    sayers = [one.id for one in observations if one.text_sha256 == same]
    return sayers[0] if len(sayers) == 1 else None
