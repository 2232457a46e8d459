"""Whether facts hold, reckoned from what they stand on (P8, P9)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery

from provenance.database.tenancy import current_workspace
from provenance.models import Fact, FactConfirmation, FactEvidence, FactStanding
from provenance.models.fact import FACT_STANDINGS
from provenance.services.correcting.fact_grounds import FactGround, grounds_of
from provenance.services.standing.region import Supposed
from provenance.services.standing.rules import RESTORE, Reckoned

REPLACING = ("correct", "supersede")
_REASONS = {
    "erased": "Its wording was erased.",
    "reverted": "The correction that made it was reverted.",
    "adoption": "The turn that adopted it is withdrawn.",
    "undone": "What it put right was restored.",
    "superseded": "What it stands on was corrected or superseded later.",
    "withdrawn": "All its evidence is withdrawn.",
    "uncertain": "Some of its evidence is withdrawn, corrected or uncertain.",
    "current": "What it stands on holds again.",
}
_MEANS = {
    "erased": "withdrawn",
    "reverted": "withdrawn",
    "adoption": "withdrawn",
    "undone": "superseded",
}


@dataclass(frozen=True, kw_only=True)
class TouchedFact:
    """A fact, and what its standing is reckoned from. `grounds` are in the order of time."""

    id: UUID
    erased: bool
    grounds: Sequence[FactGround]
    evidence: frozenset[UUID]
    before: str

    @property
    def stands_on(self) -> frozenset[UUID]:
        """Its evidence, and the turns that adopted it."""
        return self.evidence | {one.adoption_id for one in self.grounds if one.adoption_id}


@dataclass(frozen=True, kw_only=True)
class FactChange:
    """One fact's standing, before and after."""

    fact_id: UUID
    before: str
    after: str
    reason: str


def facts_on(observation_ids: Collection[UUID]) -> list[TouchedFact]:
    """The facts that stand on these observations, oldest first. Inside the workspace."""
    ids = list(observation_ids)
    evidence = FactEvidence.objects.here().filter(observation_id__in=ids)
    confirmed = FactConfirmation.objects.here().filter(adoption_id__in=ids)
    return touched(
        Q(id__in=evidence.values("fact_id"))
        | Q(adoption_id__in=ids)
        | Q(id__in=confirmed.values("fact_id"))
    )


def of_correction(correction_id: UUID) -> Q:
    """The fact that the correction made or confirmed, as a filter."""
    confirmed = FactConfirmation.objects.here().filter(correction_id=correction_id)
    return Q(correction_id=correction_id) | Q(id__in=confirmed.values("fact_id"))


def touched(which: Q) -> list[TouchedFact]:
    """The facts that the filter names, oldest first. Four queries."""
    facts = Fact.objects.here().filter(which).select_related("statement").order_by("position")
    rows = list(facts.annotate(now=Subquery(standings_of_fact().values("standing")[:1])))
    grounds = grounds_of([row.id for row in rows])
    evidence: dict[UUID, set[UUID]] = {row.id: set() for row in rows}
    listed = FactEvidence.objects.here().filter(fact_id__in=list(evidence))
    for fact_id, observation_id in listed.values_list("fact_id", "observation_id"):
        evidence[fact_id].add(observation_id)
    return [
        TouchedFact(
            id=row.id,
            erased=not row.statement.text,
            grounds=grounds[row.id],
            evidence=frozenset(evidence[row.id]),
            before=row.now or "current",
        )
        for row in rows
    ]


def standings_of_fact(fact: str = "id") -> QuerySet[FactStanding]:
    """The timeline of the outer query's fact, the latest first."""
    timeline: QuerySet[FactStanding] = FactStanding.objects.here()
    return timeline.filter(fact_id=OuterRef(fact)).order_by("-position")


def fact_changes(
    facts: Sequence[TouchedFact],
    *,
    standing: Mapping[UUID, Reckoned],
    suppose: Supposed | None = None,
) -> list[FactChange]:
    """Those facts whose standing is not what their evidence comes to."""
    reverted = suppose.reverted if suppose else frozenset()
    return list(_changes(facts, standing, reverted))


def write_fact_standings(
    changes: Collection[FactChange], *, by: UUID, at: datetime, correction: UUID | None = None
) -> None:
    """Appends one event for each change to the facts' timelines."""
    FactStanding.objects.all().add(
        FactStanding(
            workspace_id=current_workspace(),
            fact_id=change.fact_id,
            standing=change.after,
            correction_id=correction,
            by_id=by,
            reason=change.reason,
            at=at,
        )
        for change in changes
    )


def _changes(
    facts: Sequence[TouchedFact], standing: Mapping[UUID, Reckoned], reverted: frozenset[int]
) -> Iterator[FactChange]:
    for fact in facts:
        cause = _cause(fact, standing, reverted)
        after = cause if cause in FACT_STANDINGS else _MEANS[cause]
        if after != fact.before:
            yield FactChange(
                fact_id=fact.id, before=fact.before, after=after, reason=_REASONS[cause]
            )


def _cause(fact: TouchedFact, standing: Mapping[UUID, Reckoned], reverted: frozenset[int]) -> str:
    if fact.erased:
        return "erased"
    holding = [one for one in fact.grounds if one.holds(standing, reverted=reverted)]
    if not holding:
        return "reverted" if fact.grounds[0].adoption_id is None else "adoption"
    # What was put right before somebody stated it again, they knew.
    last = holding[-1]
    evidence = [standing[one] for one in fact.evidence if one in standing]
    later = [one.act.kind for one in evidence if one.act and one.act.position > last.position]
    replaced = sum(kind in REPLACING for kind in later)
    stands = [one.standing for one in evidence]
    if stands and all(one == "withdrawn" for one in stands):
        return "withdrawn"
    if evidence and replaced == len(evidence):
        return "superseded"
    if last.kind in REPLACING and evidence and later.count(RESTORE) == len(evidence):
        return "undone"
    return "uncertain" if replaced or {"withdrawn", "uncertain"} & set(stands) else "current"
