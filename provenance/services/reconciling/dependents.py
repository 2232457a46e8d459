"""What later acts stand on a reconciliation that is taken back: reported, never undone."""

from typing import Any

from django.db.models import Q

from provenance.models import (
    CorrectionDecision,
    CorrectionTarget,
    Erasure,
    FactEvidence,
    ImportItem,
    ImportOutcome,
    ImportPlan,
    LineageEdge,
    ProvenCopy,
)
from provenance.models.lineage_edge import DERIVATIONS

_NAMED = 50


def dependents(plan: ImportPlan) -> dict[str, Any]:
    """Numbers, and first ids, of what came after the plan and touches what it mapped. Inside.

    What was derived from either event, facts on them, corrections decided on them, erasures that
    reached from one to the other, and mappings of other plans.
    """
    outcomes = ImportOutcome.objects.here().filter(plan_id=plan.id, result="accepted")
    items = ImportItem.objects.here().filter(id__in=outcomes.values("item_id"))
    ends = {one for pair in items.values_list("observation_id", "meets_id") for one in pair if one}
    later = {"position__gt": plan.position}
    derived = LineageEdge.objects.here().filter(
        source_id__in=ends, relation__in=DERIVATIONS, observation_position__gt=plan.position
    )
    facts = FactEvidence.objects.here().filter(
        observation_id__in=ends, fact__position__gt=plan.position
    )
    targets = CorrectionTarget.objects.here().filter(observation_id__in=ends)
    decisions = CorrectionDecision.objects.here().filter(
        correction_id__in=targets.values("correction_id"), **later
    )
    erased = Erasure.objects.here().filter(observation_id__in=ends, at__gte=plan.at)
    mapped = ProvenCopy.objects.live().filter(
        Q(observation_id__in=ends) | Q(original_id__in=ends), mapping__isnull=False
    )
    others = mapped.exclude(mapping__plan_id=plan.id)
    return {
        "derived": _told(derived.values_list("observation_id", flat=True)),
        "facts": _told(facts.values_list("fact_id", flat=True)),
        "corrections": _told(decisions.values_list("correction_id", flat=True)),
        "erasures": _told(erased.values_list("observation_id", flat=True)),
        "mappings": _told(others.values_list("mapping__plan_id", flat=True)),
    }


def _told(ids: Any) -> dict[str, Any]:
    distinct = ids.order_by().distinct()
    return {"count": distinct.count(), "first": [str(one) for one in distinct[:_NAMED]]}
