"""Reads what a change of standing reaches: down to what came of it, and up to its roots."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection

from provenance.database.tenancy import current_workspace
from provenance.models.lineage_edge import DERIVATIONS
from provenance.services.standing.rules import EFFECTS, Act, Node, Reckoned, reckon

# `recalled` unfolds the recalls that something was derived from, once: an exposure finds no index
# by what it showed.
RECALLED = """
recalled AS MATERIALIZED (
  SELECT e.observation_id, unnest(x.observations) AS source_id FROM lineage_edge e
  JOIN exposure x ON x.workspace_id = e.workspace_id AND x.receipt_id = e.recall_id
  WHERE e.workspace_id = %(here)s AND e.recall_id IS NOT NULL AND e.relation = ANY(%(derivations)s)
)
"""
# One step down from `w.node`. Copies are walked both ways: they are one event.
STEP_DOWN = """
SELECT e.observation_id AS node FROM lineage_edge e
  WHERE e.workspace_id = %(here)s AND e.source_id = w.node AND e.relation = ANY(%(derivations)s)
UNION ALL
SELECT r.observation_id FROM recalled r WHERE r.source_id = w.node
UNION ALL
SELECT c.original_id FROM live_copy c
  WHERE c.workspace_id = %(here)s AND c.observation_id = w.node
UNION ALL
SELECT c.observation_id FROM live_copy c
  WHERE c.workspace_id = %(here)s AND c.original_id = w.node
"""
_DOWN = f"""
WITH RECURSIVE {RECALLED},
walk (node) AS (
  SELECT unnest(%(ids)s::uuid[])
  UNION
  SELECT s.node FROM walk w CROSS JOIN LATERAL ({STEP_DOWN}) s
)
SELECT node FROM walk
"""  # noqa: S608 - our own SQL

_UP = """
WITH RECURSIVE walk (node) AS (
  SELECT unnest(%(ids)s::uuid[])
  UNION
  SELECT s.node FROM walk w CROSS JOIN LATERAL (
    SELECT e.source_id AS node FROM lineage_edge e
      WHERE e.workspace_id = %(here)s AND e.observation_id = w.node
        AND e.relation = ANY(%(derivations)s) AND e.source_id IS NOT NULL
    UNION ALL
    SELECT unnest(x.observations) FROM lineage_edge e
      JOIN exposure x ON x.workspace_id = e.workspace_id AND x.receipt_id = e.recall_id
      WHERE e.workspace_id = %(here)s AND e.observation_id = w.node
        AND e.relation = ANY(%(derivations)s) AND e.recall_id IS NOT NULL
    UNION ALL
    SELECT c.original_id FROM live_copy c
      WHERE c.workspace_id = %(here)s AND c.observation_id = w.node
    UNION ALL
    SELECT c.observation_id FROM live_copy c
      WHERE c.workspace_id = %(here)s AND c.original_id = w.node
  ) s
)
SELECT w.node, o.position, o.is_primary FROM walk w CROSS JOIN LATERAL (
  SELECT n.position, n.admitted_as = 'user_primary' AS is_primary FROM observation n
  WHERE n.workspace_id = %(here)s AND n.id = w.node LIMIT 1
) o
"""

_EDGES = """
SELECT e.observation_id, e.source_id FROM lineage_edge e
  WHERE e.workspace_id = %(here)s AND e.observation_id = ANY(%(ids)s::uuid[])
    AND e.relation = ANY(%(derivations)s) AND e.source_id IS NOT NULL
UNION
SELECT e.observation_id, unnest(x.observations) FROM lineage_edge e
  JOIN exposure x ON x.workspace_id = e.workspace_id AND x.receipt_id = e.recall_id
  WHERE e.workspace_id = %(here)s AND e.observation_id = ANY(%(ids)s::uuid[])
    AND e.relation = ANY(%(derivations)s) AND e.recall_id IS NOT NULL
"""

_COPIES = """
SELECT c.observation_id, c.original_id,
       c.basis = 'same_text_with_link' AND o.admitted_as = 'user_primary'
FROM live_copy c JOIN observation o ON o.workspace_id = c.workspace_id AND o.id = c.observation_id
WHERE c.workspace_id = %(here)s AND c.observation_id = ANY(%(ids)s::uuid[])
"""

# What holds of the corrections of these observations: accepted, and not taken back.
_ACTS = """
SELECT t.observation_id, c.kind, d.position FROM correction_target t
JOIN correction c ON c.workspace_id = t.workspace_id AND c.id = t.correction_id
JOIN correction_decision d ON d.workspace_id = c.workspace_id AND d.correction_id = c.id
WHERE t.workspace_id = %(here)s AND t.observation_id = ANY(%(ids)s::uuid[])
  AND d.decision = 'accept' AND c.kind = ANY(%(kinds)s)
  AND NOT EXISTS (SELECT FROM correction_reversal r
                  WHERE r.workspace_id = c.workspace_id AND r.correction_id = c.id)
"""


@dataclass(frozen=True)
class Supposed:
    """A correction that is not decided yet, or is to be taken back: what if?"""

    accepted: Sequence[Act] = ()
    reverted: frozenset[int] = frozenset()


def descendants_of(observation_ids: Collection[UUID]) -> set[UUID]:
    """These observations, their copies, and all that is proven to come from them. Exact."""
    return {row[0] for row in _rows(_DOWN, observation_ids)}


@dataclass(frozen=True, kw_only=True)
class Region:
    """Observations with all that they come from, their copies, and what was accepted of them."""

    nodes: Sequence[Node]
    edges: Sequence[tuple[UUID, UUID]]
    copies: Sequence[tuple[UUID, UUID]]
    said_again: Sequence[tuple[UUID, UUID]]
    acts: Sequence[Act]

    def standing(
        self, of: Collection[UUID], *, suppose: Supposed | None = None
    ) -> dict[UUID, Reckoned]:
        """Where those of these stand that were read, as it is or as it would be."""
        suppose = suppose or Supposed()
        standing = reckon(
            nodes=self.nodes,
            edges=self.edges,
            copies=self.copies,
            said_again=self.said_again,
            acts=[act for act in self.acts if act.position not in suppose.reverted]
            + [*suppose.accepted],
        )
        return {one: standing[one] for one in of if one in standing}


def read_region(observation_ids: Collection[UUID]) -> Region:
    """What the standing of these observations is reckoned from. Four queries. Inside the workspace."""
    nodes = [Node(*row) for row in _rows(_UP, observation_ids)]
    ids = [node.id for node in nodes]
    copies = _rows(_COPIES, ids)
    return Region(
        nodes=nodes,
        edges=_rows(_EDGES, ids),
        copies=[(one, other) for one, other, again in copies if not again],
        said_again=[(one, other) for one, other, again in copies if again],
        acts=[Act(*row) for row in _rows(_ACTS, ids)],
    )


def reckoned(
    observation_ids: Collection[UUID], *, suppose: Supposed | None = None
) -> dict[UUID, Reckoned]:
    """Where these observations stand, by their roots and copies and what was accepted.

    Four queries, however deep and wide the graph. Inside the workspace. What the restricted lane
    hides takes no part, unless it is open.
    """
    return read_region(observation_ids).standing(observation_ids, suppose=suppose)


def _rows(sql: str, observation_ids: Collection[UUID]) -> list[Any]:
    asked: dict[str, Any] = {
        "here": current_workspace(),
        "ids": list(observation_ids),
        "derivations": list(DERIVATIONS),
        "kinds": list(EFFECTS),
    }
    with connection.cursor() as cursor:
        cursor.execute(sql, asked)
        return list(cursor.fetchall())
