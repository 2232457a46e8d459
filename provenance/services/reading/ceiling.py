"""The most that an observation can count for (P6): what is derived never outranks its source."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from provenance.database.prepared import fetch
from provenance.database.tenancy import current_workspace
from provenance.models.lineage_edge import DERIVATIONS
from provenance.models.observation import ADMITTED_AS

# Highest first. What lies in another system counts as imported.
ORDER = ADMITTED_AS
LOWEST = ORDER[-1]
_ELSEWHERE = "imported"
# Rows of the walk over all the asked observations; where it is cut, the ceiling is the lowest.
_MOST = 20_000

# Along derivation edges only: a copy is not a source. The recursion is materialised to a LIMIT,
# and each observation is looked up by its id, so that the ledger is never read whole.
_CEILINGS = """
WITH RECURSIVE walk (origin, node, elsewhere) AS (
  SELECT asked.id, asked.id, false FROM unnest(%(ids)s::uuid[]) AS asked (id)
  UNION
  SELECT w.origin, s.node, s.node IS NULL FROM walk w CROSS JOIN LATERAL (
    SELECT e.source_id AS node FROM lineage_edge e
      WHERE e.workspace_id = %(here)s AND e.observation_id = w.node
        AND e.relation = ANY(%(derivations)s) AND e.recall_id IS NULL
    UNION ALL
    SELECT unnest(x.observations) FROM lineage_edge e
      JOIN exposure x ON x.workspace_id = e.workspace_id AND x.receipt_id = e.recall_id
      WHERE e.workspace_id = %(here)s AND e.observation_id = w.node
        AND e.relation = ANY(%(derivations)s) AND e.recall_id IS NOT NULL
  ) s
),
walked AS MATERIALIZED (SELECT origin, node, elsewhere FROM walk LIMIT %(most)s),
ranked AS (
  SELECT w.origin, CASE WHEN w.elsewhere THEN %(elsewhere)s ELSE (
    SELECT n.admitted_as FROM observation n
    WHERE n.workspace_id = %(here)s AND n.id = w.node LIMIT 1) END AS admitted_as
  FROM walked w
)
SELECT origin, max(array_position(%(order)s::text[], admitted_as::text)),
       (SELECT count(*) FROM walked)
FROM ranked GROUP BY origin
"""


def ceilings_of(observation_ids: Collection[UUID]) -> dict[UUID, str]:
    """The lowest class among each observation and its ancestors, in one query.

    Of `ORDER`, highest first. An ancestor that the restricted lane hides is passed over, and one
    in another system counts as imported. Inside the workspace.
    """
    if not observation_ids:
        return {}
    asked: dict[str, Any] = {
        "ids": list(observation_ids),
        "here": current_workspace(),
        "derivations": list(DERIVATIONS),
        "elsewhere": _ELSEWHERE,
        "order": list(ORDER),
        "most": _MOST,
    }
    rows = fetch(_CEILINGS, asked)
    if rows and rows[0][2] >= _MOST:
        return dict.fromkeys(observation_ids, LOWEST)
    found = {origin: ORDER[place - 1] for origin, place, _ in rows if place is not None}
    return {one: found.get(one, LOWEST) for one in observation_ids}
