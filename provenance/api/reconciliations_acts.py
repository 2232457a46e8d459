"""What people do with a reconciliation: the acts of an import, at a door of its own."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view

from provenance.services.reconciling.asked import RECONCILIATIONS

from .imports_acts import ApplyView, CancelView, ResumeView, RollbackView
from .imports_body import ApplyBody, ImportShown


def _described(name: str, summary: str, meaning: str, *, request: Any = None) -> Any:
    return extend_schema_view(
        post=extend_schema(
            operation_id=f"reconciliations_{name}",
            summary=summary,
            description=meaning,
            tags=["reconciliations"],
            request=request,
            responses={202: OpenApiResponse(ImportShown, description="Asked for.")},
        )
    )


@_described(
    "apply",
    "Apply a reconciliation, or some of its items",
    "A person's act. Works in the background. Each item is applied once, however often this is "
    "asked; what a decision or an erasure has overtaken since the plan was made is not applied, "
    "and reported `stale`.",
    request=ApplyBody,
)
class ReconciliationApplyView(ApplyView):
    """A plan put into effect."""

    family = RECONCILIATIONS


@_described(
    "cancel",
    "Stop planning or applying a reconciliation",
    "What is committed stays, and `resume` goes on from there.",
)
class ReconciliationCancelView(CancelView):
    """Planning or applying, stopped."""

    family = RECONCILIATIONS


@_described(
    "resume",
    "Go on with a reconciliation that was cancelled or has failed",
    "From exactly where it was.",
)
class ReconciliationResumeView(ResumeView):
    """What was stopped, taken up."""

    family = RECONCILIATIONS


@_described(
    "rollback",
    "Take a reconciliation back",
    "A person's act. What was mapped is two again, pairs are open again, and everything stands as "
    "the decisions about it leave it. What later acts stand on it is reported.",
)
class ReconciliationRollbackView(RollbackView):
    """A plan's effect, taken back."""

    family = RECONCILIATIONS
