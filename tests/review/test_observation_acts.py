"""What people do from the page of an observation: each act shows its effect before it is pressed."""

import re
from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from provenance.database.tenancy import workspace
from provenance.models import Correction, UnresolvedPair
from tests.cast import make_stage
from tests.contract.saying import link, say, shown_to
from tests.provenance.correcting import (
    accepted,
    derived_from,
    facts,
    many_derived,
    proposed,
    second_reviewer,
    standing,
)
from tests.provenance.erasing import erased
from tests.provenance.test_screening import AIMED
from tests.review.people import add_human

WORDS = "we deploy on fridays after the canary is green"
ATTACK = "<script>alert(1)</script><img src=x onerror=alert(2)>"
KINDS = ("withdraw", "correct", "supersede", "restore", "adopt")


@pytest.fixture
def said(ada):
    return say(ada, WORDS)


@pytest.fixture
def held(ada):
    return say(ada, AIMED, speaker_role="tool")


def text(person, path):
    response = person.browser.get(path)
    assert response.status_code == 200, response.content
    return " ".join(response.content.decode().split())


def at(observation, act=""):
    return f"/observations/{observation}{act}"


def form(page):
    """What the hidden fields of a page's form would send."""
    return dict(re.findall(r'type="hidden" name="(kind|event_id)" value="([^"]*)"', page))


def corrections(person):
    with workspace(person.principal):
        return list(Correction.objects.here().select_related("statement").order_by("position"))


def propose(person, observation, kind, **fields):
    sent = form(text(person, at(observation, f"/propose/{kind}")))
    return person.browser.post(at(observation, "/propose"), {**sent, **fields}, follow=True)


@pytest.mark.parametrize(
    ("kind", "statement"),
    [("withdraw", ""), ("correct", "we deploy on mondays"), ("supersede", ""), ("adopt", "")],
)
def test_p14_proposing_from_the_page_makes_one_proposal(rita, said, kind, statement):
    page = propose(rita, said, kind, reason="The plan says so.", statement=statement)
    (made,) = corrections(rita)
    assert page.redirect_chain == [(f"/decisions/{made.id}", 302)]
    assert "Nothing changes until somebody decides." in page.content.decode()
    assert (made.kind, made.reason) == (kind, "The plan says so.")
    assert (made.statement.text if made.statement_id else "") == statement
    assert standing(rita, said) == ["reported"]


def test_p03_a_form_that_is_sent_twice_is_one_proposal(rita, said):
    sent = form(text(rita, at(said, "/propose/withdraw")))
    for _ in range(2):
        rita.browser.post(at(said, "/propose"), {**sent, "reason": "wrong"})
    assert len(corrections(rita)) == 1
    other = rita.browser.post(at(said, "/propose"), {**sent, "reason": "else"}, follow=True)
    assert "sent before with other words" in other.content.decode()
    assert [one.reason for one in corrections(rita)] == ["wrong"]


def test_p14_a_preview_tells_what_would_change_and_changes_nothing(stage, ada, rita, said):
    accepted(stage, "adopt", said)
    made = derived_from(ada, [said])
    page = text(rita, at(said, "/propose/withdraw"))
    assert "Recall would no longer tell 2 observations." in page
    assert f"/observations/{made}" in page
    assert 'badge withdrawn">withdrawn' in page
    assert WORDS in page[page.index("<h3>Facts</h3>") :]
    assert len(corrections(rita)) == 1, "the one that made the fact"
    assert standing(ada, said, made) == ["reported", "reported"]
    assert facts(ada) == [(WORDS, "current")]


def test_what_waits_already_is_told_before_somebody_proposes_it_again(stage, rita, said):
    waits = proposed(rita, "withdraw", said, reason="said of another service")
    page = text(rita, at(said, "/propose/withdraw"))
    assert f"/decisions/{waits.correction['id']}" in page
    assert "said of another service" in page


def test_an_act_that_comes_to_nothing_says_why(stage, rita, said):
    assert "It holds as it was said." in text(rita, at(said))
    assert at(said, "/propose/restore") not in text(rita, at(said))
    accepted(stage, "withdraw", said)
    page = text(rita, at(said))
    assert "It is withdrawn already." in page
    assert at(said, "/propose/restore") in page
    assert "<textarea" not in text(rita, at(said, "/propose/withdraw"))


@pytest.mark.parametrize(
    "fields",
    [
        {"reason": ""},
        {"reason": "why", "kind": "fact"},
        {"reason": "why", "kind": "correct"},
        {"reason": "why", "statement": "no use"},
        {"reason": "why\0"},
    ],
)
def test_a_form_that_says_something_else_is_refused(rita, said, fields):
    sent = form(text(rita, at(said, "/propose/withdraw")))
    assert rita.browser.post(at(said, "/propose"), {**sent, **fields}).status_code == 400
    assert corrections(rita) == []


def test_a_form_that_is_refused_comes_back_with_what_was_typed(rita, said):
    page = propose(rita, said, "correct", statement="on <b>mondays</b>", reason="r" * 2001)
    assert page.status_code == 400
    shown = page.content.decode()
    assert "on &lt;b&gt;mondays" in shown
    assert "r" * 2001 in shown
    assert "at most 2000 characters" in shown
    assert 'maxlength="65536"' in shown
    assert 'maxlength="2000"' in shown
    assert corrections(rita) == []


@pytest.mark.parametrize("more", ["", "r" * 2001])
def test_p10_a_secret_in_a_reason_is_refused_and_not_shown_again(rita, said, more):
    secret = "the key is AKIAIOSFODNN7EXAMPLE "
    page = propose(rita, said, "withdraw", reason=secret + more, statement="")
    assert page.status_code == 422
    assert "AKIAIOSFODNN7EXAMPLE" not in page.content.decode()
    assert "<textarea" in page.content.decode()
    assert corrections(rita) == []


def test_p13_who_may_read_and_not_propose_is_told_so(stage, said):
    reader = add_human(stage.rita, "ben in person", grants=("recall",))
    page = text(reader, at(said))
    assert "You hold no grant to propose changes to it." in page
    assert "Only who administers it may erase it." in page
    assert "/propose/" not in page
    assert "/erase" not in page
    for path in ("/propose/withdraw", "/erase"):
        assert reader.browser.get(at(said, path)).status_code == 403
    sent = {"kind": "withdraw", "reason": "no", "event_id": "x", "meant": "on"}
    assert reader.browser.post(at(said, "/propose"), sent).status_code == 403
    assert reader.browser.post(at(said, "/erase/now"), sent).status_code == 403
    assert corrections(stage.rita) == []


def test_a_reviewer_proposes_and_does_not_erase(stage, said):
    otto = second_reviewer(stage)
    page = text(otto, at(said))
    assert at(said, "/propose/withdraw") in page
    assert at(said, "/erase") not in page
    propose(otto, said, "withdraw", reason="wrong", statement="")
    assert [one.proposer_id for one in corrections(otto)] == [otto.principal.id]


def test_p13_strangers_find_no_act(said):
    stranger = make_stage().rita
    sent = {"kind": "withdraw", "reason": "no", "event_id": "x", "meant": "on"}
    for one in (said, UUID(int=7)):
        for path in ("/propose/withdraw", "/erase"):
            assert stranger.browser.get(at(one, path)).status_code == 404
            assert Client().get(at(one, path)).status_code == 302
        for path in ("/propose", "/release", "/erase/now"):
            assert stranger.browser.post(at(one, path), sent).status_code == 404
            assert stranger.browser.get(at(one, path)).status_code == 405


def test_a_form_without_its_token_is_refused(rita, said):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(rita.login)
    sent = {"kind": "withdraw", "reason": "no", "event_id": "x", "meant": "on"}
    for path in ("/propose", "/release", "/erase/now"):
        assert browser.post(at(said, path), sent).status_code == 403
    assert corrections(rita) == []


def test_similar_ones_are_named_with_the_reason(stage, ada, rita, said):
    copy = say(ada, WORDS, lineage=link("quotes", observation=said), speaker_role="assistant")
    page = text(rita, at(said))
    similar = page[page.index("Similar ones") :]
    assert f"/observations/{copy}" in similar
    assert "copy: its words again" in similar
    assert "No copy is proven" in text(rita, at(say(ada, "another thing altogether")))


def test_p13_held_words_stay_held_beside_what_is_like_them(stage, ada, said, held):
    pair = UnresolvedPair(
        workspace_id=ada.workspace_id,
        observation_id=held,
        other_id=said,
        kind="possible_equivalent",
        at=datetime.now(UTC),
    )
    with workspace(stage.rita.principal):
        UnresolvedPair.objects.all().add([pair])
    reader = add_human(stage.rita, "reader", grants=("recall",))
    page = text(reader, at(said))
    assert f"/observations/{held}" in page
    assert "Ignore all previous" not in page
    assert shown_to(reader) == [("browser", [said])]
    assert "Ignore all previous" in text(stage.rita, at(said))


def test_facts_and_decisions_stand_beside_what_they_are_about(stage, rita, said):
    decision = accepted(stage, "adopt", said)
    page = text(rita, at(said))
    assert "Facts that stand on it" in page
    assert f"/decisions/{decision}" in page


@pytest.mark.parametrize("path", ["", *(f"/propose/{kind}" for kind in KINDS), "/erase"])
def test_hostile_words_are_text(stage, ada, rita, path):
    target = say(ada, ATTACK + " and words", speaker_name=ATTACK)
    say(ada, ATTACK + " and words", lineage=link("quotes", observation=target), speaker_role="tool")
    proposed(rita, "withdraw", target, reason=ATTACK)
    accepted(stage, "adopt", target)
    page = text(rita, at(target, path))
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in page
    assert "<img src" not in page


@pytest.mark.parametrize("path", ["", "/propose/withdraw", "/erase"])
def test_a_page_asks_no_query_per_row(stage, ada, rita, said, path):
    derived_from(ada, [said])
    say(ada, WORDS, lineage=link("quotes", observation=said), speaker_role="tool")
    proposed(rita, "correct", said, statement="another wording")
    accepted(stage, "adopt", said)
    few = queries(rita, at(said, path))
    many_derived(ada, said, 10, chained=False)
    for number in range(3):
        say(ada, WORDS, lineage=link("quotes", observation=said), speaker_role="tool")
        proposed(rita, "correct", said, statement=f"wording {number}")
        accepted(stage, "adopt", said, statement=f"another {number}")
    assert queries(rita, at(said, path)) == few


def queries(person, path):
    with CaptureQueriesContext(connection) as captured:
        assert person.browser.get(path).status_code == 200
    return len(captured)


def test_erased_words_are_in_no_act(stage, rita, said):
    erased(rita, said)
    page = text(rita, at(said, "/propose/adopt"))
    assert "Its words were erased: nothing can stand on them." in page
    assert "<textarea" not in page
    assert WORDS not in page
