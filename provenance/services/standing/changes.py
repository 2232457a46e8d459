"""What a decision changes: reckoned first, so that a page can show it, then written."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection

from provenance.database.tenancy import current_workspace
from provenance.models import CurrentStanding, Observation, StandingEvent
from provenance.services.correcting.fact_standing import (
    FactChange,
    TouchedFact,
    fact_changes,
    facts_on,
)
from provenance.services.standing.region import Supposed, descendants_of, reckoned
from provenance.services.standing.rules import Reckoned
from provenance.services.tombstones.acts import Acts
from provenance.services.tombstones.keeping import keep

BOUND = {
    "withdrawn": "Bound: all that it comes from is withdrawn.",
    "uncertain": "Bound: some of what it comes from is withdrawn.",
}
_ACTED = "A correction of it, or of a copy of it, was decided."
_FREED = "What bound it was taken back."


@dataclass(frozen=True, kw_only=True)
class StandingChange:
    """One observation's standing, before and after; `admission` stays."""

    observation_id: UUID
    before: str
    after: str
    admission: str
    reason: str


@dataclass(frozen=True, kw_only=True)
class Changes:
    """All that a decision changes. Observations in no particular order, facts oldest first."""

    standings: Sequence[StandingChange]
    facts: Sequence[FactChange]


def one_decision_at_a_time() -> None:
    """Decisions wait for each other, and for the arrivals that are being written.

    An arrival takes the same lock shared (`arrivals_wait`): either it sees the decision, or the
    decision sees it. Until the transaction ends.
    """
    _lock("pg_advisory_xact_lock")


def arrivals_wait() -> None:
    """An arrival waits for the decision that is being written, not for other arrivals."""
    _lock("pg_advisory_xact_lock_shared")


def changes_for(
    observation_ids: Collection[UUID],
    *,
    suppose: Supposed | None = None,
    facts: Collection[TouchedFact] = (),
) -> Changes:
    """What is out of date in the standing of these observations and of all that they reach.

    `suppose` answers "what if"; `facts` are looked at besides those that stand on what changes.
    Writes nothing. Inside the workspace.
    """
    reached = descendants_of(observation_ids)
    touched = list({fact.id: fact for fact in [*facts_on(reached), *facts]}.values())
    beside = {one for fact in touched for one in fact.stands_on}
    standing = reckoned(reached | beside, suppose=suppose)
    changes = _standing_changes({one: standing[one] for one in reached if one in standing})
    return Changes(
        standings=list(changes), facts=fact_changes(touched, standing=standing, suppose=suppose)
    )


def write_standings(
    changes: Sequence[StandingChange], *, by: UUID, at: datetime, cause: UUID | None = None
) -> None:
    """Appends one standing event for each change and moves the present end of its timeline."""
    here = current_workspace()
    events = [
        StandingEvent(
            workspace_id=here,
            observation_id=change.observation_id,
            standing=change.after,
            admission=change.admission,
            reason=change.reason,
            by_id=by,
            cause_id=cause,
            at=at,
        )
        for change in changes
    ]
    if not events:
        return
    StandingEvent.objects.all().add(events)
    keep(Acts(standings=[event.id for event in events]))
    rows = [
        CurrentStanding(
            workspace_id=here,
            observation_id=change.observation_id,
            standing=change.after,
            admission=change.admission,
            at=at,
        )
        for change in changes
    ]
    CurrentStanding.objects.all().bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["observation"],
        update_fields=["standing", "admission", "at"],
    )


def _standing_changes(standing: Mapping[UUID, Reckoned]) -> Iterator[StandingChange]:
    rows = Observation.objects.here().filter(id__in=list(standing))
    present = rows.values_list("id", "admission", "current__standing", "current__admission")
    for one, admitted, standing_now, admission_now in present:
        before, admission = standing_now or "reported", admission_now or admitted
        after = standing[one].standing
        # A standing that is better than reported was given elsewhere; corrections leave it.
        if after == "reported" and before == "current":
            after = before
        if before != after:
            yield StandingChange(
                observation_id=one,
                before=before,
                after=after,
                admission=admission,
                reason=_reason(standing[one]),
            )


def _reason(reckoned: Reckoned) -> str:
    if reckoned.bound:
        return BOUND[reckoned.standing]
    return _ACTED if reckoned.act is not None else _FREED


def _lock(function: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {function}(hashtextextended(%s, 0))",
            [f"standing of {current_workspace()}"],
        )
