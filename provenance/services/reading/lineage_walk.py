"""Walks lineage in the database, within bounds, through what the reader may see alone."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection

from provenance.database.tenancy import current_workspace
from provenance.services.reading.reader import Reader

MOST_NODES = 500
# Steps, not nodes: one observation may be reached over several paths.
_MOST_STEPS = 20_000
_DIRECTIONS = {"both": [True, False], "up": [True], "down": [False]}

# `recalled` unfolds the recalls that something was derived from, once, and only to walk down.
_WALK = """
WITH RECURSIVE recalled AS MATERIALIZED (
  SELECT e.observation_id, unnest(x.observations) AS source_id FROM lineage_edge e
  JOIN exposure x ON x.workspace_id = e.workspace_id AND x.receipt_id = e.recall_id
  WHERE e.workspace_id = %s AND e.recall_id IS NOT NULL AND false = ANY(%s::boolean[])
),
walk (node, depth, up) AS (
  SELECT %s::uuid, 0, d.up FROM unnest(%s::boolean[]) AS d (up)
  UNION
  SELECT s.node, w.depth + 1, w.up FROM walk w CROSS JOIN LATERAL (
    SELECT e.source_id AS node FROM lineage_edge e
      WHERE w.up AND e.workspace_id = %s AND e.observation_id = w.node
    UNION ALL
    SELECT unnest(x.observations) FROM lineage_edge e
      JOIN exposure x ON x.workspace_id = e.workspace_id AND x.receipt_id = e.recall_id
      WHERE w.up AND e.workspace_id = %s AND e.observation_id = w.node
    UNION ALL
    SELECT o.id FROM lineage_edge e
      JOIN observation n ON n.workspace_id = e.workspace_id AND n.id = e.observation_id
      JOIN observation o ON o.workspace_id = n.workspace_id AND o.principal_id = n.principal_id
        AND o.producer_id = n.producer_id AND o.session_id = n.session_id
        AND o.event_id = e.awaited_event_id
      WHERE w.up AND e.workspace_id = %s AND e.observation_id = w.node
    UNION ALL
    SELECT c.original_id FROM live_copy c
      WHERE w.up AND c.workspace_id = %s AND c.observation_id = w.node
    UNION ALL
    SELECT e.observation_id FROM lineage_edge e
      WHERE NOT w.up AND e.workspace_id = %s AND e.source_id = w.node
    UNION ALL
    SELECT r.observation_id FROM recalled r WHERE NOT w.up AND r.source_id = w.node
    UNION ALL
    SELECT n.id FROM observation o
      JOIN lineage_edge e ON e.workspace_id = o.workspace_id AND e.awaited_event_id = o.event_id
      JOIN observation n ON n.workspace_id = e.workspace_id AND n.id = e.observation_id
        AND n.principal_id = o.principal_id AND n.producer_id = o.producer_id
        AND n.session_id = o.session_id
      WHERE NOT w.up AND o.workspace_id = %s AND o.id = w.node
    UNION ALL
    SELECT c.observation_id FROM live_copy c
      WHERE NOT w.up AND c.workspace_id = %s AND c.original_id = w.node
  ) s
  WHERE w.depth < %s AND s.node IN (VISIBLE)
),
steps AS MATERIALIZED (SELECT node, depth FROM walk LIMIT %s)
SELECT node, min(depth), (SELECT count(*) FROM steps) FROM steps
GROUP BY node ORDER BY min(depth), node LIMIT %s
"""


@dataclass(frozen=True, kw_only=True)
class Walked:
    """Each observation that was reached, with its distance; complete unless cut off."""

    nodes: dict[UUID, int]
    complete: bool


def walk(reader: Reader, *, start: UUID, direction: str, depth: int) -> Walked:
    """What `start` comes from (up), what came of it (down), or both, within `depth` edges.

    Copies are walked too. Nothing is walked through what the reader may not see. At most
    MOST_NODES observations, the nearest.
    """
    visible, reach = reader.observations().values("id").query.sql_with_params()
    here, directions = current_workspace(), _DIRECTIONS[direction]
    sql = _WALK.replace("VISIBLE", visible)
    # One edge further than asked, to know whether the depth cut something off.
    asked: list[Any] = [here, directions, start, directions, *[here] * 7, depth + 1, *reach]
    with connection.cursor() as cursor:
        cursor.execute(sql, [*asked, _MOST_STEPS, MOST_NODES + 1])
        rows = cursor.fetchall()
    nearest = {node: distance for node, distance, _ in rows[:MOST_NODES] if distance <= depth}
    cut = len(rows) > len(nearest) or rows[0][2] >= _MOST_STEPS
    return Walked(nodes=nearest, complete=not cut)
