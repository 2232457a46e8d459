"""What a proposal of consolidation was weighed from, as far as its reader sees it."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from provenance.models import Correction
from provenance.models.likeness import PAIR_KINDS
from provenance.models.observation_queries import ObservationQuerySet


def weighings_of(
    corrections: Sequence[Correction],
    *,
    targets: Mapping[UUID, Sequence[UUID]],
    in_sight: ObservationQuerySet,
) -> dict[UUID, dict[str, Any] | None]:
    """By correction; None for what nobody weighed. One query, or none. Inside the workspace.

    `support` is of the targets, which say the statement's words; `alike` proves nothing of it.
    Of these, of `counter_evidence` (by its words) and `conflicts` (pairs that wait for a person)
    those `in_sight` are listed, and the others counted as `hidden`.
    """
    weighed = [one for one in corrections if one.detail.get("by") == "consolidation"]
    named = {id_ for one in weighed for id_ in _named(one.detail)}
    seen: set[str] = set()
    if named:
        rows = in_sight.filter(lane="open", id__in=list(named))
        seen = {str(one) for one in rows.values_list("id", flat=True)}
    shapes = {
        one.id: _shape(one.detail, {str(t) for t in targets[one.id]}, seen) for one in weighed
    }
    return {one.id: shapes.get(one.id) for one in corrections}


def _named(detail: dict[str, Any]) -> set[str]:
    return {*detail["support"], *(one["observation"] for one in detail["counter_evidence"])}


def _shape(detail: dict[str, Any], targets: set[str], seen: set[str]) -> dict[str, Any]:
    support = [
        {"observation": one, **counts} for one, counts in detail["support"].items() if one in seen
    ]
    against = [one for one in detail["counter_evidence"] if one["observation"] in seen]
    wording = detail["wording"]
    return {
        "by": detail["by"],
        "independent": detail["independent"],
        "wording": {
            "by": wording["by"],
            "model": wording.get("model"),
            "observation": wording["observation"] if wording.get("observation") in seen else None,
        },
        "support": [one for one in support if one["observation"] in targets],
        "alike": [one for one in support if one["observation"] not in targets],
        "counter_evidence": [one for one in against if one["why"] not in PAIR_KINDS],
        "conflicts": [one for one in against if one["why"] in PAIR_KINDS],
        "left_out": detail["left_out"],
        "hidden": len(_named(detail) - seen),
    }
