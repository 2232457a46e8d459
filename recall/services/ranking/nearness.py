"""How near the question's vector is to what was said: to the best piece of a text, and on the whole."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from provenance.database.prepared import fetch
from provenance.database.tenancy import current_workspace
from recall.services.arrays import bigints
from recall.services.semantic import text_of

_NEARNESS = """
SELECT position, 1 - min(distance), 1 - avg(distance) FROM (
  SELECT position, vector <=> %(query)s::halfvec AS distance FROM embedding
  WHERE workspace_id = %(workspace)s AND embedder = %(embedder)s
  AND position = ANY(%(positions)s::bigint[])
) AS pieces GROUP BY position
"""


class Nearness(NamedTuple):
    """Cosines in [-1, 1] to the pieces of one text: the best of them, and their mean."""

    best: float
    mean: float


def nearness(*, query: np.ndarray, embedder: str, positions: Iterable[int]) -> dict[int, Nearness]:
    """The nearness of the observation at each of these ledger positions, where it has vectors of
    the embedder."""
    values = {
        "query": text_of(query),
        "workspace": current_workspace(),
        "embedder": embedder,
        "positions": bigints(positions),
    }
    return {position: Nearness(best, mean) for position, best, mean in fetch(_NEARNESS, values)}
