"""Whether people have decided anything since a plan was made."""

from provenance.models import CorrectionDecision, CorrectionReversal, ImportPlan


def decided_since(plan: ImportPlan) -> bool:
    """True where a correction was decided or reverted after the plan, its own ones aside. Inside."""
    own = {"correction__event_id__startswith": f"import:{plan.id}:"}
    decisions = CorrectionDecision.objects.here().filter(position__gt=plan.position)
    reversals = CorrectionReversal.objects.here().filter(position__gt=plan.position)
    return decisions.exclude(**own).exists() or reversals.exclude(**own).exists()
