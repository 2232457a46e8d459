"""Makes the present end of the standing timelines again, from the timelines (P1, P8)."""

from collections.abc import Collection
from uuid import UUID

from provenance.database.tenancy import current_workspace
from provenance.models import CurrentStanding, StandingEvent


def rebuild_standing(*, observation_ids: Collection[UUID]) -> int:
    """Replaces the current standing of these observations; returns how many have one.

    Inside the workspace. A change that is decided meanwhile stands: where its row is locked the
    deletion waits and the timeline is read after it, and where its row is new ours gives way.
    """
    CurrentStanding.objects.here().filter(observation_id__in=observation_ids).delete()
    last = (
        StandingEvent.objects.here()
        .filter(observation_id__in=observation_ids)
        .order_by("observation_id", "-position")
        .distinct("observation_id")
    )
    rows = [
        CurrentStanding(
            workspace_id=current_workspace(),
            observation_id=event.observation_id,
            standing=event.standing,
            admission=event.admission,
            at=event.at,
        )
        for event in last
    ]
    CurrentStanding.objects.all().add(rows, skip_existing=True)
    return len(rows)
