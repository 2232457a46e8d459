"""How near the question's vector is to what was said: to the best piece of a text, and on the whole."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from django.db import connection

from provenance.database.tenancy import current_workspace
from recall.services.arrays import bigints
from recall.services.semantic import text_of


@dataclass(frozen=True)
class Nearness:
    """Cosines in [-1, 1] to the pieces of one text: the best of them, and their mean."""

    best: float
    mean: float


def nearness(*, query: np.ndarray, embedder: str, positions: Iterable[int]) -> dict[int, Nearness]:
    """The nearness of the observation at each of these ledger positions, where it has vectors of
    the embedder."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT position, 1 - min(vector <=> %(query)s::halfvec),"
            " 1 - avg(vector <=> %(query)s::halfvec) FROM embedding"
            " WHERE workspace_id = %(workspace)s AND embedder = %(embedder)s"
            " AND position = ANY(%(positions)s::bigint[]) GROUP BY position",
            {
                "query": text_of(query),
                "workspace": current_workspace(),
                "embedder": embedder,
                "positions": bigints(positions),
            },
        )
        return {row[0]: Nearness(float(row[1]), float(row[2])) for row in cursor.fetchall()}
