"""Leaves out what does not hold, and counts it."""

from collections import Counter
from datetime import datetime
from typing import Any
from uuid import UUID

from provenance.models import CurrentStanding, Observation, StandingEvent

# What each standing or admission that keeps an observation out of recall is counted as.
_OMITTED = {
    "withdrawn": "withdrawn",
    "corrected": "superseded",
    "superseded": "superseded",
    "withheld": "withheld",
    "quarantined": "withheld",
}


def omissions(*, observation_ids: list[UUID], as_of: datetime | None) -> dict[UUID, str]:
    """For each of these observations that recall leaves out: what it is counted as.

    As they stand now or, with `as_of`, as they stood at that recording time.
    """
    found: dict[UUID, str] = {}
    reported = Observation.objects.here().filter(id__in=observation_ids)
    for observation_id, admission in reported.exclude(admission="admitted").values_list(
        "id", "admission"
    ):
        found[observation_id] = _OMITTED[admission]
    for row in _standings(observation_ids=observation_ids, as_of=as_of):
        reason = _OMITTED.get(row.standing) or _OMITTED.get(row.admission)
        found.pop(row.observation_id, None)
        if reason:
            found[row.observation_id] = reason
    if as_of is not None:
        # Whatever held then: what is held back now is told to nobody.
        for row in _standings(observation_ids=observation_ids, as_of=None):
            if row.admission != "admitted":
                found[row.observation_id] = _OMITTED[row.admission]
    return found


def count(reasons: dict[UUID, str]) -> Counter[str]:
    """How many are left out for each reason."""
    return Counter(reasons.values())


def _standings(*, observation_ids: list[UUID], as_of: datetime | None) -> Any:
    if as_of is None:
        return CurrentStanding.objects.here().filter(observation_id__in=observation_ids)
    return (
        StandingEvent.objects.here()
        .filter(observation_id__in=observation_ids, at__lte=as_of)
        .order_by("observation_id", "-position")
        .distinct("observation_id")
    )
