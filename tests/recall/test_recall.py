"""Recall: what one client writes, another gets back at once."""

from datetime import UTC, datetime

import pytest
from django.core.signals import request_started

from provenance.services.contributing.contribution import ForeignReference
from provenance.services.observe import observe
from recall.services import search
from recall.services.lexical import Read, Unread
from recall.services.question import Question
from recall.services.recall import recall
from recall.services.search import rarest
from tests.cast import add_person
from tests.factories import ContributionFactory


def said(person, content, **more):
    """Observes as within a request, so that the vector is made at once."""
    request_started.send(sender=None)
    contribution = ContributionFactory(content=content, **more)
    return observe(caller=person.caller, contribution=contribution, at=datetime.now(UTC))


def ask(person, query=None, **more):
    return recall(
        caller=person.caller, question=Question(query=query, **more), at=datetime.now(UTC)
    )


def test_p02_what_one_client_wrote_another_recalls_at_once(ada, ben):
    observed = said(ada, "We deploy on Fridays only after the canary is green.")
    answer = ask(ben, "when is the canary green?")
    (item,) = answer["episodic"]
    assert item["observation"] == str(observed.receipt.observation_id)
    assert item["source"]["principal"] == "ada"
    assert answer["authority"] == "none"


def test_a_mistyped_word_finds_its_like(ada, ben):
    said(ada, "The kubernetes upgrade is postponed.")
    assert ask(ben, "kuberntes")["episodic"]


def test_an_identifier_is_found_whole_and_by_its_parts(ada, ben):
    said(ada, "getUserById fails in src/a_b.py:42 with ERR_CONN_17")
    for query in ("getUserById", "user id lookup", "src/a_b.py:42", "ERR_CONN_17"):
        assert ask(ben, query)["episodic"], query


def test_p12_nothing_supports_the_query_and_recall_says_so(ada, ben):
    said(ada, "We deploy on Fridays only after the canary is green.")
    answer = ask(ben, "favourite opera singer")
    assert answer["abstained"] is True
    assert answer["abstention_reason"]
    assert (answer["facts"], answer["episodic"]) == ([], [])


def test_as_many_are_looked_at_as_are_asked_for(ada, ben, monkeypatch):
    monkeypatch.setattr(search, "SMALL", 0)
    monkeypatch.setattr(search, "DEPTH", 2)
    for day in ("Monday", "Tuesday", "Thursday", "Friday", "Sunday"):
        said(ada, f"The canary was green on {day}.")
    assert len(ask(ben, "canary green", limit=5)["episodic"]) == 5


@pytest.mark.parametrize(("small", "depth"), [(5, 4), (4, 2)])
def test_in_a_small_workspace_more_are_looked_at(ada, ben, monkeypatch, small, depth):
    for name, value in {"SMALL": small, "DEPTH_OF_SMALL": 4, "DEPTH": 2}.items():
        monkeypatch.setattr(search, name, value)
    asked = []
    monkeypatch.setattr(
        search, "search_lexical", lambda limit, **more: asked.append(limit) or Read([], Unread())
    )
    for day in ("Monday", "Tuesday", "Thursday", "Friday", "Sunday"):
        said(ada, f"The canary was green on {day}.")
    ask(ben, "canary green", limit=1)
    assert asked == [depth]


def test_what_meaning_alone_found_has_its_words_counted_too(ada, ben, monkeypatch):
    monkeypatch.setattr(search, "search_lexical", lambda **asked: Read([], Unread()))
    said(ada, "The canary was green on Monday.")
    (item,) = ask(ben, "canary green Monday", explain=True)["episodic"]
    assert item["explain"]["stages"] == ["semantic"]
    assert item["explain"]["bm25"] > 0


def test_of_a_long_question_the_rarest_words_are_asked_for(ada, ben, monkeypatch):
    monkeypatch.setattr(search, "MOST_TERMS_ASKED", 2)
    for day in ("Monday", "Tuesday", "Thursday"):
        said(ada, f"The canary was green on {day}.")
    said(ada, "The walrus was green.")
    asked = "unheard canary, green or otherwise unseen, and the walrus"
    answer = ask(ben, asked, explain=True, limit=10)
    matched = {
        item["content"]: item["explain"]["features"]["matched"]["value"]
        for item in answer["episodic"]
    }
    assert matched["The walrus was green."] > 0.5
    assert rarest({"canary": 3, "unheard": 0, "green": 4, "walrus": 1}) == ["walrus", "canary"]


def test_p13_another_workspace_finds_nothing(ada, mallory):
    said(ada, "We deploy on Fridays only after the canary is green.")
    assert ask(mallory, "canary green Fridays")["episodic"] == []


def test_recent_conversations_are_the_newest_events_not_keyword_hits(ada, ben):
    said(
        ada,
        "Recent conversations about conversations.",
        observed_at=datetime(2026, 1, 1, tzinfo=UTC),
    )
    newest = said(ada, "The invoice is paid.", observed_at=datetime(2026, 6, 1, tzinfo=UTC))
    answer = ask(ben, "Summarize my recent conversations")
    assert answer["route"]["intent"] == "recent"
    assert answer["episodic"][0]["observation"] == str(newest.receipt.observation_id)


def test_p12_the_budget_is_kept_and_what_it_left_out_is_counted(ada, ben):
    for number in range(6):
        said(ada, f"Canary report {number}: " + "all green, nothing to add. " * 10)
    answer = ask(ben, "canary report", budget_tokens=150)
    assert 0 < answer["budget"]["used"] <= 150
    assert answer["omitted"]["budget"] == 6 - len(answer["episodic"])


def test_p04_a_copy_by_claim_does_not_take_the_place_of_the_persons_word(ada, stage):
    foreign = ForeignReference(system="codex", id="m-1")
    content = "The zeppelin mooring mast stands on the roof."
    agent = add_person(stage.rita, "dora", kind="agent", grants=("observe", "recall"))
    said(agent, content, foreign=foreign, speaker_name="zeppelin mast")
    primary = said(ada, content, foreign=foreign, speaker_name="sam")
    answer = ask(agent, "zeppelin mooring mast")
    assert [item["admitted_as"] for item in answer["episodic"]] == ["user_primary"]
    assert answer["episodic"][0]["observation"] == str(primary.receipt.observation_id)
    assert answer["omitted"]["duplicate"] == 1


def test_p12_long_evidence_is_cut_rather_than_lost(ada, ben):
    said(ada, "The quagga rule. " + "Filler of a long document. " * 800)
    said(ada, "Filler of a long document, short.")
    answer = ask(ben, "filler of a long document: the quagga rule", budget_tokens=500)
    assert len(answer["episodic"]) == 2
    assert any(item["truncated"] for item in answer["episodic"])


def test_p12_marks_and_signs_alone_ask_for_nothing(ada, ben):
    said(ada, "We deploy on Fridays only after the canary is green.")
    assert ask(ben, "???")["abstained"]
