"""A recall that happened can be explained: who asked what, what was told, and why."""

import html
import re
from datetime import UTC, datetime
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import pytest
from django.test import Client

from provenance.database.tenancy import workspace
from provenance.models import Exposure, Receipt
from tests.cast import Person, Stage
from tests.contract.saying import say
from tests.provenance.correcting import accepted, grant
from tests.provenance.erasing import erased
from tests.provenance.test_screening import AIMED
from tests.review.people import add_human
from tests.review.queue.conftest import ask, last_recall
from tests.review.queue.test_queue import queries

QUESTION = "when do we deploy?"
WORDS = "we deploy on fridays after the canary is green"
ATTACK = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>{{ 7|add:7 }}"


def page(person: Person, path: str) -> str:
    response = person.browser.get(path)
    assert response.status_code == 200, response.content
    return " ".join(response.content.decode().split())


def status(person: Person, path: str) -> int:
    return int(person.browser.get(path).status_code)


def reader(stage: Stage, name: str = "ned", **scope: list[UUID]) -> Person:
    """A person who recalls, and oversees nothing."""
    person = add_human(stage.rita, name, grants=())
    grant(stage.rita, person, "recall", **scope)
    return person


def asked_by(person: Person, question: str) -> str:
    """The address of the page of what a person asks at the bench."""
    assert person.browser.get("/ask", {"q": question}).status_code == 200
    return f"/recalls/{last_recall(person)}"


@pytest.fixture
def said(ada: Person) -> UUID:
    return say(ada, WORDS)


@pytest.fixture
def path(stage: Stage, said: UUID) -> str:
    """The page of what ben asked, a machine."""
    ask(stage.ben, QUESTION)
    return f"/recalls/{last_recall(stage.ben)}"


def test_it_tells_who_asked_what_and_what_was_told(rita: Person, path: str, said: UUID) -> None:
    shown = page(rita, path)
    assert QUESTION in shown
    assert WORDS in shown
    assert f'href="/observations/{said}"' in shown
    for part in ("<b>ben</b>", "<dt>Key</dt><dd>test ", "recall over the workspace", "<dd>recall<"):
        assert part in shown


def test_p13_who_may_look_into_a_recall(stage: Stage, path: str) -> None:
    for address in (path, "/recalls"):
        assert Client().get(address)["Location"].startswith("/login")
        assert status(add_human(stage.rita, f"nobody {address}", grants=()), address) == 403
    ned = reader(stage)
    assert status(ned, path) == 404
    assert QUESTION not in page(ned, "/recalls")
    part = add_human(stage.rita, "part", grants=("recall",))
    grant(stage.rita, part, "review", principals=[stage.ada.principal.id])
    assert status(part, path) == 404
    for capability in ("review", "administer"):
        one = add_human(stage.rita, f"who may {capability}", grants=("recall", capability))
        assert QUESTION in page(one, path)
        assert path in page(one, "/recalls")
    own = asked_by(ned, QUESTION)
    assert QUESTION in page(ned, own)
    assert f'href="{own}"' in page(ned, "/recalls")


def test_p13_no_page_for_another_workspace_nor_for_what_is_no_recall(
    stage: Stage, rita: Person, said: UUID
) -> None:
    say(stage.mallory, WORDS)
    ask(stage.mallory, QUESTION)
    assert status(rita, f"/recalls/{last_recall(stage.mallory)}") == 404
    with workspace(rita.principal):
        observed = Receipt.objects.here().get(observation_id=said)
    assert status(rita, f"/recalls/{observed.id}") == 404
    assert status(rita, f"/recalls/{UUID(int=0)}") == 404


def test_p13_what_is_out_of_reach_is_told_as_such(stage: Stage, path: str, said: UUID) -> None:
    narrow = reader(stage, principals=[stage.ben.principal.id])
    grant(stage.rita, narrow, "review")
    shown = page(narrow, path)
    assert "An observation out of your reach." in shown
    assert WORDS not in shown
    assert str(said) not in shown
    # Nor do they learn by which grants somebody recalls whose view they may not take.
    assert "1 grant. Which, only those learn" in shown
    assert "given by" not in shown
    assert "Ask it again" not in shown


def test_p13_what_is_held_back_is_told_without_its_words(stage: Stage, rita: Person) -> None:
    held = say(stage.ada, AIMED, speaker_role="tool", speaker_name="odo")
    ned = reader(stage)
    with workspace(ned.principal):
        receipt = Receipt(
            workspace_id=ned.workspace_id,
            act="recall",
            outcome="answered",
            principal_id=ned.principal.id,
            body={"returned": [str(held)], "context": [str(held)], "abstained": False},
            at=datetime.now(UTC),
        )
        Receipt.objects.all().add([receipt])
    path, before = f"/recalls/{receipt.id}", exposures(ned)
    shown = page(ned, path)
    assert shown.count("1. held back") == 2
    assert AIMED not in shown
    assert "odo" not in shown
    assert exposures(ned) == before
    assert AIMED in html.unescape(page(rita, path))


def test_what_is_shown_is_an_exposure(rita: Person, path: str, said: UUID) -> None:
    before = exposures(rita)
    page(rita, path)
    assert exposures(rita) == before + 1
    with workspace(rita.principal):
        last = Exposure.objects.here().filter(principal_id=rita.principal.id).latest("id")
    assert (last.door, last.observations) == ("browser", [said])


def exposures(person: Person) -> int:
    with workspace(person.principal):
        return int(Exposure.objects.here().filter(principal_id=person.principal.id).count())


def test_p05_what_was_erased_is_gone_and_so_is_the_question(
    rita: Person, path: str, said: UUID
) -> None:
    erased(rita, said)
    shown = page(rita, path)
    assert WORDS not in shown
    assert QUESTION not in shown
    assert "1. erased" in shown
    assert "No words are kept" in shown
    assert "Ask it again" not in shown
    assert QUESTION not in page(rita, "/recalls")


def test_a_hostile_question_is_text(stage: Stage, rita: Person) -> None:
    say(stage.ada, f"{ATTACK} {WORDS}", speaker_name=ATTACK)
    ask(stage.ben, f"{ATTACK} {QUESTION}")
    for address in (f"/recalls/{last_recall(stage.ben)}", "/recalls", "/abstained", "/chronicle"):
        shown = page(rita, address)
        assert "<script>alert" not in shown
        assert not re.search(r"<[a-z]+ [^<>]*\sonerror=", shown)
        assert ">14<" not in shown
    assert "&lt;script&gt;alert(1)" in page(rita, "/recalls")


def test_p12_an_abstention_says_why_it_told_nothing(stage: Stage, rita: Person) -> None:
    say(stage.ada, WORDS)
    ask(stage.ben, "where is the blue kettle?")
    shown = page(rita, f"/recalls/{last_recall(stage.ben)}")
    assert "Nothing supported the question" in shown
    assert '<span class="badge">abstained</span>' in page(rita, "/recalls")


def test_it_can_be_asked_again_now_and_as_of_then(
    stage: Stage, rita: Person, path: str, said: UUID
) -> None:
    accepted(stage, "withdraw", said)
    links = re.findall(r'href="(/ask\?[^"]+)">Ask it again', page(rita, path))
    now, then = (one.replace("&amp;", "&") for one in links)
    told = parse_qs(urlsplit(then).query)
    assert (told["q"], told["view"]) == ([QUESTION], [str(stage.ben.principal.id)])
    assert datetime.fromisoformat(told["as_of"][0]) < datetime.now(UTC)
    item = f'<li class="card statement" id="{said}">'
    assert item in page(rita, then)
    assert item not in page(rita, now)


def test_a_question_asked_at_the_bench_is_asked_again_as_it_was(rita: Person, said: UUID) -> None:
    query = {"q": QUESTION, "limit": 3, "kinds": ["message", "summary"]}
    assert rita.browser.get("/ask", query).status_code == 200
    shown = page(rita, f"/recalls/{last_recall(rita)}")
    now = re.findall(r'href="(/ask\?[^"]+)">Ask it again now', shown)[0].replace("&amp;", "&")
    told = parse_qs(urlsplit(now).query)
    assert (told["limit"], told["kinds"]) == (["3"], ["message", "summary"])
    assert "as_of" not in told


def test_what_leads_to_a_recall(stage: Stage, rita: Person, path: str, said: UUID) -> None:
    assert f'<a href="{path}">recall' in page(rita, f"/observations/{said}")
    assert f'href="{path}">recalled</a>' in page(rita, "/chronicle")
    assert '<strong>1</strong> <a href="/recalls">recall</a>' in page(rita, "/")
    assert path not in page(reader(stage), f"/observations/{said}")


def test_the_list_goes_on_below_a_cursor(
    stage: Stage, rita: Person, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("provenance.review.recalled.A_PAGE", 1)
    ask(stage.ben, "is the canary green?")
    newest = page(rita, "/recalls")
    assert path not in newest
    (older,) = re.findall(r'href="(\?before=[^"]+)"', newest)
    assert path in page(rita, f"/recalls{older}")
    assert status(rita, "/recalls?before=nothing") == 404


def test_neither_page_asks_a_query_per_row(stage: Stage, rita: Person, path: str) -> None:
    # A first page sees to what is kept between requests.
    page(rita, path)
    few = queries(rita, path), queries(rita, "/recalls")
    for number in range(4):
        say(stage.ada, f"we deploy service {number} on fridays, after its canary was green")
    ask(stage.ben, QUESTION)
    more = f"/recalls/{last_recall(stage.ben)}"
    assert page(rita, more).count('href="/observations/') > 1
    assert (queries(rita, more), queries(rita, "/recalls")) == few
