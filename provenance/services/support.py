"""How many people stand behind an observation (P5): witnesses are counted, never voices."""

from collections.abc import Collection
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from provenance.database.tenancy import current_workspace
from provenance.models.lineage_edge import DERIVATIONS

# Rows of the walk over all the asked observations. What is cut can only lower a count.
_MOST = 10_000

# `walk` is each observation with its copies and all that they are derived from, transitively.
# `copies` merges each primary in it with its own copies: the earliest primary keeps its witness,
# and a withdrawn one takes its copies with it. A LIMIT 1 keeps the planner, which cannot know how
# short the walk is, from reading the whole ledger to join it.
_SUPPORT = """
WITH RECURSIVE walk (origin, node) AS (
  SELECT asked.id, asked.id FROM unnest(%(ids)s::uuid[]) AS asked (id)
  UNION
  SELECT w.origin, s.node FROM walk w CROSS JOIN LATERAL (
    SELECT e.source_id AS node FROM lineage_edge e
      WHERE e.workspace_id = %(here)s AND e.observation_id = w.node
        AND e.relation = ANY(%(derivations)s) AND e.source_id IS NOT NULL
    UNION ALL
    SELECT unnest(x.observations) FROM lineage_edge e
      JOIN exposure x ON x.workspace_id = e.workspace_id AND x.receipt_id = e.recall_id
      WHERE e.workspace_id = %(here)s AND e.observation_id = w.node
        AND e.relation = ANY(%(derivations)s) AND e.recall_id IS NOT NULL
    UNION ALL
    SELECT c.original_id FROM proven_copy c
      WHERE c.workspace_id = %(here)s AND c.observation_id = w.node
    UNION ALL
    SELECT c.observation_id FROM proven_copy c
      WHERE c.workspace_id = %(here)s AND c.original_id = w.node
  ) s
),
walked AS MATERIALIZED (SELECT origin, node FROM walk LIMIT %(most)s),
seen AS MATERIALIZED (
  SELECT w.origin, w.node, o.is_primary FROM walked w CROSS JOIN LATERAL (
    SELECT n.admitted_as = 'user_primary' AS is_primary FROM observation n
    WHERE n.workspace_id = %(here)s AND n.id = w.node LIMIT 1
  ) o
),
copies (node, same) AS (
  SELECT DISTINCT node, node FROM seen WHERE is_primary
  UNION
  SELECT k.node, s.same FROM copies k CROSS JOIN LATERAL (
    SELECT c.original_id AS same FROM proven_copy c
      WHERE c.workspace_id = %(here)s AND c.observation_id = k.same
    UNION ALL
    SELECT c.observation_id FROM proven_copy c
      WHERE c.workspace_id = %(here)s AND c.original_id = k.same
  ) s
),
merged AS MATERIALIZED (
  SELECT DISTINCT ON (k.node) k.node, k.same AS root, o.witness_id, o.holds
  FROM copies k CROSS JOIN LATERAL (
    SELECT p.witness_id, p.position, coalesce(n.standing, 'reported') <> 'withdrawn' AS holds
    FROM observation p
    LEFT JOIN current_standing n ON n.workspace_id = %(here)s AND n.observation_id = p.id
    WHERE p.workspace_id = %(here)s AND p.id = k.same AND p.admitted_as = 'user_primary' LIMIT 1
  ) o
  ORDER BY k.node, o.position
)
SELECT s.origin, count(DISTINCT m.witness_id) FILTER (WHERE m.holds),
       count(*) FILTER (WHERE s.node <> s.origin AND m.root IS DISTINCT FROM s.node)
FROM seen s LEFT JOIN merged m ON m.node = s.node
GROUP BY s.origin
"""


class Support(NamedTuple):
    """What stands behind an observation, counted over the whole workspace."""

    independent: int
    confirmations: int
    listed: int

    def represent(self) -> dict[str, int]:
        """As the contract shows it."""
        return self._asdict()


NONE = Support(0, 0, 0)


def support_of(observation_ids: Collection[UUID]) -> dict[UUID, Support]:
    """The support of each observation, in one query however many. Inside the workspace.

    `independent`: distinct witnesses over the primaries among it, its proven copies and what
    these are derived from. `listed`: everything else that was found there, weight 0.
    `confirmations` is 0: nothing records them yet.
    """
    if not observation_ids:
        return {}
    asked: dict[str, Any] = {
        "ids": list(observation_ids),
        "here": current_workspace(),
        "derivations": list(DERIVATIONS),
        "most": _MOST,
    }
    with connection.cursor() as cursor:
        cursor.execute(_SUPPORT, asked)
        counted = {
            origin: Support(independent, 0, listed)
            for origin, independent, listed in cursor.fetchall()
        }
    return {one: counted.get(one, NONE) for one in observation_ids}
