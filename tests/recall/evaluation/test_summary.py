"""A report adds up: what is in the means, what is not, and against whom the memory is held."""

from datetime import UTC, datetime

import pytest

from recall.evaluation.answered import FOREIGN, MEMORY, OWN, Answer, Answered
from recall.evaluation.ask import confidence_of
from recall.evaluation.benchmark import Benchmark
from recall.evaluation.examine import Examined
from recall.evaluation.line import line
from recall.evaluation.metrics import METRICS
from recall.evaluation.report import page
from recall.evaluation.summary import summary


def answered(name: str, *, memory: float | None, rival: float = 0.0, **members: object) -> Answered:
    scores = {}
    if memory is not None:
        scores = {MEMORY: dict.fromkeys(METRICS, memory), "bm25": dict.fromkeys(METRICS, rival)}
    sure = members.pop("confidence", 0.5)
    answer = Answer(
        ranked=("t",),
        confidence=sure,
        abstained=not sure,
        tokens=300,
        tokens_default=200,
        ms=40.0,
    )
    whole = {"conversation": "c", "kind": OWN, "category": "one", "answerable": True}
    ranked = {MEMORY: ("t",), "bm25": ("t",)}
    return Answered(id=name, answer=answer, ranked=ranked, scores=scores, **{**whole, **members})


def report_on(*questions: Answered, **members: object) -> dict:
    whole = {
        "conversation": "c",
        "slug": "evaluation-c",
        "turns": 9,
        "loaded": {"observed": 8, "policy_rejected": 1},
        "held_back": {"quarantined": 2},
        "rebuilt": False,
    }
    examined = [Examined(answered=questions, **{**whole, **members})]
    benchmark = Benchmark(name="small", sha256="ab" * 32, conversations=[])
    return summary(
        benchmark=benchmark,
        examined=examined,
        embedder="hashing@1",
        at=datetime(2026, 3, 1, tzinfo=UTC),
    )


@pytest.fixture
def report():
    return report_on(
        answered("found", memory=1.0, rival=0.5, confidence=0.9),
        answered("half", memory=0.5, rival=1.0, category="two", confidence=0.6),
        answered("missed", memory=0.0, rival=0.0, category="two", confidence=0.0),
        answered("trap", memory=1.0, category="trap", answerable=False, confidence=0.7),
        answered("unknown", memory=None, category="one", confidence=0.8),
        answered("foreign", memory=None, kind=FOREIGN, confidence=0.3),
        answered("strange", memory=None, kind=FOREIGN, confidence=0.0),
    )


def test_means_are_of_answerable_questions_with_known_evidence(report):
    assert report["questions"] == {"asked": 5, "scored": 3, "foreign": 2, "leaked": 0}
    assert report["systems"][MEMORY]["recall@10"]["value"] == 0.5
    assert report["systems"]["bm25"]["recall@10"]["value"] == 0.5
    assert report["systems"][MEMORY]["recall@10"]["count"] == 3


def test_what_is_not_in_the_means_is_shown_by_category_all_the_same(report):
    categories = report["categories"]
    assert {name: one["counted"] for name, one in categories.items()} == {
        "one": True,
        "trap": False,
        "two": True,
    }
    assert categories["two"]["systems"]["bm25"]["mrr"]["value"] == 0.5
    assert "trap (not in the means)" in page(report)


def test_the_difference_is_taken_question_by_question_from_the_best_baseline():
    close = [answered(str(n), memory=n / 100 + 0.01, rival=n / 100) for n in range(50)]
    against = report_on(*close)["against_the_best"]["recall@10"]
    assert against["baseline"] == "bm25"
    # Always one hundredth better: the questions vary, the difference does not.
    assert (against["low"], against["value"], against["high"]) == pytest.approx((0.01,) * 3)


def test_abstention_is_told_for_each_kind_of_question_without_an_answer(report):
    abstention = report["abstention"]
    assert (abstention["answerable"], abstention["abstained_wrongly"]) == (4, 1)
    foreign = abstention["kinds"]["foreign"]
    assert (foreign["count"], foreign["abstained"]) == (2, 1)
    # 0.9, 0.6 and 0.8 are above both; 0.0 is below 0.3 and equals 0.0.
    assert foreign["auroc"] == (2 + 2 + 2 + 0.5) / 8
    assert foreign["coverage_at_5_percent_false"] == 0.75
    assert abstention["kinds"]["unanswerable: trap"]["auroc"] == 0.5


def test_costs_and_losses_are_in_the_report(report):
    assert report["tokens"] == {"scored_mean": 300.0, "default_mean": 200.0}
    assert report["latency_ms"] == {"p50": 40.0, "p95": 40.0}
    text = page(report)
    assert "- Loading: 8 observed, 1 policy_rejected; held back: 2 quarantined." in text
    assert "200 within the default budget, 300 as scored" in text
    assert "Measured 2026-03-01T00:00:00+00:00, code " in text


def test_the_line_for_programs(report):
    assert line(report) == (
        "EVAL small recall@10=0.5000 recall@20=0.5000 session_recall@5=0.5000"
        " best_baseline@10=0.5000 p50_ms=40.0 auroc_foreign=0.8125"
    )


def test_where_there_is_nothing_to_say_the_line_and_the_page_say_so():
    empty = report_on()
    assert line(empty) == (
        "EVAL small recall@10=n/a recall@20=n/a session_recall@5=n/a"
        " best_baseline@10=n/a p50_ms=n/a auroc_foreign=n/a"
    )
    assert "0 questions of their own (0 scored)" in page(empty)


def test_a_result_is_the_same_after_a_rest_on_disk():
    one = answered("found", memory=1.0)
    assert Answered.from_json(one.as_json()) == one


def test_confidence_is_what_the_memory_says_and_no_score_stands_in_for_it():
    items = [{"score": {"value": 0.7}}, {"score": {"value": 0.2}}]
    assert confidence_of({"explain": {"confidence": 0.25}, "episodic": items}) == 0.25
    assert confidence_of({"explain": {"confidence": 0}, "episodic": items}) == 0.0
    assert confidence_of({"explain": {"confidence": None}, "episodic": items}) == 1.0
    assert confidence_of({"explain": {"confidence": None}, "episodic": []}) == 1.0
    with pytest.raises(KeyError):
        confidence_of({"explain": {}, "episodic": items})
