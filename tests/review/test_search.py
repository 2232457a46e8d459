"""Search from any page: what one may read is found by words, by name and by id; nothing else is."""

from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from provenance.database.tenancy import workspace
from provenance.models import Fact, Observation, Producer
from provenance.services.contributing.contribution import ProducerClaim
from tests.cast import make_stage
from tests.contract.saying import say, shown_to
from tests.provenance.correcting import accepted, proposed
from tests.provenance.erasing import erased
from tests.provenance.test_screening import AIMED
from tests.review.conversation import session_of, short_conversation
from tests.review.people import add_human

WORDS = "we deploy on fridays after the canary is green"
ATTACK = "<script>alert(1)</script><img src=x onerror=alert(2)>"


def found(person, asked, **more):
    response = person.browser.get("/search", {"q": asked, **more})
    assert response.status_code == 200, response.content
    return " ".join(response.content.decode().split())


def leads_to(person, asked):
    response = person.browser.get("/search", {"q": asked})
    assert response.status_code == 302, response.content
    return response["Location"]


@pytest.fixture
def said(ada):
    return say(ada, WORDS, event_id="turn-17", session_title="About deploys")


@pytest.fixture
def row(rita, said):
    with workspace(rita.principal):
        return Observation.objects.here().get(id=said)


def test_every_page_has_the_field(rita, said):
    for path in ("/", f"/observations/{said}", "/decisions", "/search"):
        page = rita.browser.get(path).content.decode()
        assert '<label class="visually-hidden" for="search">' in page
        assert 'id="search" type="search" name="q"' in page
    assert 'id="search"' not in Client().get("/login").content.decode()


def test_all_words_have_to_be_in_it_in_any_case(ada, rita, said):
    other = say(ada, "we deploy on mondays")
    both = found(rita, "DEPLOY")
    assert f"/observations/{said}" in both
    assert f"/observations/{other}" in both
    one = found(rita, "deploy Canary")
    assert f"/observations/{said}" in one
    assert f"/observations/{other}" not in one
    assert "<mark>deploy</mark>" in one
    assert "Nothing that you may read holds all of these words" in found(rita, "zebra")


@pytest.mark.parametrize("asked", ["100%", "a_b", "back\\slash"])
def test_a_sign_stands_for_itself(ada, rita, asked):
    said, other = say(ada, f"it is {asked} sure"), say(ada, "it is 1000 axb backslash sure")
    page = found(rita, asked)
    assert f"/observations/{said}" in page
    assert f"/observations/{other}" not in page


def test_an_id_leads_right_to_its_page(stage, rita, said, row):
    correction = accepted(stage, "adopt", said)
    with workspace(rita.principal):
        fact = Fact.objects.here().get()
        producer = Producer.objects.here().get()
    assert leads_to(rita, str(said)) == f"/observations/{said}"
    assert leads_to(rita, f" {said} ") == f"/observations/{said}"
    assert leads_to(rita, row.digest) == f"/observations/{said}"
    assert leads_to(rita, row.digest.removeprefix("sha256:")) == f"/observations/{said}"
    assert leads_to(rita, "turn-17") == f"/observations/{said}"
    assert leads_to(rita, "session-1") == f"/sessions/{session_of(rita)}"
    assert leads_to(rita, str(fact.id)) == f"/facts/{fact.id}"
    assert leads_to(rita, str(correction)) == f"/decisions/{correction}"
    assert leads_to(rita, str(rita.principal.id)) == f"/principals/{rita.principal.id}"
    assert leads_to(rita, str(producer.id)) == f"/producers/{producer.id}"
    assert "Nothing that you may read" in found(rita, str(UUID(int=7)))


def test_an_event_id_that_two_bear_leads_to_neither(ada, rita, said):
    say(ada, "another", event_id="turn-17", session_id="session-2")
    found(rita, "turn-17")


def test_sessions_facts_and_sources_are_found_by_name(stage, rita, said):
    accepted(stage, "adopt", said, statement="Deploys happen on a Friday")
    page = found(rita, "about deploy")
    assert f"/sessions/{session_of(rita)}" in page
    page = found(rita, "friday")
    assert "Deploys happen on a Friday" in page
    page = found(rita, "laptop")
    assert "codex on laptop-1" in page
    assert f"/principals/{stage.ben.principal.id}" in found(rita, "ben")


def test_p13_what_is_held_back_is_found_by_reviewers_alone(stage, ada, rita):
    held = say(
        ada,
        AIMED,
        speaker_role="tool",
        event_id="event-of-the-held",
        session_id="held-session",
        session_title="Title of the held",
        producer=ProducerClaim(harness="heldharness", instance="x"),
    )
    reader = add_human(stage.rita, "reader", grants=("recall",))
    for asked in ("previous instructions", "Title of the held", "heldharness"):
        page = found(reader, asked)
        assert str(held) not in page
        assert "Nothing that you may read" in page
        assert AIMED not in page
    for asked in ("event-of-the-held", "held-session"):
        assert "Nothing that you may read" in found(reader, asked)
    assert shown_to(reader) == []
    page = found(rita, "previous instructions")
    assert f"/observations/{held}" in page


def test_erased_words_find_nothing(rita, said):
    erased(rita, said)
    for asked in ("canary", "About deploys"):
        assert "Nothing that you may read" in found(rita, asked)


def test_what_is_in_the_restricted_lane_is_not_found(ada, rita):
    say(ada, "a secret of the house", labels=("restricted",))
    assert "Nothing that you may read" in found(rita, "secret of the house")


def test_p13_strangers_find_nothing_by_any_name(stage, said, row):
    stranger = make_stage().rita
    for asked in (WORDS, str(said), row.digest, "turn-17", "session-1", "laptop"):
        page = stranger.browser.get("/search", {"q": asked})
        assert page.status_code == 200
        assert "Nothing that you may read" in page.content.decode()
    nobody = add_human(stage.rita, "cleo in person", grants=())
    assert nobody.browser.get("/search", {"q": "canary"}).status_code == 403
    assert Client().get("/search", {"q": "canary"}).status_code == 302


def test_what_was_found_is_an_exposure(rita, said):
    found(rita, "canary")
    assert shown_to(rita) == [("browser", [said])]


def test_only_so_many_are_looked_through_and_older_ones_on_demand(ada, rita, monkeypatch):
    monkeypatch.setattr("provenance.services.reviewing.search.LOOKED_THROUGH", 2)
    old = say(ada, "a rare bird")
    for number in range(3):
        say(ada, f"filling {number}")
    page = found(rita, "bird")
    assert str(old) not in page
    before = page.split("before=")[1].split('"')[0]
    assert f"/observations/{old}" in found(rita, "bird", before=before)
    assert rita.browser.get("/search", {"q": "x", "before": "y"}).status_code == 404


def test_more_hits_than_a_page_holds_go_on(ada, rita, monkeypatch):
    monkeypatch.setattr("provenance.services.reviewing.search.MOST_OBSERVATIONS", 2)
    ids = [say(ada, f"bird {number}") for number in range(3)]
    page = found(rita, "bird")
    assert [f"/observations/{one}" in page for one in ids] == [False, True, True]
    before = page.split("before=")[1].split('"')[0]
    page = found(rita, "bird", before=before)
    assert [f"/observations/{one}" in page for one in ids] == [True, False, False]


def test_an_empty_question_says_what_may_be_asked(rita):
    for asked in ("", "   "):
        assert "leads right to its page" in found(rita, asked)


def test_hostile_words_are_text(stage, ada, rita):
    target = say(
        ada,
        ATTACK,
        speaker_name=ATTACK,
        session_title=ATTACK,
        producer=ProducerClaim(harness=ATTACK, instance=ATTACK),
    )
    accepted(stage, "adopt", target)
    page = found(rita, "<script>alert(1)")
    assert f"/observations/{target}" in page
    assert "<script>alert" not in page
    assert "<img src" not in page


def test_a_search_asks_no_query_per_row(stage, ada, rita):
    def once(number):
        short_conversation(ada, session_id=f"canary {number}", session_title="canary")
        target = say(ada, f"the canary {number} is green today")
        proposed(rita, "withdraw", target)
        accepted(stage, "adopt", target)

    once(0)
    few = queries(rita)
    once(1)
    once(2)
    assert queries(rita) == few


def queries(person):
    with CaptureQueriesContext(connection) as captured:
        found(person, "canary")
    return len(captured)
