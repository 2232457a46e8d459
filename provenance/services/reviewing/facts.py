"""Facts for the pages that show them: one of them with all that it stands on, or a list."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from provenance.models import FactConfirmation, FactEvidence, FactStanding, Observation
from provenance.problems import NotFound
from provenance.services.correcting.fact_shape import evidence_of, visible_facts
from provenance.services.reading.facts import FactFilters, facts_page
from provenance.services.reading.pages import Turn
from provenance.services.reading.reader import Reader
from provenance.services.reading.support import Support, support_of_facts

MOST_EVIDENCE = 50
MOST_WORDINGS = 20


@dataclass(frozen=True, kw_only=True)
class Listed:
    """One fact of a list: the fact (`visible_facts`), and what stands behind it."""

    fact: Any
    support: Support
    evidence: Sequence[UUID]


@dataclass(frozen=True, kw_only=True)
class FactSheet:
    """One fact. `evidence` are the first of `evidence_count`; `wordings` are the facts, this one
    with them, that stand on any of the same observations, oldest first. Times are aware.

    `adoption` is the turn that made it, where the reader may see that."""

    fact: Any
    support: Support
    evidence: Sequence[Observation]
    evidence_count: int
    adoption: UUID | None
    timeline: Sequence[FactStanding]
    confirmations: Sequence[FactConfirmation]
    wordings: Sequence[Any]
    shown: Collection[UUID]

    @property
    def more(self) -> int:
        """How much of the evidence is not listed."""
        return self.evidence_count - len(self.evidence)


def listed_facts(
    reader: Reader, *, filters: FactFilters, turn: Turn
) -> tuple[list[Listed], UUID | None]:
    """One page, the latest first, and the last one's id where more follow. A fixed number of
    queries."""
    page = facts_page(reader, filters=filters, turn=turn)
    rows = with_support(page.rows)
    return rows, rows[-1].fact.id if page.next else None


def with_support(facts: Sequence[Any]) -> list[Listed]:
    """The facts with what stands behind them. Three queries, however many."""
    ids = [fact.id for fact in facts]
    evidence, support = evidence_of(ids), support_of_facts(ids)
    return [Listed(fact=one, support=support[one.id], evidence=evidence[one.id]) for one in facts]


def fact_sheet(reader: Reader, *, fact_id: UUID) -> FactSheet:
    """The sheet. NotFound alike for none and for what the reader may not see."""
    fact = visible_facts(reader).filter(id=fact_id).first()
    if fact is None:
        raise NotFound
    ids = evidence_of([fact_id])[fact_id]
    rows = reader.observations().filter(id__in=ids[:MOST_EVIDENCE]).with_source()
    evidence = reader.as_seen(list(rows.order_by("position")))
    same = FactEvidence.objects.here().filter(observation_id__in=ids).values("fact_id")
    wordings = visible_facts(reader).filter(id__in=same).order_by("position")[:MOST_WORDINGS]
    timeline = FactStanding.objects.here().filter(fact_id=fact_id).select_related("by")
    confirmed = FactConfirmation.objects.here().filter(fact_id=fact_id).select_related("by")
    adopted = reader.observations().filter(id=fact.adoption_id)
    others = list(wordings)
    told = evidence_of([one.id for one in others])
    return FactSheet(
        fact=fact,
        support=support_of_facts([fact_id])[fact_id],
        evidence=evidence,
        evidence_count=len(ids),
        adoption=adopted.values_list("id", flat=True).first() if fact.adoption_id else None,
        timeline=list(timeline.order_by("position")),
        confirmations=list(confirmed.order_by("position")),
        wordings=others,
        shown={one for shown in told.values() for one in shown},
    )
