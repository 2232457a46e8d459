"""The pages on which people decide (P14)."""

from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.cast import make_stage
from tests.contract.saying import say, shown_to
from tests.provenance.correcting import (
    accepted,
    derived_from,
    facts,
    many_derived,
    proposed,
    proposing,
    reverted,
    second_reviewer,
    standing,
)
from tests.review.people import add_human

WORDS = "we deploy on fridays after the canary is green"
NEW = "we deploy on mondays"


@pytest.fixture
def said(ada):
    return say(ada, WORDS)


@pytest.fixture
def pat(stage):
    """An agent that may propose."""
    return proposing(stage)


def id_of(correction):
    return UUID(correction.correction["id"])


def page(person, correction):
    response = person.browser.get(f"/decisions/{correction}")
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def post(person, correction, act, **form):
    return person.browser.post(f"/decisions/{correction}/{act}", form, follow=True)


def test_what_waits_is_listed_and_what_was_decided_elsewhere(stage, pat, said, rita):
    waits = id_of(proposed(pat, "withdraw", said))
    done = accepted(stage, "correct", said, statement=NEW)
    here = rita.browser.get("/decisions").content.decode()
    assert (str(waits) in here, str(done) in here) == (True, False)
    assert WORDS in here
    there = rita.browser.get("/decisions?state=accepted").content.decode()
    assert (str(waits) in there, str(done) in there) == (False, True)
    assert NEW in there
    assert rita.browser.get("/decisions?state=nonsense").status_code == 404


def test_the_list_goes_on_where_a_page_ends(stage, pat, said, rita, monkeypatch):
    monkeypatch.setattr("provenance.review.decisions.A_PAGE", 2)
    ids = [str(id_of(proposed(pat, "withdraw", said))) for _ in range(3)]
    first = rita.browser.get("/decisions").content.decode()
    assert [one in first for one in ids] == [False, True, True]
    rest = rita.browser.get(f"/decisions?state=proposed&before={ids[1]}").content.decode()
    assert [one in rest for one in ids] == [True, False, False]


def test_one_item_shows_before_and_after(stage, ada, pat, said, rita):
    accepted(stage, "adopt", said)
    made = derived_from(ada, [said])
    shown = page(rita, id_of(proposed(pat, "withdraw", said)))
    assert "Recall would no longer tell 2 observations." in shown
    assert f"/observations/{made}" in shown
    assert "What accepting changes besides" in shown
    assert standing(ada, said, made) == ["reported", "reported"]
    assert facts(ada) == [(WORDS, "current")]


def test_a_page_of_many_lists_some_and_counts_the_rest(ada, pat, said, rita):
    many_derived(ada, said, 60, chained=False)
    shown = page(rita, id_of(proposed(pat, "withdraw", said)))
    assert "And 35 more." in shown


def test_a_proposed_fact_is_shown_before_it_is_one(pat, said, rita):
    shown = page(rita, id_of(proposed(pat, "adopt", said)))
    assert "Would become a fact" in shown
    assert shown.count(WORDS) == 2


def test_p14_accepting_applies_and_leads_back_to_the_page(ada, pat, said, rita):
    correction = id_of(proposed(pat, "correct", said, statement=NEW))
    response = post(rita, correction, "decide", decision="accept", note="minutes of Monday")
    assert response.redirect_chain == [(f"/decisions/{correction}", 302)]
    shown = " ".join(response.content.decode().split())
    assert "Accepted. What it changes holds from now on." in shown
    assert "minutes of Monday" in shown
    assert standing(ada, said) == ["corrected"]
    assert facts(ada) == [(NEW, "current")]


def test_p14_rejecting_changes_nothing(ada, pat, said, rita):
    correction = id_of(proposed(pat, "withdraw", said))
    post(rita, correction, "decide", decision="reject", note="")
    assert standing(ada, said) == ["reported"]
    assert "<textarea" not in page(rita, correction)


def test_p14_reverting_shows_what_it_changes_and_restores_it(stage, ada, said, rita):
    correction = accepted(stage, "withdraw", said)
    shown = page(rita, correction)
    assert 'badge withdrawn">withdrawn' in shown
    assert 'badge reported">reported' in shown
    response = post(rita, correction, "revert", note="a mistake")
    assert "Reverted. What it changed stands as before." in response.content.decode()
    assert standing(ada, said) == ["reported"]
    again = post(rita, correction, "revert", note="")
    assert "There was nothing left to revert." in again.content.decode()


def test_p14_the_second_of_two_reviewers_is_told(stage, ada, pat, said, rita):
    otto = second_reviewer(stage)
    correction = id_of(proposed(pat, "withdraw", said))
    post(otto, correction, "decide", decision="reject", note="")
    late = post(rita, correction, "decide", decision="accept", note="")
    shown = " ".join(late.content.decode().split())
    assert "Somebody decided this before you. Yours was not stored." in shown
    assert "by <bdi>otto</bdi>" in shown
    assert standing(ada, said) == ["reported"]


def test_p14_the_proposer_sees_why_somebody_else_decides(stage, said, rita):
    second_reviewer(stage)
    correction = id_of(proposed(rita, "withdraw", said))
    shown = page(rita, correction)
    assert "You proposed this. Another reviewer has to decide it." in shown
    assert "<textarea" not in shown
    refused = rita.browser.post(f"/decisions/{correction}/decide", {"decision": "accept"})
    assert refused.status_code == 403


def test_p14_the_only_reviewer_is_told_that_it_is_marked(said, rita):
    correction = id_of(proposed(rita, "withdraw", said))
    assert "You are the only reviewer" in page(rita, correction)
    post(rita, correction, "decide", decision="accept", note="")
    assert "who proposed it and is the only reviewer" in page(rita, correction)


def test_p13_who_may_not_review_reads_and_does_not_decide(stage, ada, pat, said):
    reader = add_human(stage.rita, "ben in person", grants=("recall",))
    correction = id_of(proposed(pat, "withdraw", said))
    assert "You hold no grant to review all that it is about." in page(reader, correction)
    refused = reader.browser.post(f"/decisions/{correction}/decide", {"decision": "accept"})
    assert refused.status_code == 403
    assert standing(ada, said) == ["reported"]


def test_p13_strangers_find_nothing(pat, said):
    correction = id_of(proposed(pat, "withdraw", said))
    stranger = make_stage().rita
    for path in (f"/decisions/{correction}", f"/decisions/{UUID(int=7)}"):
        assert stranger.browser.get(path).status_code == 404
    assert WORDS not in stranger.browser.get("/decisions").content.decode()
    act = stranger.browser.post(f"/decisions/{correction}/decide", {"decision": "accept"})
    assert act.status_code == 404
    assert Client().get(f"/decisions/{correction}").status_code == 302


def test_a_form_without_its_token_is_refused(ada, pat, said, rita):
    correction = id_of(proposed(pat, "withdraw", said))
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(rita.login)
    refused = browser.post(f"/decisions/{correction}/decide", {"decision": "accept"})
    assert refused.status_code == 403
    assert standing(ada, said) == ["reported"]


@pytest.mark.parametrize("form", [{}, {"decision": "erase"}, {"decision": "accept", "note": "\0"}])
def test_a_form_that_says_something_else_is_refused(ada, pat, said, rita, form):
    correction = id_of(proposed(pat, "withdraw", said))
    refused = rita.browser.post(f"/decisions/{correction}/decide", form)
    assert refused.status_code == 400
    assert standing(ada, said) == ["reported"]


def test_deciding_is_never_a_get(pat, said, rita):
    correction = id_of(proposed(pat, "withdraw", said))
    assert rita.browser.get(f"/decisions/{correction}/decide").status_code == 405
    assert rita.browser.get(f"/decisions/{correction}/revert").status_code == 405


def test_what_a_page_shows_is_an_exposure(pat, said, rita):
    correction = id_of(proposed(pat, "withdraw", said))
    page(rita, correction)
    assert shown_to(rita) == [("browser", [said])]


def test_hostile_words_are_text(ada, pat, rita):
    said = say(ada, "<script>alert(1)</script> and more words")
    shown = page(rita, id_of(proposed(pat, "withdraw", said, reason="<b>because</b>")))
    assert "<script>alert" not in shown
    assert "<b>because" not in shown


def test_the_pages_ask_no_query_per_row(ada, pat, said, rita):
    first = id_of(proposed(pat, "withdraw", said))
    queries(rita, "/decisions")
    few, one = queries(rita, "/decisions"), queries(rita, f"/decisions/{first}")
    for _ in range(4):
        proposed(pat, "withdraw", said)
    many_derived(ada, said, 10, chained=True)
    assert queries(rita, "/decisions") == few
    # One list more where something is bound.
    assert queries(rita, f"/decisions/{first}") <= one + 1


def queries(person, path):
    with CaptureQueriesContext(connection) as captured:
        assert person.browser.get(path).status_code == 200
    return len(captured)


def test_a_fact_is_shown_where_it_stands_now(stage, ada, said, rita):
    correction = accepted(stage, "adopt", said)
    assert "it is a fact" in page(rita, correction)
    reverted(rita, correction)
    shown = page(rita, correction)
    assert "it is a fact" not in shown
    assert 'it became a fact, which is now</span> <span class="badge withdrawn">' in shown


def test_the_list_does_not_say_the_same_sentence_twice(stage, ada, pat, said, rita):
    proposed(pat, "correct", said, statement=NEW)
    proposed(pat, "adopt", said, statement=WORDS)
    there = rita.browser.get("/decisions").content.decode()
    assert there.count(NEW) == 1
    assert f"instead: <bdi>{NEW}"[:40] in there
    assert there.count(WORDS) == 2
