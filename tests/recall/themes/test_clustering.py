"""Vectors to clusters, and the process that does it."""

import subprocess
from time import monotonic

import numpy as np
import pytest

from recall.services.themes import clustering
from recall.services.themes.clustering import ClusteringError, cluster
from recall.services.themes.clusters import clusters_of, least_size


def crowds(*sizes: int, dimension: int = 24, noise: int = 0) -> np.ndarray:
    """Unit vectors around a centre for each crowd, and some around none."""
    random = np.random.default_rng(7)
    rows = [
        random.standard_normal(dimension) * 4 + random.standard_normal((size, dimension)) * 0.4
        for size in sizes
    ]
    rows.append(random.standard_normal((noise, dimension)) * 4)
    found = np.concatenate(rows).astype(np.float32)
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def test_each_crowd_is_a_cluster():
    found = clusters_of(crowds(8, 6, 5))
    groups = [set(found[:8]), set(found[8:14]), set(found[14:])]
    assert all(len(group) == 1 for group in groups)
    assert len(set.union(*groups)) == 3
    assert -1 not in found


def test_who_stands_alone_is_in_no_cluster():
    found = clusters_of(crowds(20, 15, 10, noise=15))
    assert [len(set(found[:20])), len(set(found[20:35])), len(set(found[35:45]))] == [1, 1, 1]
    assert -1 in found[45:]


@pytest.mark.parametrize("count", [0, 1, 5])
def test_a_few_are_no_cluster(count):
    assert list(clusters_of(crowds(count))) == [-1] * count


def test_texts_that_are_all_the_same_do_not_fail():
    same = np.ones((10, 8), np.float32) / np.float32(8**0.5)
    assert len(clusters_of(same)) == 10


def test_large_windows_have_larger_themes():
    assert [least_size(count) for count in (6, 200, 1_200, 20_000)] == [3, 4, 9, 35]


def test_the_process_says_the_same_each_time():
    vectors = crowds(8, 6, 5, noise=4)
    first = cluster(vectors, go_on=lambda: True)
    assert (first == cluster(vectors, go_on=lambda: True)).all()
    assert (first == clusters_of(vectors)).all()


def slow(monkeypatch, program: str) -> None:
    monkeypatch.setattr(clustering, "_LOOK_SECONDS", 0.05)
    begin = subprocess.Popen

    def other(command, **more):
        return begin([command[0], "-c", program], **more)

    monkeypatch.setattr(clustering.subprocess, "Popen", other)


def test_what_is_not_wanted_any_more_is_ended_at_once(monkeypatch):
    slow(monkeypatch, "import time; time.sleep(60)")
    begun, asked = monotonic(), []
    assert cluster(crowds(6), go_on=lambda: bool(asked.append(1))) is None
    assert asked == [1]
    assert monotonic() - begun < 30


@pytest.mark.parametrize("program", ["raise SystemExit(1)", "import time; time.sleep(60)"])
def test_a_process_that_fails_or_is_too_slow_is_an_error(monkeypatch, program):
    slow(monkeypatch, program)
    monkeypatch.setattr(clustering, "MOST_SECONDS", 3.0 if "raise" in program else 0.2)
    with pytest.raises(ClusteringError):
        cluster(crowds(6), go_on=lambda: True)
