"""Standings that are not what the rules give: found, and proposed to be reckoned or rebuilt."""

from collections.abc import Iterator
from uuid import UUID

from django.db import connection

from provenance.database.tenancy import current_workspace
from provenance.models import CorrectionTarget, CurrentStanding
from provenance.services.reconciling.asked import reached
from provenance.services.reconciling.lifting import lifts
from provenance.services.reconciling.proposals import (
    MOST,
    REPAIR,
    STANDING,
    UNRESOLVED,
    Asking,
    Proposal,
    Proposals,
)
from provenance.services.standing.changes import StandingChange, changes_for

_AT_A_TIME = 500
# What is kept as the present end of a timeline, and is not.
_DRIFTED = """
SELECT coalesce(c.observation_id, e.observation_id), coalesce(c.standing, 'reported'),
       coalesce(e.standing, 'reported')
FROM (SELECT DISTINCT ON (observation_id) observation_id, standing, admission
      FROM standing_event WHERE workspace_id = %(here)s
      ORDER BY observation_id, position DESC) AS e
FULL JOIN (SELECT observation_id, standing, admission FROM current_standing
           WHERE workspace_id = %(here)s) AS c ON c.observation_id = e.observation_id
WHERE (c.standing, c.admission) IS DISTINCT FROM (e.standing, e.admission)
"""


def stored_standings(asking: Asking) -> Proposals:
    """What is to be rebuilt from its timeline, and what its timeline lacks. Inside the workspace.

    A timeline that says less than the rules (a restored copy withdraws by the word of the tombstone
    file alone) is left as it is: nothing is lifted here.
    """
    drifted = _drifted()
    rows = [_rebuilt(one, *how) for one, how in drifted.items()]
    found = {change.observation_id: change for change in _out_of_date()}
    rows += [_reckoned(change) for one, change in found.items() if one not in drifted]
    order = dict(
        reached(asking.grants)
        .filter(id__in=[row.observation for row in rows])
        .values_list("id", "position")
    )
    within = [row for row in rows if row.observation in order]
    within.sort(key=lambda row: order[row.observation])
    return Proposals(rows=within[:MOST], counts={"beyond_reach": len(rows) - len(within)})


def _drifted() -> dict[UUID, tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute(_DRIFTED, {"here": current_workspace()})
        return {one: (stored, due) for one, stored, due in cursor.fetchall()}


def _out_of_date() -> Iterator[StandingChange]:
    """Only what stands otherwise than it came, or was decided on, can reach anything else."""
    stood = CurrentStanding.objects.here().values_list("observation_id", flat=True)
    targets = CorrectionTarget.objects.here().values_list("observation_id", flat=True)
    found = sorted({*stood, *targets})
    for start in range(0, len(found), _AT_A_TIME):
        yield from changes_for(found[start : start + _AT_A_TIME]).standings


def _rebuilt(observation: UUID, stored: str, due: str) -> Proposal:
    return Proposal(
        about=STANDING,
        disposition=REPAIR,
        code="projection",
        observation=observation,
        detail={"stored": stored, "due": due},
    )


def _reckoned(change: StandingChange) -> Proposal:
    lifted = lifts(change.before, change.after)
    return Proposal(
        about=STANDING,
        disposition=UNRESOLVED if lifted else REPAIR,
        code="would_lift" if lifted else "timeline",
        observation=change.observation_id,
        detail={"stored": change.before, "due": change.after},
    )
