"""Centroids lie where vectors are, and each vector goes to the nearest."""

import numpy as np
import pytest

from recall.services import centroids as finding
from recall.services.centroids import find_centroids, nearest

RANDOM = np.random.default_rng(7)


def drawn(count: int, dimension: int = 8) -> np.ndarray:
    return RANDOM.standard_normal((count, dimension)).astype(np.float32)


def unit(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def test_each_vector_goes_to_the_centroid_at_the_least_angle(monkeypatch):
    monkeypatch.setattr(finding, "_AT_ONCE", 7)
    vectors, centroids = drawn(50), unit(drawn(9))
    cosines = unit(vectors) @ centroids.T
    assert nearest(vectors, centroids=centroids).tolist() == cosines.argmax(axis=1).tolist()


def test_a_cell_is_no_nearer_for_its_length():
    short, long = drawn(40) * 0.1, drawn(40) * 10
    found = find_centroids(np.concatenate([short, long]), count=12)
    assert np.linalg.norm(found, axis=1) == pytest.approx(1, rel=1e-5)


def test_groups_are_found(monkeypatch):
    monkeypatch.setattr(finding, "_ROUNDS", 20)
    middles = 100 * np.eye(3, 8, dtype=np.float32)
    vectors = np.concatenate([middle + drawn(40) for middle in middles])
    found = find_centroids(vectors, count=12)
    groups = nearest(found, centroids=middles)
    assert set(groups.tolist()) == {0, 1, 2}
    for group in range(3):
        members = nearest(vectors, centroids=found)[40 * group : 40 * (group + 1)]
        assert set(groups[members].tolist()) == {group}


def test_the_same_vectors_have_the_same_centroids():
    vectors = drawn(100)
    assert (find_centroids(vectors, count=9) == find_centroids(vectors, count=9)).all()


def test_equal_vectors_leave_centroids_without_any_where_they_are():
    vectors = np.ones((30, 8), np.float32)
    found = find_centroids(vectors, count=5)
    assert found.shape == (5, 8)
    assert found == pytest.approx(8**-0.5)


def test_no_more_centroids_than_vectors():
    assert find_centroids(drawn(3), count=9).shape == (3, 8)
