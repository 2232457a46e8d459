"""What tells an answer from what merely lies nearest."""

import numpy as np
import pytest

from recall.services.ranking.confidence import confidence, current_judge, signals
from recall.services.ranking.model import current_model, judge
from tests.recall.ranking.columns import evidence

ANSWER = {
    "bm25": [6.0, 1.0, 0.0],
    "matched": [0.9, 0.2, 0.0],
    "cosine": [0.91, 0.83, 0.8],
    "mean_cosine": [0.91, 0.83, 0.8],
    "word_rank": [0.0, 1.0, 400.0],
    "meaning_rank": [0.0, 1.0, 2.0],
}


def sure(*, unknown: float = 0.0, **columns) -> float:
    given = evidence(3, **{**ANSWER, **columns})
    sums = judge(given, model=current_model()).sums
    return confidence(signals(given, sums=sums, unknown=unknown), judge=current_judge())


def test_the_weights_of_the_release_are_those_of_the_signals():
    given = evidence(3, **ANSWER)
    sums = judge(given, model=current_model()).sums
    assert sorted(signals(given, sums=sums, unknown=0.0)) == sorted(current_judge().weights)


def told(count: int, **columns) -> dict[str, float]:
    return signals(evidence(count, **columns), sums=np.arange(count, 0.0, -1.0), unknown=0.0)


def test_the_best_by_words_and_by_meaning_agree_as_far_as_they_are_the_same():
    places = np.arange(20.0)
    assert told(20, word_rank=places, meaning_rank=places)["agreement"] == 1.0
    assert told(20, word_rank=places, meaning_rank=places[::-1])["agreement"] == 0.0
    by_half = np.r_[places[5:10], places[:5] + 10, places[:5], places[15:]]
    assert told(20, word_rank=places, meaning_rank=by_half)["agreement"] == 0.5
    assert told(20, word_rank=places)["agreement"] == 0.0


def test_the_nearest_five_stand_out_from_the_middle():
    cosines = [0.90, 0.80, 0.89, 0.80, 0.88, 0.80, 0.87, 0.80, 0.86, 0.80, 0.80]
    found = told(11, cosine=cosines)
    assert found["five_spread"] == pytest.approx(0.8)
    assert found["spread"] == pytest.approx(1.0)
    assert told(11)["five_spread"] == pytest.approx(0.0)


def test_the_nearest_hundred_scatter():
    near, far = [0.84, 0.82] * 50, [0.5] * 60
    assert told(160, cosine=[*far, *near])["scatter"] == pytest.approx(0.1)
    assert told(160)["scatter"] == pytest.approx(0.0)


def test_how_long_the_question_is_counts_up_to_a_bound():
    lengths = [told(3, terms=terms)["question_length"] for terms in (0, 7, 59, 500)]
    assert lengths == pytest.approx([0.0, np.log(8) / np.log(60), 1.0, 1.0])


def test_p12_words_that_nobody_used_make_it_less_sure():
    assert sure(unknown=0.8) < sure(unknown=0.0)


def test_p12_far_meaning_and_few_words_make_it_less_sure():
    far = {"cosine": [0.79, 0.78, 0.78], "matched": [0.05, 0.05, 0.0]}
    assert sure(unknown=0.9, **far) < current_judge().least < sure()


def test_p12_what_another_person_said_makes_it_less_sure():
    own = sure(speaker_named=[1.0, 0.0, 0.0], other_named=[0.0, 1.0, 1.0])
    others = sure(speaker_named=[0.0, 1.0, 0.0], other_named=[1.0, 0.0, 1.0])
    assert others < own


@pytest.mark.parametrize("unknown", [0.0, 1.0])
def test_it_is_a_chance(unknown):
    assert 0 < sure(unknown=unknown) < 1


@pytest.mark.parametrize("cosine", [[1.0, -1.0, -1.0], [-1.0, -1.0, -1.0]])
def test_it_stays_a_chance_where_vectors_scatter_as_no_model_has_seen(cosine):
    assert 0 < sure(cosine=cosine, mean_cosine=cosine) < 1
