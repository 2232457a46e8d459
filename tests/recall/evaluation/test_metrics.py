"""The numbers, against what can be reckoned by hand."""

from math import log2

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recall.evaluation.abstention import auroc, coverage
from recall.evaluation.intervals import estimate
from recall.evaluation.metrics import METRICS, scores

# How long an example takes says something of the machine alone; the examples are the same each time.
unhurried = settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])

SESSIONS = {name: name[0] for name in ("a1", "a2", "b1", "b2", "c1", "d1", "e1", "f1")}


def score(ranked, gold, gold_sessions=()):
    return scores(ranked, gold=gold, session_of=SESSIONS, gold_sessions=gold_sessions)


def test_the_share_of_the_evidence_some_of_it_and_all_of_it():
    found = score(["c1", "a1", "b1"], gold=["a1", "b2"])
    assert found["recall@1"] == found["any@1"] == found["all@1"] == 0.0
    assert found["recall@5"] == 0.5
    assert (found["any@5"], found["all@5"]) == (1.0, 0.0)
    assert found["mrr"] == 0.5
    assert found["ndcg@10"] == pytest.approx((1 / log2(3)) / (1 + 1 / log2(3)))


def test_sessions_count_in_the_order_in_which_turns_name_them():
    ranked = ["a1", "a2", "b1", "c1", "d1", "e1", "f1"]
    assert score(ranked, gold=[], gold_sessions=["e", "f"]) == {"session_recall@5": 0.5}


def test_without_known_evidence_there_is_no_score():
    assert score(["a1"], gold=[]) == {}


def test_an_answer_of_nothing_scores_nothing():
    assert set(score([], gold=["a1"], gold_sessions=["a"]).values()) == {0.0}


@unhurried
@given(st.permutations(list(SESSIONS)), st.sets(st.sampled_from(list(SESSIONS)), min_size=1))
def test_every_metric_keeps_its_bounds_and_its_order(ranked, gold):
    found = score(ranked, gold=gold, gold_sessions=["a"])
    assert set(found) == set(METRICS)
    assert all(0.0 <= value <= 1.0 for value in found.values())
    for k in (1, 5, 10, 20):
        assert found[f"all@{k}"] <= found[f"recall@{k}"] <= found[f"any@{k}"]
    assert found["recall@1"] <= found["recall@5"] <= found["recall@10"] == 1.0


def test_a_mean_has_an_interval_that_is_the_same_every_time():
    values = [0.0] * 30 + [1.0] * 70
    first = estimate(values)
    assert first == estimate(values)
    assert first.value == 0.7
    assert first.low < 0.7 < first.high
    # The normal approximation: 0.7 ± 1.96 · √(0.21/100).
    assert first.low == pytest.approx(0.61, abs=0.02)
    assert first.high == pytest.approx(0.79, abs=0.02)


def test_equal_values_have_no_width_and_no_values_no_mean():
    sure = estimate([0.5] * 12)
    assert (sure.low, sure.high) == pytest.approx((0.5, 0.5))
    assert estimate([]) is None


def test_auroc_is_the_chance_of_the_right_order():
    assert auroc(answerable=[0.9, 0.8], others=[0.1, 0.2]) == 1.0
    assert auroc(answerable=[0.1], others=[0.9]) == 0.0
    assert auroc(answerable=[0.5, 0.5], others=[0.5]) == 0.5
    assert auroc(answerable=[0.2, 0.6], others=[0.4]) == 0.5
    assert auroc(answerable=[], others=[0.4]) is None
    assert auroc(answerable=[0.4], others=[]) is None


@unhurried
@given(
    st.lists(st.floats(0, 1), min_size=1, max_size=20),
    st.lists(st.floats(0, 1), min_size=1, max_size=20),
)
def test_auroc_counts_pairs(answerable, others):
    pairs = [(a > b) + (a == b) / 2 for a in answerable for b in others]
    assert auroc(answerable=answerable, others=others) == pytest.approx(np.mean(pairs))


def test_coverage_is_what_can_be_answered_at_the_price():
    others = [i / 100 for i in range(100)]
    assert coverage(answerable=[0.945, 0.935, 0.99, 0.2], others=others) == 0.5
    assert coverage(answerable=[0.5], others=[0.5]) == 0.0
    assert coverage(answerable=[0.6], others=[0.5]) == 1.0
    assert coverage(answerable=[], others=[0.5]) is None


@unhurried
@given(
    st.lists(st.floats(0, 1), min_size=1, max_size=30),
    st.lists(st.floats(0, 1), min_size=1, max_size=30),
)
def test_coverage_lets_no_more_than_one_in_twenty_through(answerable, others):
    threshold = sorted(others, reverse=True)[int(0.05 * len(others))]
    assert sum(one > threshold for one in others) <= 0.05 * len(others)
    assert coverage(answerable=answerable, others=others) == pytest.approx(
        np.mean([one > threshold for one in answerable])
    )
