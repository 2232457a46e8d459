"""Puts the vectors of a large workspace into cells, so that a search reads the nearest ones alone."""

from time import monotonic
from typing import Any

import numpy as np
from django.db import connection
from django.db.models import F, Max

from provenance.database.tenancy import Tenancy, current_workspace, workspace
from recall.embedders.port import Vectors
from recall.models import Arrangement, Embedding, VectorCell
from recall.services.centroids import find_centroids, nearest
from recall.services.in_use import in_use

# Until then there are no cells: all vectors are read, and exactly, by whatever search.
EXACT_UP_TO = 5_000
# How many vectors lie in a cell when it is made, and how many a search reads: up to so many it
# reads all cells.
PER_CELL = 48
READ = 12_000
MOST_CELLS = 8_192
# New vectors are read by every search until they are so many; then they are placed.
UNPLACED = 1_000
# Where the workspace has grown by this, cells are too large, and new ones are made.
GROWTH = 2
BATCH = 2_000
_SAMPLED_PER_CELL = 16

_SAMPLE = """
SELECT halfvec_send(vector) FROM embedding
WHERE workspace_id = %(here)s AND embedder = %(embedder)s AND position %% %(step)s = 0
ORDER BY position, piece
"""
_CENTROIDS = """
SELECT halfvec_send(centroid) FROM vector_cell
WHERE workspace_id = %(here)s AND embedder = %(embedder)s AND number >= %(first)s
ORDER BY number
"""
# Whoever erases takes the row first or waits; we pass over what is taken.
_TO_PLACE = """
SELECT id, halfvec_send(vector) FROM embedding
WHERE workspace_id = %(here)s AND embedder = %(embedder)s AND cell < %(first)s
ORDER BY cell LIMIT %(batch)s FOR UPDATE SKIP LOCKED
"""
_PLACE = """
UPDATE embedding AS e SET cell = new.cell
FROM unnest(%(ids)s::uuid[], %(cells)s::int[]) AS new (id, cell)
WHERE e.workspace_id = %(here)s AND e.id = new.id
"""


def arrange(*, tenancy: Tenancy, embedder: str, end: float = float("inf")) -> bool:
    """Finds cells where they are due and moves vectors there, BATCH to a transaction.

    `embedder` is name@revision. Searches go on meanwhile, and miss nothing for it. Begins no step
    after `end` on the monotonic clock; True once nothing is left to do. The longest step, finding
    the centroids, takes some seconds for 100,000 vectors and happens once for each doubling.
    """
    if _cells_are_due(tenancy, embedder):
        if monotonic() > end:
            return False
        _find_cells(tenancy, embedder)
    centroids = None
    while _has_to_place(tenancy, embedder):
        if monotonic() > end:
            return False
        centroids = _centroids(tenancy, embedder) if centroids is None else centroids
        _place_batch(tenancy, embedder, centroids)
    return True


def arrange_all(*, tenancy: Tenancy, end: float = float("inf")) -> bool:
    """`arrange` for the embedder in use, and for the one that is to follow it."""
    with workspace(tenancy):
        now = in_use()
    labels = [label for label in now or () if label is not None]
    return all(arrange(tenancy=tenancy, embedder=label, end=end) for label in labels)


def arrange_anew(*, tenancy: Tenancy, embedder: str) -> None:
    """Lets the next `arrange` find new cells; what lies in the present ones is found all the while."""
    with workspace(tenancy):
        Arrangement.objects.here().filter(embedder=embedder).update(vectors=0, complete=False)


def _state(embedder: str) -> Any:
    return Arrangement.objects.here().filter(embedder=embedder).first()


def _unplaced(embedder: str, *, most: int) -> int:
    rows = Embedding.objects.here().filter(embedder=embedder, cell=0)
    return int(rows[:most].count())


def _cells_are_due(tenancy: Tenancy, embedder: str) -> bool:
    with workspace(tenancy):
        state = _state(embedder)
        if state is None:
            return _unplaced(embedder, most=EXACT_UP_TO + 1) > EXACT_UP_TO
        return bool(state.complete and state.placed >= GROWTH * state.vectors) or not state.vectors


def _has_to_place(tenancy: Tenancy, embedder: str) -> bool:
    with workspace(tenancy):
        state = _state(embedder)
        if state is None:
            return False
        return not state.complete or _unplaced(embedder, most=UNPLACED) >= UNPLACED


def _find_cells(tenancy: Tenancy, embedder: str) -> None:
    with workspace(tenancy):
        before = _state(embedder)
        count = Embedding.objects.here().filter(embedder=embedder).count()
        wanted = min(MOST_CELLS, max(1, count // PER_CELL))
        sample = _read_vectors(
            _SAMPLE, embedder, step=max(1, count // (wanted * _SAMPLED_PER_CELL))
        )
    if not len(sample):
        return
    centroids = find_centroids(sample, count=wanted)
    with workspace(tenancy):
        new = Arrangement(
            workspace_id=current_workspace(), embedder=embedder, first=1, probes=1, vectors=0
        )
        Arrangement.objects.all().add([new], skip_existing=True)
        state = Arrangement.objects.here().select_for_update().get(embedder=embedder)
        if (before is not None and state.first != before.first) or (
            before is None and state.vectors
        ):
            return  # another was quicker
        cells = VectorCell.objects.here().filter(embedder=embedder)
        first = (cells.aggregate(last=Max("number"))["last"] or 0) + 1
        cells.add(
            VectorCell(workspace_id=current_workspace(), embedder=embedder, number=n, centroid=one)
            for n, one in enumerate(centroids, start=first)
        )
        state.first, state.vectors, state.placed, state.complete = first, count, 0, False
        state.probes = max(1, -(-READ * len(centroids) // count))
        state.save()


def _read_vectors(sql: str, embedder: str, **values: Any) -> Vectors:
    with connection.cursor() as cursor:
        cursor.execute(sql, {"here": current_workspace(), "embedder": embedder, **values})
        return _read([row[0] for row in cursor.fetchall()])


def _centroids(tenancy: Tenancy, embedder: str) -> tuple[int, Vectors]:
    """The number of the first current cell, and the centroids from there on."""
    with workspace(tenancy):
        first = _state(embedder).first
        return first, _read_vectors(_CENTROIDS, embedder, first=first)


def _place_batch(tenancy: Tenancy, embedder: str, current: tuple[int, Vectors]) -> None:
    first, centroids = current
    with workspace(tenancy), connection.cursor() as cursor:
        state = Arrangement.objects.here().select_for_update().get(embedder=embedder)
        given: dict[str, Any] = {
            "here": current_workspace(),
            "embedder": embedder,
            "first": first,
        }
        cursor.execute(_TO_PLACE, {**given, "batch": BATCH})
        rows = cursor.fetchall()
        if rows and state.first == first:
            cells = first + nearest(_read([row[1] for row in rows]), centroids=centroids)
            # Written cell by cell, neighbours come to lie on the same pages.
            order = np.argsort(cells, kind="stable")
            ids = [rows[place][0] for place in order]
            cursor.execute(_PLACE, {**given, "ids": ids, "cells": cells[order].tolist()})
            state.placed = F("placed") + len(rows)
        left = Embedding.objects.here().filter(embedder=embedder, cell__lt=first)
        if state.first == first and not left.exists():
            VectorCell.objects.here().filter(embedder=embedder, number__lt=first).delete()
            state.complete = True
        state.save()


def _read(sent: list[bytes]) -> Vectors:
    """Vectors as halfvec sends them: two numbers of two bytes, then the halves, the high byte first."""
    if not sent:
        return np.empty((0, 0), np.float32)
    halves = [np.frombuffer(one, ">f2", offset=4) for one in sent]
    return np.array(halves, np.float32)
