"""Which of some observations a conversation was shown."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from provenance.database.prepared import fetch
from provenance.database.tenancy import current_workspace
from provenance.models import Observation

# Of one conversation's exposures, and of its principal's without a session, the newest are read.
_MOST = 5_000
_SLACK = timedelta(minutes=1)

# Row security keeps the planner from any index over the array (its operators are not leakproof),
# so the exposures are found by whom they were shown to, each kind by an index of its own.
_TO_THE_SESSION = """
  (SELECT observations FROM exposure
   WHERE workspace_id = %(here)s AND session = %(session)s
     AND ((harness = %(harness)s AND instance = %(instance)s)
          OR (harness IS NULL AND principal_id = %(principal)s))
     AND at BETWEEN %(since)s AND %(until)s
   ORDER BY at DESC LIMIT %(most)s)
  UNION ALL
"""
_SEEN = """
WITH shown AS MATERIALIZED ({first}
  (SELECT observations FROM exposure
   WHERE workspace_id = %(here)s AND principal_id = %(principal)s AND {sessions}
     AND at BETWEEN %(since)s AND %(until)s
   ORDER BY at DESC LIMIT %(most)s)
)
SELECT DISTINCT one.id FROM shown, unnest(shown.observations) AS one (id)
WHERE one.id = ANY(%(ids)s::uuid[])
"""
_WITHOUT_SESSION = _SEEN.format(first=_TO_THE_SESSION, sessions="session IS NULL")
_ANY_SESSION = _SEEN.format(first="", sessions="true")


def shown_among(
    observations: Sequence[Observation], *, to: Observation, until: datetime
) -> set[UUID]:
    """The ids of those observations that were shown to the session of `to`, up to `until`.

    Shown to the session: by any principal that named it at the same producer, or by `to`'s own
    principal without naming a session. What bears no session may belong to any of its
    principal's, so everything that was shown to the principal counts. One query.
    """
    session = to.session
    asked: dict[str, Any] = {
        "here": current_workspace(),
        "principal": to.principal_id,
        # Nothing is shown before it is recorded; doors read their clocks before they read rows.
        "since": min(one.recorded_at for one in observations) - _SLACK,
        "until": until,
        "most": _MOST,
        "ids": [one.id for one in observations],
    }
    if session is None:
        return {one for (one,) in fetch(_ANY_SESSION, asked)}
    asked |= {
        "session": session.external_id,
        "harness": to.producer.harness,
        "instance": to.producer.instance,
    }
    return {one for (one,) in fetch(_WITHOUT_SESSION, asked)}
