"""The acts of people by which a fact is one: that which made it, and those that confirmed it."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Subquery

from provenance.models import CorrectionDecision, CorrectionReversal, Fact, FactConfirmation
from provenance.services.standing.rules import Reckoned


@dataclass(frozen=True, kw_only=True)
class FactGround:
    """One act: a correction of some kind that was accepted, or a turn that adopts.

    `decided` is the position of the correction's decision.
    """

    position: int
    kind: str | None
    decided: int | None
    reverted: bool
    adoption_id: UUID | None

    def holds(self, standing: Mapping[UUID, Reckoned], *, reverted: frozenset[int]) -> bool:
        """False where the correction was taken back (or is supposed to be), or the turn withdrawn."""
        if self.reverted or self.decided in reverted:
            return False
        turn = standing.get(self.adoption_id) if self.adoption_id else None
        return turn is None or turn.standing != "withdrawn"


def grounds_of(fact_ids: Collection[UUID]) -> dict[UUID, Sequence[FactGround]]:
    """The acts behind each fact, in the order of time. Two queries, however many."""
    found: dict[UUID, list[FactGround]] = defaultdict(list)
    for row in _with_decision(Fact.objects.here().filter(id__in=list(fact_ids))):
        found[row.id].append(_ground(row))
    confirmations = FactConfirmation.objects.here().filter(fact_id__in=list(fact_ids))
    for row in _with_decision(confirmations):
        found[row.fact_id].append(_ground(row))
    return dict(found)


def _with_decision(rows: Any) -> Any:
    of_it = {"correction_id": OuterRef("correction_id")}
    decisions = CorrectionDecision.objects.here().filter(**of_it)
    return (
        rows.select_related("correction")
        .annotate(
            decided=Subquery(decisions.values("position")[:1]),
            reverted=Exists(CorrectionReversal.objects.here().filter(**of_it)),
        )
        .order_by("position")
    )


def _ground(row: Any) -> FactGround:
    return FactGround(
        position=row.position,
        kind=row.correction.kind if row.correction else None,
        decided=row.decided,
        reverted=row.reverted,
        adoption_id=row.adoption_id,
    )
