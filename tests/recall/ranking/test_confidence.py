"""What tells an answer from what merely lies nearest."""

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
