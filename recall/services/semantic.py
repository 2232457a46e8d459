"""Finds observations by meaning: cosine over halfvec, among all vectors or those of the nearest cells."""

from typing import Any
from uuid import UUID

import numpy as np

from provenance.database.prepared import fetch
from provenance.database.tenancy import current_workspace
from recall.models import Embedding
from recall.services.found import Found, within_allowed
from recall.services.pieces import MOST_PIECES

# Cells are found by equality on an index that begins with the workspace: no other workspace is
# looked at, however large. While vectors move, those of one place lie in old cells and new ones.
_CELLS = """
ARRAY(
  SELECT number FROM vector_cell
  WHERE workspace_id = %(workspace)s AND embedder = %(embedder)s
  ORDER BY centroid <#> %(query)s::halfvec, number
  LIMIT (SELECT greatest(%(fewest)s, ceil(%(wider)s::float8 * probes
                * CASE WHEN complete THEN 1 ELSE 3 END))::bigint
         FROM arrangement
         WHERE workspace_id = %(workspace)s AND embedder = %(embedder)s)
) || 0
"""
# The distance is named, so that it is computed once for each vector.
NEAREST = f"""
SELECT position, max(1 - distance) AS score, 0.0 AS matched FROM (
  SELECT position, vector <=> %(query)s::halfvec AS distance FROM embedding
  WHERE workspace_id = %(workspace)s AND embedder = %(embedder)s
  AND cell = ANY(({_CELLS})::int[])
  ORDER BY distance, position DESC LIMIT %(near)s
) AS nearest GROUP BY position ORDER BY score DESC, position DESC
"""  # noqa: S608 - our own SQL
# Where filters leave too little of the nearest, so much more of the workspace is looked at.
_WIDER = 4
# Where a workspace has few cells, a share of those that a search reads may be one or two: on the
# border between cells that is too little.
_FEWEST = 16


_COSINES = """
SELECT observation_id, max(1 - (vector <=> %(query)s::halfvec)) FROM embedding
WHERE workspace_id = %(workspace)s AND embedder = %(embedder)s
AND observation_id = ANY(%(ids)s::uuid[]) AND piece < %(pieces)s
GROUP BY observation_id
"""


def search_semantic(
    *,
    allowed: Any,
    query: np.ndarray,
    embedder: str,
    limit: int,
    near: int,
    share: float = 1.0,
) -> list[Found]:
    """The observations of `allowed` nearest to the query vector, by cosine in [-1, 1], best first.

    Of a long text its best piece counts; of equally near ones the newest comes first. Only
    vectors of the named embedder take part. Small workspaces are searched exactly; in large ones
    the cells nearest to the query are read (`arrange.py`). The `near` nearest vectors are looked
    at; where fewer than `limit` of them are allowed, all that was read, and more is.
    With a `share` below 1, of large workspaces that share of the cells is read and no more: enough
    to find what is nearly the same.
    """
    parameters = {
        "query": text_of(query),
        "workspace": current_workspace(),
        "embedder": embedder,
        "near": near,
        "wider": share,
        "fewest": _FEWEST,
    }
    found = within_allowed(allowed=allowed, scores=NEAREST, parameters=parameters, limit=limit)
    if len(found) == limit or share < 1 or not _has_more(embedder, than=near):
        return found
    all_of_them = {**parameters, "near": None, "wider": _WIDER}
    return within_allowed(allowed=allowed, scores=NEAREST, parameters=all_of_them, limit=limit)


def _has_more(embedder: str, *, than: int) -> bool:
    vectors = Embedding.objects.here().filter(embedder=embedder)
    return bool(vectors[than : than + 1].exists())


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
    values = {
        "query": text_of(query),
        "workspace": current_workspace(),
        "embedder": embedder,
        "ids": observation_ids,
        "pieces": pieces,
    }
    return dict(fetch(_COSINES, values))


def text_of(vector: np.ndarray) -> str:
    """A vector as pgvector reads it."""
    return "[" + ",".join(["%.6g"] * len(vector)) % tuple(vector.tolist()) + "]"
