"""The plan of a reconciliation as a document, in the words of a plan of an import."""

from datetime import datetime
from typing import Any

from django.db.models import Count

from provenance.models import ImportItem, ImportPlan
from provenance.services.times import instant

_FIRST = 50
_COUNTS = ("independent", "confirmations", "listed")


def summary_of(plan: ImportPlan, *, tally: dict[str, Any], at: datetime) -> dict[str, Any]:
    """The plan's body: what an import has and a reconciliation has not is empty. Inside."""
    items = ImportItem.objects.here().filter(plan_id=plan.id)
    left = items.filter(disposition__in=("unresolved", "unknown"))
    return {
        "planned_at": instant(at),
        "position": plan.position,
        "source": {"sha256": plan.source_sha256, "files": 0, "bytes": 0},
        "asked": plan.asked,
        "records": items.count(),
        "dispositions": _counts(items, "disposition"),
        "why": _counts(items, "code"),
        "types": _counts(items, "source_type"),
        "kinds": _counts(items, "kind"),
        "speakers": _counts(items, "speaker_role"),
        "admitted_as": {},
        "times": {
            "claimed": items.filter(time_known=True).count(),
            "unknown": items.filter(time_known=False).count(),
            "notes": {},
        },
        "source_statuses": {},
        "standings": _counts(items, "standing"),
        "lineage": {},
        "possible_equivalents": 0,
        "refused": [],
        "unresolved": _named(left),
        "skipped": {},
        "not_proposed": tally.get("counts", {}),
        "sources": _sources(items.filter(disposition="unknown")),
        # Of all items, each for itself: what would stand otherwise, and count for fewer people.
        "would_change": tally.get("moved", {}),
        "support": [
            {"fact": fact, "before": _shown(before), "after": _shown(after)}
            for fact, (before, after) in sorted(tally.get("support", {}).items())
        ],
    }


def _counts(items: Any, field: str) -> dict[str, int]:
    rows = items.values_list(field).annotate(count=Count("id")).order_by(field)
    return {str(name): count for name, count in rows if name}


def _named(items: Any) -> list[dict[str, Any]]:
    """How many there are for each reason, and the first observations."""
    return [
        {
            "code": code,
            "count": count,
            "places": [
                str(one)
                for one in items.filter(code=code)
                .order_by("ordinal")
                .values_list("observation_id", flat=True)[:_FIRST]
            ],
        }
        for code, count in _counts(items, "code").items()
    ]


def _sources(items: Any) -> dict[str, int]:
    """Where observations of unknown time come from."""
    producer = ("observation__producer__harness", "observation__producer__instance")
    rows = items.values_list(*producer).annotate(count=Count("id")).order_by(*producer)
    return {f"{harness}/{instance}": count for harness, instance, count in rows}


def _shown(counts: Any) -> dict[str, int]:
    return dict(zip(_COUNTS, counts, strict=True))
