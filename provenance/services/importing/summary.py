"""The plan as a document: what would come in, as what, and what stays unresolved. Counts only."""

from datetime import datetime
from typing import Any

from django.db.models import Count

from provenance.importers.records import REASONS, TIME_NOTES
from provenance.models import ImportItem, ImportPlan
from provenance.services.importing.versions import versions
from provenance.services.times import instant

_PLACES = 50


def summary_of(plan: ImportPlan, *, tally: dict[str, Any], at: datetime) -> dict[str, Any]:
    """The plan's body. Inside the workspace."""
    items = ImportItem.objects.here().filter(plan_id=plan.id)
    skipped = tally.get("skipped", {"counts": {}, "places": {}})
    return {
        "planned_at": instant(at),
        "position": plan.position,
        "source": {
            "sha256": plan.source_sha256,
            "files": tally.get("files"),
            "bytes": tally.get("bytes"),
        },
        "versions": versions(),
        "records": items.count(),
        "dispositions": _counts(items, "disposition"),
        "types": _counts(items, "source_type"),
        "kinds": _counts(items, "kind"),
        "speakers": _counts(items, "speaker_role"),
        "admitted_as": {
            "imported": items.exclude(disposition__in=("duplicate", "refused", "invalid")).count()
        },
        "times": {
            "claimed": items.filter(time_known=True).count(),
            "unknown": items.filter(time_known=False).count(),
            "assumed_zone": plan.zone,
            "notes": {
                note: count
                for note in TIME_NOTES
                if (count := items.filter(time_notes__contains=[note]).count())
            },
        },
        "source_statuses": _counts(items, "status"),
        "standings": _counts(items.exclude(disposition__in=("refused", "invalid")), "standing"),
        "lineage": _counts(items, "ancestry"),
        "possible_equivalents": items.filter(equivalents__gt=0).count(),
        "refused": _places(items.filter(disposition__in=("refused", "invalid"))),
        "unresolved": _places(items.filter(disposition__in=("conflict", "bound"))),
        "skipped": {
            reason: {
                "count": count,
                "meaning": REASONS.get(reason, ""),
                "places": skipped["places"].get(reason, []),
            }
            for reason, count in sorted(skipped["counts"].items())
        },
        "support": [
            {"fact": fact, "before": _named(before), "after": _named(after)}
            for fact, (before, after) in sorted(tally.get("support", {}).items())
        ],
    }


def _counts(items: Any, field: str) -> dict[str, int]:
    rows = items.values_list(field).annotate(count=Count("id")).order_by(field)
    return dict(rows)


def _places(items: Any) -> list[dict[str, Any]]:
    """The first places of each rule or reason, and how many there are."""
    rows = items.values_list("code").annotate(count=Count("id")).order_by("code")
    return [
        {
            "code": code,
            "count": count,
            "places": [
                f"{file}:{line}"
                for file, line in items.filter(code=code)
                .order_by("ordinal")
                .values_list("file", "line")[:_PLACES]
            ],
        }
        for code, count in rows
    ]


def _named(support: list[int]) -> dict[str, int]:
    return dict(zip(("independent", "confirmations", "listed"), support, strict=True))
