"""Vectors to clusters: HDBSCAN on their principal components. A program of its own.

`python -m recall.services.themes.clusters` reads a float32 array of (texts, dimension) in NumPy's
format and writes an int32 array: the cluster of each text, -1 for none. The same input in the same
order gives the same clusters: nothing is drawn by lot, and one thread adds in one order.
"""

import sys
from io import BytesIO
from typing import Any

import numpy as np

FEWEST = 3
# In all 384 dimensions everything is about equally far away: four texts of five are in no cluster,
# and a thousand take seconds. What is common to all texts of a window goes with the mean.
_COMPONENTS = 16
_NEIGHBOURS = 3


def clusters_of(vectors: Any) -> Any:
    """The cluster of each vector, from 0 on; -1 where it is in none."""
    count = len(vectors)
    if count < 2 * FEWEST:
        return np.full(count, -1, np.int32)
    from sklearn.cluster import HDBSCAN  # noqa: PLC0415 - a second, and none for a few texts

    found = HDBSCAN(
        min_cluster_size=least_size(count),
        min_samples=_NEIGHBOURS,
        # The innermost clusters: excess of mass makes one of half of a conversation.
        cluster_selection_method="leaf",
        algorithm="kd_tree",
        copy=True,
    ).fit(_components(vectors))
    return found.labels_.astype(np.int32)


def least_size(count: int) -> int:
    """How many of so many texts make a theme: 3 of up to 200, 9 of 1,200, 35 of 20,000."""
    return max(FEWEST, round(count**0.5 / 4))


def _components(vectors: Any) -> Any:
    centred = vectors.astype(np.float64) - vectors.mean(axis=0, dtype=np.float64)
    _, directions = np.linalg.eigh(centred.T @ centred)
    most = centred @ directions[:, ::-1][:, :_COMPONENTS]
    # By direction alone: a text near the mean of all is not nearer to every other.
    lengths = np.linalg.norm(most, axis=1, keepdims=True)
    return most / np.maximum(lengths, 1e-12)


def _main() -> None:
    vectors = np.load(BytesIO(sys.stdin.buffer.read()), allow_pickle=False)
    made = BytesIO()
    np.save(made, clusters_of(vectors))
    sys.stdout.buffer.write(made.getvalue())


if __name__ == "__main__":
    _main()
