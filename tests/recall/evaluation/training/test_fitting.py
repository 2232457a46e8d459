"""The least of a function, and the weights that come of it, against what is known."""

import numpy as np
import pytest

from recall.evaluation.training.listwise import Listed, listwise
from recall.evaluation.training.logistic import logistic
from recall.evaluation.training.newton import least

RIDGE = 1e-4


def listed(*, seed: int, weights: list[float], rows: int = 12) -> Listed:
    """A question whose evidence is drawn by the softmax of these weights."""
    drawn = np.random.default_rng(seed)
    features = drawn.normal(size=(rows, len(weights)))
    powers = np.exp(features @ weights)
    gold = np.zeros(rows)
    gold[drawn.choice(rows, p=powers / powers.sum())] = 1.0
    return Listed(features, gold, 1.0)


def test_a_bowl_has_its_least_at_its_bottom():
    centre = np.array([3.0, -2.0])

    def bowl(point):
        away = point - centre
        return float(away @ away), 2 * away, 2 * np.eye(2)

    assert least(bowl, start=np.zeros(2)) == pytest.approx(centre)


def test_a_step_that_goes_too_far_is_shortened():
    def steep(point):
        return (
            float(np.sqrt(1 + point[0] ** 2)),
            point / np.sqrt(1 + point**2),
            np.diag((1 + point**2) ** -1.5),
        )

    assert least(steep, start=np.array([5.0])) == pytest.approx([0.0], abs=1e-5)


def test_what_has_no_least_is_told():
    with pytest.raises(RuntimeError, match="did not settle"):
        least(lambda point: (-float(point[0]), -np.ones(1), 1e-6 * np.eye(1)), start=np.zeros(1))


def test_the_weights_that_made_the_evidence_are_learned():
    made = [2.0, -1.0, 0.0]
    learned = listwise([listed(seed=seed, weights=made) for seed in range(600)], ridge=RIDGE)
    assert learned == pytest.approx(made, abs=0.25)


def test_where_one_begins_makes_no_difference():
    questions = [listed(seed=seed, weights=[1.0, 0.5]) for seed in range(30)]
    far = listwise(questions, ridge=RIDGE, start=np.array([-3.0, 4.0]))
    assert far == pytest.approx(listwise(questions, ridge=RIDGE), abs=1e-7)


def test_at_the_weights_no_direction_is_better():
    questions = [listed(seed=seed, weights=[1.0, 0.5]) for seed in range(30)]
    found = listwise(questions, ridge=RIDGE)

    def loss(weights):
        each = []
        for one in questions:
            sums = one.features @ weights
            each.append(np.log(np.exp(sums).sum()) - one.gold @ sums)
        return np.mean(each) + RIDGE / 2 * weights @ weights

    for step in (np.array([1e-3, 0]), np.array([0, 1e-3])):
        assert loss(found) < loss(found + step)
        assert loss(found) < loss(found - step)


def test_a_question_counts_by_its_weight():
    features = np.array([[1.0], [0.0]])
    first, second = np.array([1.0, 0.0]), np.array([0.0, 1.0])
    even = [Listed(features, first, 1.0), Listed(features, second, 1.0)]
    uneven = [Listed(features, first, 3.0), Listed(features, second, 1.0)]
    assert listwise(even, ridge=RIDGE) == pytest.approx([0.0])
    assert listwise(uneven, ridge=0.0) == pytest.approx([np.log(3)])


def test_two_pieces_of_evidence_share_a_question():
    features = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
    both = listwise([Listed(features, np.array([0.5, 0.5, 0.0]), 1.0)], ridge=0.01)
    assert both[0] == pytest.approx(both[1])
    assert both[0] > 0


def test_a_chance_is_calibrated_by_the_weights_of_the_rows():
    rows, true = np.zeros((2, 1)), np.array([1.0, 0.0])
    weights, offset = logistic(rows, true=true, counts=np.array([3.0, 1.0]), ridge=RIDGE)
    assert weights == pytest.approx([0.0])
    assert offset == pytest.approx(np.log(3))


def test_a_ridge_keeps_what_could_be_told_apart_for_ever_finite():
    rows, true = np.array([[-1.0], [1.0]]), np.array([0.0, 1.0])
    weights, offset = logistic(rows, true=true, counts=np.ones(2), ridge=0.01)
    assert 1 < weights[0] < 20
    assert offset == pytest.approx(0.0, abs=1e-9)
