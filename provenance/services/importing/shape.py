"""An import as an answer shows it: where it is, what is planned, what was done."""

from typing import Any

from django.db.models import Prefetch

from provenance.models import ImportAct, ImportItem, ImportPlan, ImportRun, ImportUpload
from provenance.services.times import instant


def with_acts(plans: Any) -> Any:
    """The plans with all that `represent_plan` reads, in three queries."""
    acts = ImportAct.objects.here().select_related("by").order_by("position")
    return plans.select_related("principal", "run").prefetch_related(
        Prefetch("acts", queryset=acts)
    )


def represent_plan(plan: ImportPlan, *, whole: bool = True) -> dict[str, Any]:
    """A plan read `with_acts`. `whole=False` leaves the plan's document out, for lists."""
    run: ImportRun = plan.run
    acts = list(plan.acts.all())
    planned = next((act for act in acts if act.act == "planned"), None)
    return {
        "id": str(plan.id),
        "name": plan.name,
        "format": plan.format,
        "state": run.state,
        "code": run.code,
        "progress": {"done": run.done, "total": run.total},
        "by": plan.principal.name,
        "begun_at": instant(plan.at),
        "position": plan.position,
        **({"plan": planned.body if planned else None} if whole else {}),
        "results": run.tally.get("results", {}),
        "acts": [
            {
                "act": act.act,
                "by": act.by.name,
                "at": instant(act.at),
                "receipt": str(act.receipt_id) if act.receipt_id else None,
                "body": {} if act.act == "planned" else act.body,
            }
            for act in acts
        ],
    }


def represent_upload(upload: ImportUpload) -> dict[str, Any]:
    """A file that is being sent, in the shape of a plan that is not there yet."""
    return {
        "id": str(upload.id),
        "name": upload.name,
        "format": upload.format,
        "state": upload.state,
        "code": upload.code,
        "progress": {"done": upload.received, "total": upload.size},
        "by": upload.principal.name,
        "begun_at": instant(upload.at),
        "position": None,
        "plan": None,
        "results": {},
        "acts": [],
    }


def represent_item(item: ImportItem, *, outcome: Any) -> dict[str, Any]:
    """One item, and what became of it (None as long as nothing did)."""
    return {
        "id": str(item.id),
        "ordinal": item.ordinal,
        "file": item.file,
        "line": item.line,
        "type": item.source_type,
        "kind": item.kind,
        "speaker_role": item.speaker_role,
        "source_status": item.status,
        "time_known": item.time_known,
        "time_notes": item.time_notes,
        "disposition": item.disposition,
        "code": item.code,
        "standing": item.standing,
        "lineage": item.ancestry,
        "possible_equivalents": item.equivalents,
        "meets": str(item.meets_id) if item.meets_id else None,
        "result": outcome.result if outcome else None,
        "result_code": outcome.code if outcome else None,
        "observation": str(outcome.observation_id) if outcome and outcome.observation_id else None,
        "about": str(item.observation_id) if item.observation_id else None,
        "detail": item.detail,
    }
