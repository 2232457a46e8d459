"""Finds centroids among vectors (spherical k-means), and the nearest centroid of each vector."""

import numpy as np

from recall.embedders.port import Vectors

_ROUNDS = 3
_AT_ONCE = 4_096


def find_centroids(vectors: Vectors, *, count: int) -> Vectors:
    """`count` centroids of float32 vectors, or as many as there are vectors: shape (≤ count, dimension).

    Each of unit length, so that the cells nearest to a query by inner product are those nearest by
    angle: loose cells are not put behind. Begins with vectors drawn at random, always the same; a
    few rounds are enough where cells are small. A centroid that loses all its vectors stays where
    it was.
    """
    count = min(count, len(vectors))
    drawn = np.random.default_rng(0).choice(len(vectors), count, replace=False)
    centroids = _unit(vectors[np.sort(drawn)])
    for _ in range(_ROUNDS):
        centroids = _means(vectors, cells=nearest(vectors, centroids=centroids), before=centroids)
    return centroids


def nearest(vectors: Vectors, *, centroids: Vectors) -> np.ndarray:
    """For each vector the number of the centroid of unit length at the least angle: shape
    (len(vectors),)."""
    found = np.empty(len(vectors), np.int64)
    for start in range(0, len(vectors), _AT_ONCE):
        part = vectors[start : start + _AT_ONCE]
        found[start : start + _AT_ONCE] = np.argmax(part @ centroids.T, axis=1)
    return found


def _means(vectors: Vectors, *, cells: np.ndarray, before: Vectors) -> Vectors:
    order = np.argsort(cells, kind="stable")
    occupied, starts = np.unique(cells[order], return_index=True)
    means = before.copy()
    sums = np.add.reduceat(vectors[order], starts, axis=0)
    means[occupied] = _unit(sums)
    return means


def _unit(vectors: Vectors) -> Vectors:
    unit: Vectors = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    return unit
