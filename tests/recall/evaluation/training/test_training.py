"""What samples teach, what is learned of them, and that nobody is asked what he was taught."""

from dataclasses import replace

import numpy as np
import pytest

from recall.evaluation.answered import FOREIGN
from recall.evaluation.training import validate
from recall.evaluation.training.examples import COUNTS, Lesson, listed, named, signalled
from recall.evaluation.training.figures import figures
from recall.evaluation.training.fit import fit_judge, fit_model
from recall.evaluation.training.page import page
from recall.evaluation.training.train import TooLittleError, train
from recall.evaluation.training.validate import Held, cross_validated
from recall.services.ranking.features import matrix
from recall.services.ranking.model import judge
from tests.recall.evaluation.training.samples import sample, samples


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    return Lesson("hand", samples())


def test_a_benchmark_counts_by_the_root_of_its_number():
    small, large = Lesson("small", samples(8)), Lesson("large", samples(32))
    weight = {each.name: sum(one.weight for one in listed([each])) for each in (small, large)}
    assert weight["large"] == pytest.approx(2 * weight["small"])


def test_what_has_no_evidence_among_its_candidates_teaches_no_order():
    lost = sample(1, gold=0)
    lost = replace(lost, gold=np.zeros_like(lost.gold))
    unranked = sample(2, evidence=None)
    assert list(listed([Lesson("lost", [lost, unranked, sample(3, gold=None)])])) == []


def test_those_with_an_answer_count_as_much_as_the_others_whatever_their_number(lesson):
    foreign = [sample(90 + n, gold=None, kind=FOREIGN, answerable=True) for n in range(3)]
    mixed = Lesson("mixed", [*lesson.samples, *foreign])
    found = signalled([mixed], model=fit_model([lesson]))
    own, rest = found.counts[found.true > 0].sum(), found.counts[found.true == 0].sum()
    assert own == pytest.approx(rest)
    assert own == pytest.approx(np.sqrt(len(mixed.samples)))
    assert found.counts[-3:].sum() == pytest.approx(rest * COUNTS["foreign"] / sum(COUNTS.values()))


def test_among_few_candidates_no_confidence_is_learned(lesson):
    few = [sample(n, count=20) for n in range(5)]
    model = fit_model([lesson])
    with_few = signalled([Lesson("few", [*lesson.samples, *few])], model=model)
    assert len(with_few.rows) == len(lesson.samples)


def test_what_stood_out_is_put_first_and_answered(lesson):
    model = fit_model([lesson])
    assert list(model.weights) == named([lesson]) == matrix(lesson.samples[0].evidence)[0]
    for one in lesson.samples:
        if one.answerable:
            assert one.gold[np.argmax(judge(one.evidence, model=model).sums)]
    sure = fit_judge([lesson], model=model)
    assert 0 < sure.least < 1
    held = cross_validated([lesson])[0]
    known = [one.confidence for one in held if one.sample.answerable]
    assert min(known) > max(one.confidence for one in held if not one.sample.answerable)


def test_no_question_is_answered_by_a_model_that_saw_its_conversation(lesson, monkeypatch):
    taught = []

    def fit(lessons, **choices):
        taught.append({one.conversation for each in lessons for one in each.samples})
        return fit_model(lessons, **choices)

    monkeypatch.setattr(validate, "fit_model", fit)
    other = Lesson("other", [replace(one, conversation=1) for one in samples(8)])
    held = cross_validated([lesson, other])
    assert taught == [{2}, {1}]
    assert [len(each) for each in held] == [40, 8]


def test_what_does_not_hold_is_not_found(lesson):
    one = sample(200, conversation=1, gold=5)
    hidden = replace(one, holds=~one.gold, id="hidden")
    held = cross_validated([Lesson("hand", [*lesson.samples, hidden])])[0]
    assert next(each.found for each in held if each.sample.id == "hidden") == 0.0


def test_a_question_that_was_not_ranked_counts_in_the_order_of_its_answer(lesson):
    newest = np.arange(60) == 9
    recent = replace(sample(300), evidence=None, gold=newest, id="recent")
    late = replace(recent, gold=np.arange(60) == 10, id="late")
    held = cross_validated([Lesson("hand", [*lesson.samples, recent, late])])[0]
    found = {each.sample.id: each for each in held}
    assert (found["recent"].found, found["late"].found) == (1.0, 0.0)
    assert found["recent"].confidence == 1.0


def test_the_figures_are_held_against_the_best_baseline():
    one, two = sample(1, category="a"), sample(2, category="b")
    two = replace(two, baselines={"bm25": 0.0, "vectors": 0.0, "fusion": 1.0})
    nothing = sample(3, gold=None)
    told = figures([Held(one, 1.0, 0.9), Held(two, 0.5, 0.8), Held(nothing, 0.0, 0.1)])
    assert told["questions"] == 2
    assert told["recall@10"]["value"] == 0.75
    assert told["baselines"] == {"bm25": 0.5, "vectors": 0.0, "fusion": 0.75}
    assert (told["best_baseline"], told["difference"]["value"]) == ("fusion", 0.0)
    assert told["categories"]["b"]["difference"]["value"] == -0.5
    assert told["without_an_answer"]["unanswerable"]["auroc"] == 1.0


def test_the_page_has_a_row_for_each_benchmark_and_category():
    told = figures([Held(sample(1, category="a"), 1.0, 0.9), Held(sample(3, gold=None), 0.0, 0.1)])
    empty = figures([])
    lines = page([("hand", told), ("empty", empty)]).splitlines()
    row = "1 | 100.0 [100.0, 100.0] | 100.0 | 0.0 | 50.0 | +0.0 [+0.0, +0.0] |"
    assert f"| **hand** | {row}" in lines
    assert f"| a | {row}" in lines
    assert "| **empty** | 0 | n/a | n/a | n/a | n/a | n/a |" in lines
    assert "| hand | unanswerable | 1 | 1.000 | 1.000 |" in lines


def test_one_conversation_teaches_too_little():
    alone = [replace(one, conversation=1) for one in samples()]
    with pytest.raises(TooLittleError, match="two conversations"):
        train([Lesson("alone", alone)])
