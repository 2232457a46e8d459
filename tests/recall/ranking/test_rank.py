"""The order of an answer, and its reasons."""

from datetime import UTC, datetime

import pytest

from recall.services.ranking.model import current_model
from recall.services.ranking.order import KIND
from tests.recall.test_recall import ask, said


def test_p15_every_item_says_what_each_feature_adds(ada, ben):
    said(ada, "The canary is green on Fridays.", session_id="s", turn_index=0)
    said(ada, "We deploy then.", session_id="s", turn_index=1)
    answer = ask(ben, "when is the canary green?", explain=True)
    item = answer["episodic"][0]
    assert {"lexical", "semantic"} >= set(item["explain"]["stages"])
    assert item["explain"]["features"]["words"]["value"] == 1.0
    assert set(item["explain"]["features"]["words"]) == {"value", "weight", "adds"}
    assert 0 < answer["explain"]["confidence"] < 1
    assert answer["explain"]["unread"] == {"terms": 0, "postings": 0}


def test_p15_what_an_item_stands_by_adds_up(ada, ben):
    said(ada, "I prefer the canary on Fridays.", kind="preference")
    said(ada, "The canary is green on Fridays.")
    answer = ask(ben, "which canary do I prefer?", explain=True, recency_weight=0.5)
    assert [item["explain"]["rank"] for item in answer["episodic"]] == [1, 2]
    assert answer["route"]["intent"] == "preference"
    for item in answer["episodic"]:
        told, weights = item["explain"], current_model().weights
        for name, one in told["features"].items():
            assert one["weight"] == pytest.approx(weights.get(name, 0.0), abs=1e-4)
            assert one["adds"] == pytest.approx(one["value"] * one["weight"], abs=1e-3)
        added = sum(one["adds"] for one in told["features"].values())
        assert told["sum"] == pytest.approx(added + sum(told["asked_for"].values()), abs=0.01)
        assert told["asked_for"]["recency"] > 0
        assert told["asked_for"]["kind"] == (KIND if item["kind"] == "preference" else 0.0)


def test_p15_the_newest_have_their_place_and_no_features(ada, ben):
    said(ada, "The canary is green on Fridays.")
    (item,) = ask(ben, "what was said recently?", explain=True)["episodic"]
    assert item["explain"] == {
        "stages": ["recency"],
        "rank": 1,
        "bm25": 0.0,
        "cosine": None,
        "features": {},
        "asked_for": {},
        "sum": None,
    }


def test_p15_stage_timings_add_up(ada, ben):
    said(ada, "The canary is green on Fridays.")
    timings = ask(ben, "when is the canary green?", explain=True)["explain"]["timings_ms"]
    total = timings.pop("total")
    assert sum(timings.values()) == pytest.approx(total, rel=0.01)
    assert {"embedding", "lexical", "semantic", "ranking", "packing"} <= set(timings)


def test_scores_fall_and_are_chances(ada, ben):
    for number in range(8):
        said(ada, f"Canary report number {number}: the canary sings.", session_id=f"s{number}")
    scores = [item["score"]["value"] for item in ask(ben, "canary report 3")["episodic"]]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


def test_the_turn_after_a_question_is_found_by_the_question(ada, ben):
    said(ada, "Which port does the ledger listen on?", session_id="s", turn_index=0)
    answer = said(ada, "It is 5544.", session_id="s", turn_index=1)
    for number in range(10):
        said(ada, f"It is {number} degrees.", session_id=f"w{number}", turn_index=0)
    found = [item["observation"] for item in ask(ben, "port of the ledger")["episodic"]]
    assert str(answer.receipt.observation_id) in found[:3]


def test_a_caller_may_ask_for_the_newer(ada, ben):
    old = said(ada, "The canary is green.", observed_at=datetime(2025, 1, 1, tzinfo=UTC))
    new = said(ada, "The canary is red.", observed_at=datetime(2026, 6, 1, tzinfo=UTC))
    found = ask(ben, "canary is", recency_weight=1.0)["episodic"]
    assert [item["observation"] for item in found] == [
        str(new.receipt.observation_id),
        str(old.receipt.observation_id),
    ]


def test_p02_what_waits_for_its_vector_is_found_first_by_its_words(ada, ben, settings):
    for number in range(60):
        said(ada, f"The service of day {number} was quiet.", session_id=f"s{number}")
    settings.EMBED_INLINE_MS = 0
    late = said(ada, "Restart the payment service before you rotate its certificate.")
    answer = ask(ben, "restart the payment service", limit=1)
    assert answer["omitted"]["pending_embedding"] == 1
    assert answer["episodic"][0]["observation"] == str(late.receipt.observation_id)
