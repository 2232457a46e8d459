"""What themes are made from: texts and vectors of the members, in batches, by index."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np
from django.db import connection

from provenance.database.tenancy import Tenancy, current_workspace, workspace
from recall.services.arrays import bigints

BATCH = 2_000
# The beginning of a text says what it is about.
_READ = 2_000
_MEMBERS = """
SELECT said.text, said.vector, said.ordered_at
FROM unnest(%(positions)s::bigint[]) AS m (position)
CROSS JOIN LATERAL (
  SELECT left(c.text, %(read)s) AS text, halfvec_send(e.vector) AS vector,
         o.ordered_at
  FROM observation o
  JOIN content c ON c.workspace_id = o.workspace_id AND c.observation_id = o.id
  JOIN embedding e ON e.workspace_id = o.workspace_id AND e.observation_id = o.id
  WHERE o.workspace_id = %(here)s AND o.position = m.position
  AND e.embedder = %(embedder)s AND e.piece = 0 LIMIT 1
) AS said ORDER BY m.position
"""


@dataclass(frozen=True)
class Material:
    """Texts, unit vectors as rows of one array, and event times, in the order of the ledger."""

    texts: list[str]
    vectors: Any
    times: list[datetime | None]


def read(
    positions: Sequence[int],
    *,
    tenancy: Tenancy,
    embedder: str,
    go_on: Callable[[float], bool],
) -> Material | None:
    """Those at these ledger positions; None where one is gone, or `go_on`, told the share that has
    been read, says no."""
    said: list[Any] = []
    for start in range(0, len(positions), BATCH):
        batch = positions[start : start + BATCH]
        with workspace(tenancy), connection.cursor() as cursor:
            given: dict[str, Any] = {
                "here": current_workspace(),
                "embedder": embedder,
                "read": _READ,
            }
            cursor.execute(_MEMBERS, {**given, "positions": bigints(batch)})
            rows = cursor.fetchall()
        if len(rows) < len(batch) or not go_on((start + len(batch)) / len(positions)):
            return None
        said += rows
    vectors = np.array([_vector(row[1]) for row in said], np.float32)
    return Material([row[0] for row in said], vectors, [row[2] for row in said])


def _vector(sent: bytes) -> Any:
    """As pgvector sends a halfvec: two bytes of dimension, two unused, then half floats."""
    return np.frombuffer(sent, ">f2", offset=4).astype(np.float32)
