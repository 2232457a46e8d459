"""Finds observations by meaning: cosine over halfvec, exact while small, HNSW when large."""

from typing import Any
from uuid import UUID

import numpy as np
from django.db import connection

from provenance.database.tenancy import current_workspace
from recall.models import Embedding
from recall.models.embedding import INDEXED_DIMENSION
from recall.services.found import Found, within_allowed
from recall.services.pieces import MOST_PIECES

# Exact search of this many vectors takes milliseconds, and an index shared by all workspaces
# finds too little in small ones.
EXACT_UP_TO = 10_000
EF_SEARCH = 100
# The expression of the HNSW index; without its cast the planner cannot use that index.
_INDEXED = f"vector::halfvec({INDEXED_DIMENSION}) <=> %(query)s::halfvec({INDEXED_DIMENSION})"
_PLAIN = "vector <=> %(query)s::halfvec"
_EXACTLY = """
SELECT position, max(1 - ({distance})) AS score, 0.0 AS matched FROM embedding
WHERE workspace_id = %(workspace)s AND embedder = %(embedder)s AND dimension = {dimension}
GROUP BY position ORDER BY score DESC, position DESC
"""
_NEARLY = """
SELECT position, max(score) AS score, 0.0 AS matched FROM (
  SELECT position, 1 - ({distance}) AS score FROM embedding
  WHERE workspace_id = %(workspace)s AND embedder = %(embedder)s AND dimension = {dimension}
  ORDER BY {distance} LIMIT {near}
) AS nearest GROUP BY position ORDER BY score DESC, position DESC
"""


def search_semantic(
    *, allowed: Any, query: np.ndarray, embedder: str, limit: int, near: int
) -> list[Found]:
    """The observations of `allowed` nearest to the query vector, by cosine in [-1, 1], best first.

    Of a long text its best piece counts; of equally near ones the newest comes first. Only
    vectors of the named embedder take part. Workspaces of up to EXACT_UP_TO vectors are searched
    exactly; in larger ones the `near` nearest vectors of the workspace are looked at.
    """
    exact = _is_small(embedder=embedder) or len(query) != INDEXED_DIMENSION
    if not exact:
        _search_widely()
    statement, distance = (_EXACTLY, _PLAIN) if exact else (_NEARLY, _INDEXED)
    scores = statement.format(distance=distance, dimension=len(query), near=int(near))
    parameters = {
        "query": text_of(query),
        "workspace": current_workspace(),
        "embedder": embedder,
    }
    return within_allowed(allowed=allowed, scores=scores, parameters=parameters, limit=limit)


def _is_small(*, embedder: str) -> bool:
    vectors = Embedding.objects.here().filter(embedder=embedder)
    return bool(vectors[: EXACT_UP_TO + 1].count() <= EXACT_UP_TO)


def _search_widely() -> None:
    """Lets HNSW go on until it has found enough rows of this workspace. Of this transaction."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config('hnsw.ef_search', %s, true),"
            " set_config('hnsw.iterative_scan', 'relaxed_order', true)",
            [str(EF_SEARCH)],
        )


def cosines(
    *,
    query: np.ndarray,
    embedder: str,
    observation_ids: list[UUID],
    pieces: int = MOST_PIECES,
) -> dict[UUID, float]:
    """The cosine of the query to each of these observations that has vectors of the embedder.

    The best of its first `pieces` pieces counts.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT observation_id, max(1 - (vector <=> %s::halfvec)) FROM embedding"
            " WHERE workspace_id = %s AND embedder = %s AND observation_id = ANY(%s) AND piece < %s"
            " GROUP BY observation_id",
            [text_of(query), current_workspace(), embedder, observation_ids, pieces],
        )
        return {row[0]: float(row[1]) for row in cursor.fetchall()}


def text_of(vector: np.ndarray) -> str:
    """A vector as pgvector reads it."""
    return "[" + ",".join(f"{value:.6g}" for value in vector.tolist()) + "]"
