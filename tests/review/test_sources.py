"""Principals and producers: what each is, and what came of it, for those who may know."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from provenance.database.tenancy import workspace
from provenance.models import Producer
from provenance.services.access.granting import give
from provenance.services.contributing.contribution import ProducerClaim
from tests.cast import add_person, make_stage
from tests.contract.saying import say, shown_to
from tests.provenance.erasing import erased
from tests.provenance.test_screening import AIMED
from tests.review.conversation import short_conversation
from tests.review.people import add_human

ATTACK = "<script>alert(1)</script><img src=x onerror=alert(2)>"
WORDS = "we deploy on fridays after the canary is green"


def text(person, path):
    response = person.browser.get(path)
    assert response.status_code == 200, response.content
    return " ".join(response.content.decode().split())


@pytest.fixture
def said(ada):
    return say(ada, WORDS)


@pytest.fixture
def producer(rita, said):
    with workspace(rita.principal):
        return Producer.objects.here().get().id


@pytest.fixture
def paths(ada, producer):
    return {
        "principals": "/principals",
        "producers": "/producers",
        "principal": f"/principals/{ada.principal.id}",
        "producer": f"/producers/{producer}",
    }


def narrow(stage, **scope):
    """A human who recalls a part."""
    human = add_human(stage.rita, "narrow", grants=())
    with workspace(stage.rita.principal):
        give(
            by=stage.rita.principal.id,
            principal_id=human.principal.id,
            capability="recall",
            reason="a part",
            at=datetime.now(UTC),
            **scope,
        )
    return human


def test_an_observation_leads_to_where_it_came_from(rita, said, paths):
    page = text(rita, f"/observations/{said}")
    assert paths["principal"] in page
    assert paths["producer"] in page


def test_a_principal_tells_what_it_may_do_and_what_came_of_it(stage, rita, said, paths):
    page = text(rita, paths["principal"])
    assert "capture" in page
    assert "serves <bdi>rita</bdi>" in page
    assert "All 1 observation that you may see" in page
    assert '<td>user_primary</td><td class="number">1</td>' in page
    assert f"/observations/{said}" in page
    assert "session-1" in page
    assert "It holds no grant" in text(rita, f"/principals/{stage.cleo.principal.id}")


def test_grants_are_for_administrators_and_oneself(stage, paths):
    reader = add_human(stage.rita, "ben in person", grants=("recall",))
    page = text(reader, paths["principal"])
    assert "Its grants are shown to administrators, and to itself." in page
    assert "serves <bdi>rita" not in page
    assert "Live grants" in text(reader, f"/principals/{reader.principal.id}")


def test_a_grant_names_what_it_reaches(stage, rita, producer):
    narrow(stage, producers=[producer])
    page = text(rita, "/principals")
    one = page.split('<a class="title" href="')[1:]
    (path,) = [part.split('"')[0] for part in one if ">narrow<" in part.split("</a>")[0] + "<"]
    assert "codex on laptop-1" in text(rita, path)


def test_a_producer_tells_what_came_through_it(rita, said, paths):
    page = text(rita, paths["producer"])
    assert "codex on laptop-1" in page
    assert f"/observations/{said}" in page
    assert "All 1 observation that you may see" in page
    assert "Too few bear a time of their own to tell." in page


def test_a_clock_is_told_from_the_events_that_bear_a_time(ada, rita, paths):
    now = datetime.now(UTC)
    for minutes in (60, 90, 121, -60):
        say(ada, f"said {minutes} minutes ago", observed_at=now - timedelta(minutes=minutes))
    page = text(rita, paths["principal"])
    assert "it took 75 minutes in the median of 4 that bear a time" in page
    assert "1 bears a time after their recording" in page
    assert "1 bears no time of their own" in page
    assert "<li>future_clock <strong>1</strong></li>" in page


def test_only_so_many_are_counted(ada, rita, paths, monkeypatch):
    for module in ("services.reviewing", "review"):
        monkeypatch.setattr(f"provenance.{module}.sources.MOST_COUNTED", 2)
    for number in range(3):
        say(ada, f"number {number}")
    page = text(rita, paths["principal"])
    assert "The 2 newest that you may see" in page
    assert '<td class="number">2</td>' in page


def test_their_sessions_go_on(ada, rita, paths, monkeypatch):
    monkeypatch.setattr("provenance.review.sources.SESSIONS_A_PAGE", 2)
    for number in range(3):
        say(ada, "hello", session_id=f"s{number}")
    page = text(rita, paths["producer"])
    assert ("s2" in page, "session-1" in page.split("Sessions</h2>")[1]) == (True, False)
    before = page.split("?before=")[1].split('"')[0]
    rest = text(rita, f"{paths['producer']}?before={before}").split("Sessions</h2>")[1]
    assert "session-1" in rest


def test_the_lists_go_on(stage, ada, rita, monkeypatch):
    monkeypatch.setattr("provenance.review.sources.A_PAGE", 2)
    for number in range(3):
        say(ada, "hello", producer=ProducerClaim(harness="h", instance=f"i{number}"))
    for path, last in (("/producers", "h on i0"), ("/principals", "ada")):
        page = text(rita, path)
        assert last not in page.split("<h1>")[1]
        before = page.split("?before=")[1].split('"')[0]
        assert last in text(rita, f"{path}?before={before}")
        assert rita.browser.get(f"{path}?before=x").status_code == 404


@pytest.mark.parametrize("page", ["principals", "producers", "principal", "producer"])
def test_p13_closed_until_opened(stage, paths, page):
    assert Client().get(paths[page]).status_code == 302
    nobody = add_human(stage.rita, "cleo in person", grants=())
    assert nobody.browser.get(paths[page]).status_code == 403
    reader = add_human(stage.rita, "ben in person", grants=("recall",))
    assert text(reader, paths[page])
    assert stage.rita.browser.post(paths[page]).status_code == 405


@pytest.mark.parametrize("page", ["principal", "producer"])
def test_p13_another_workspace_looks_like_nothing_at_all(paths, page):
    stranger = make_stage().rita
    missing = "/".join([*paths[page].split("/")[:-1], str(UUID(int=7))])
    for path in (paths[page], missing):
        assert stranger.browser.get(path).status_code == 404


def test_p13_who_reads_a_part_knows_of_no_more(stage, said, paths):
    eve = add_person(stage.rita, "eve", kind="agent", grants=("observe",))
    say(eve, "else", producer=ProducerClaim(harness="other", instance="one"))
    human = narrow(stage, principals=[eve.principal.id])
    page = text(human, "/principals")
    assert (">eve<" in page, ">ada<" in page, ">narrow<" in page) == (True, False, True)
    page = text(human, "/producers")
    assert ("other on one" in page, "laptop-1" in page) == (True, False)
    assert human.browser.get(paths["principal"]).status_code == 404
    assert human.browser.get(paths["producer"]).status_code == 404


def test_p13_a_producer_of_held_words_alone_is_named_to_reviewers_alone(stage, ada, rita):
    claim = ProducerClaim(harness="heldharness", instance="x")
    say(ada, AIMED, speaker_role="tool", producer=claim)
    with workspace(rita.principal):
        held = Producer.objects.here().get(harness="heldharness").id
    reader = add_human(stage.rita, "reader", grants=("recall",))
    assert "heldharness" not in text(reader, "/producers")
    assert reader.browser.get(f"/producers/{held}").status_code == 404
    page = text(reader, f"/principals/{ada.principal.id}")
    assert "heldharness" not in page
    assert AIMED not in page
    assert AIMED in text(rita, f"/producers/{held}")


def test_erased_words_are_on_no_page(rita, said, paths):
    erased(rita, said)
    for path in paths.values():
        assert WORDS not in text(rita, path)


def test_what_a_page_shows_is_an_exposure(rita, said, paths):
    text(rita, paths["principal"])
    text(rita, paths["producer"])
    assert shown_to(rita) == [("browser", [said])] * 2


def test_hostile_words_are_text(ada, rita):
    claim = ProducerClaim(harness=ATTACK, instance=ATTACK)
    say(ada, ATTACK, session_id=ATTACK, session_title=ATTACK, speaker_name=ATTACK, producer=claim)
    with workspace(rita.principal):
        hostile = Producer.objects.here().get().id
    for path in ("/producers", f"/producers/{hostile}", f"/principals/{ada.principal.id}"):
        page = rita.browser.get(path).content.decode()
        assert "&lt;script&gt;alert(1)" in page
        assert "<script>alert" not in page
        assert "<img src" not in page


@pytest.mark.parametrize("page", ["principals", "producers", "principal", "producer"])
def test_the_pages_ask_no_query_per_row(stage, ada, rita, paths, page):
    short_conversation(ada)
    few = queries(rita, paths[page])
    for number in range(3):
        short_conversation(ada, session_id=f"session {number}")
        claim = ProducerClaim(harness="h", instance=f"i{number}")
        say(add_person(rita, f"p{number}", kind="agent", grants=("observe",)), producer=claim)
    assert queries(rita, paths[page]) == few


def queries(person, path):
    with CaptureQueriesContext(connection) as captured:
        assert person.browser.get(path).status_code == 200
    return len(captured)
