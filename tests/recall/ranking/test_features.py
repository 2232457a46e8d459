"""Features: the scales they share, and what each of them sees."""

import numpy as np
import pytest

from recall.services.ranking.features import matrix
from recall.services.ranking.model import Model, chance, current_model, judge
from tests.recall.ranking.columns import evidence


def feature(name: str, given) -> np.ndarray:
    names, features = matrix(given)
    return features[:, names.index(name)]


def test_the_weights_of_the_release_are_those_of_the_features():
    names, _ = matrix(evidence(2))
    assert sorted(current_model().weights) == sorted(names)


def test_words_are_scaled_by_the_best_of_the_question():
    assert feature("words", evidence(3, bm25=[2.0, 8.0, 0.0])).tolist() == [0.25, 1.0, 0.0]


def test_meaning_is_scaled_between_the_last_and_the_best():
    assert feature("meaning", evidence(3, cosine=[0.8, 0.9, 0.85])) == pytest.approx([0, 1, 0.5])


def test_without_any_vector_meaning_tells_nothing():
    given = evidence(3, cosine=[0.0] * 3, mean_cosine=[0.0] * 3, bm25=[1.0, 2.0, 3.0])
    names, features = matrix(given)
    assert np.isfinite(features).all()
    assert not features[:, names.index("meaning")].any()


def test_neighbours_are_scaled_as_the_candidates_are():
    given = evidence(2, bm25=[4.0, 2.0], before_bm25=[[2.0, 0.0], [0.0, 1.0]])
    assert feature("before_words", given).tolist() == [0.5, 0.0]
    assert feature("further_words", given).tolist() == [0.0, 0.25]


def test_a_session_counts_by_its_best_three_over_the_best_session():
    given = evidence(6, bm25=[4.0, 4.0, 4.0, 1.0, 4.0, 0.0], session=[0, 0, 0, 0, 1, 2])
    assert feature("session_words", given) == pytest.approx([1, 1, 1, 1, 1 / 3, 0])


def test_the_sum_is_made_of_its_parts_and_the_chance_rises_with_it():
    given = evidence(3, bm25=[1.0, 5.0, 0.0], matched=[0.2, 0.9, 0.0], word_rank=[1.0, 0.0, 400.0])
    model = current_model()
    ranked = judge(given, model=model)
    assert ranked.sums == pytest.approx(ranked.parts.sum(axis=1))
    assert ranked.parts == pytest.approx(
        ranked.features * [model.weights[name] for name in ranked.names]
    )
    chances = chance(ranked.sums, model=model)
    assert (np.argsort(chances) == np.argsort(ranked.sums)).all()
    assert ((chances > 0) & (chances < 1)).all()


def test_what_matches_in_words_and_meaning_stands_first():
    given = evidence(
        3,
        bm25=[0.0, 6.0, 1.0],
        matched=[0.0, 0.9, 0.1],
        cosine=[0.8, 0.9, 0.82],
        mean_cosine=[0.8, 0.9, 0.82],
        word_rank=[400.0, 0.0, 1.0],
        meaning_rank=[2.0, 0.0, 1.0],
    )
    assert int(np.argmax(judge(given, model=current_model()).sums)) == 1


def test_where_the_question_names_a_speaker_the_same_evidence_may_weigh_otherwise():
    words = {"bm25": [4.0, 2.0]}
    assert feature("words × named", evidence(2, **words)).tolist() == [0.0, 0.0]
    somebody = evidence(2, speaker_named=[0.0, 1.0], **words)
    assert feature("words × named", somebody).tolist() == [1.0, 0.5]


def test_what_is_near_and_matches_counts_for_more_than_both_alone():
    given = evidence(
        4,
        cosine=[0.8, 0.9, 0.85, 0.8],
        matched=[0.6, 0.5, 0.0, 0.0],
        bm25=[4.0, 0.0, 0.0, 0.0],
        before_bm25=[[4.0, 0.0], [2.0, 0.0], [0.0, 0.0], [0.0, 0.0]],
        session=[0, 1, 1, 2],
    )
    assert feature("matched_in_meaning", given) == pytest.approx([0.0, 0.5, 0.0, 0.0])
    assert feature("before_in_meaning", given) == pytest.approx([0.0, 0.5, 0.0, 0.0])
    assert feature("session_in_meaning", given) == pytest.approx([0.0, 1.0, 0.5, 0.0])


def test_beside_assistants_the_same_evidence_may_weigh_otherwise():
    words = {"bm25": [4.0, 2.0], "session": [0, 0]}
    among_people = evidence(2, person=[1.0, 1.0], **words)
    assert feature("words × assistants", among_people).tolist() == [0.0, 0.0]
    beside = evidence(2, person=[1.0, 0.0], **words)
    assert feature("words × assistants", beside).tolist() == [1.0, 0.5]
    some = evidence(4, person=[1.0, 1.0, 1.0, 0.0], bm25=[4.0, 2.0, 0.0, 0.0])
    assert feature("words × assistants", some).tolist() == [0.5, 0.25, 0.0, 0.0]


def test_many_sessions_count_otherwise_than_a_few():
    few = evidence(80, bm25=[1.0] * 80, session=[0, 1] * 40)
    many = evidence(80, bm25=[1.0] * 80)
    name = "words × assistants × sessions"
    assert feature(name, few)[0] == pytest.approx(np.log(3) / np.log(60))
    assert feature(name, many)[0] == 1.0


def test_among_a_handful_the_same_evidence_may_weigh_otherwise():
    few = evidence(9, bm25=[1.0] * 9)
    assert feature("words × few", few)[0] == pytest.approx(1 - np.log(10) / np.log(100))
    many = evidence(100, bm25=[1.0] * 100)
    assert feature("words × few", many).tolist() == [0.0] * 100


def test_a_weight_that_is_not_learned_yet_weighs_nothing():
    given = evidence(2, bm25=[1.0, 2.0])
    bare = Model({"words": 2.0}, 1.0, 0.0)
    assert judge(given, model=bare).sums.tolist() == [1.0, 2.0]
