"""Sessions as a list and as a calendar, and the thread of one."""

import re
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from provenance.database.tenancy import workspace
from provenance.models import Producer
from provenance.services.contributing.admission import Door
from provenance.services.contributing.contribution import ProducerClaim
from tests.cast import add_person, make_stage
from tests.contract.saying import link, say
from tests.provenance.erasing import erased
from tests.provenance.test_screening import AIMED
from tests.review.conversation import session_of, short_conversation
from tests.review.people import add_human

ATTACK = "<script>alert(1)</script><img src=x onerror=alert(2)>"
PAGES = ["/sessions", "/sessions/calendar", "/themes"]


def text(person, path):
    response = person.browser.get(path)
    assert response.status_code == 200, response.content
    return " ".join(response.content.decode().split())


def listed(page):
    return re.findall(
        r'<a class="title excerpt" href="/sessions/[^"]+">(?:<bdi>)?([^<]*)(?:</bdi>)?</a>', page
    )


def on(day, hour=12):
    return datetime(2026, 3, day, hour, tzinfo=UTC)


def test_the_list_is_narrowed_by_producer_principal_and_days(stage, ada, rita):
    eve = add_person(rita, "eve", kind="agent", grants=("observe",))
    laptop = ProducerClaim(harness="codex", instance="laptop-2")
    say(ada, "one", session_id="first", observed_at=on(1))
    say(ada, "two", session_id="second", observed_at=on(2), producer=laptop)
    say(eve, "three", session_id="third", observed_at=on(3))
    with workspace(rita.principal):
        other = Producer.objects.here().get(instance="laptop-2").id
    assert set(listed(text(rita, "/sessions"))) == {"first", "second", "third"}
    assert listed(text(rita, f"/sessions?producer={other}")) == ["second"]
    assert listed(text(rita, f"/sessions?principal={eve.principal.id}")) == ["third"]
    assert listed(text(rita, "/sessions?since=2026-03-02")) == ["third", "second"]
    assert listed(text(rita, "/sessions?since=2026-03-02&until=2026-03-02")) == ["second"]
    assert "No session fits." in text(rita, "/sessions?until=2020-01-01")


@pytest.mark.parametrize(
    "query", ["since=yesterday", "until=2026-13-01", "since=0001-01-01", "producer=x", "before=y"]
)
def test_what_is_no_day_and_no_id_leads_nowhere(rita, query):
    assert rita.browser.get(f"/sessions?{query}").status_code == 404


def test_the_list_goes_on_with_its_filters(ada, rita, monkeypatch):
    monkeypatch.setattr("provenance.review.sessions.A_PAGE", 2)
    for number in range(3):
        say(ada, "hello", session_id=f"s{number}", observed_at=on(1))
    page = text(rita, "/sessions?since=2026-03-01")
    assert listed(page) == ["s2", "s1"]
    (older,) = re.findall(r'href="(\?since=2026-03-01&amp;before=[^"]+)"', page)
    assert listed(text(rita, "/sessions" + older.replace("&amp;", "&"))) == ["s0"]


def test_a_month_counts_sessions_by_day_and_leads_to_them(ada, rita):
    say(ada, "late", session_id="a", observed_at=on(2, 23))
    say(ada, "late again", session_id="a", observed_at=on(2, 23))
    say(ada, "another", session_id="b", observed_at=on(2))
    say(ada, "the day after", session_id="a", observed_at=on(3, 0))
    page = text(rita, "/sessions/calendar?month=2026-03")
    cells = re.findall(r'href="(/sessions\?since[^"]+)" title="([^"]+)"><strong>(\d+)', page)
    assert cells == [
        ("/sessions?since=2026-03-02&amp;until=2026-03-02", "3 turns", "2"),
        ("/sessions?since=2026-03-03&amp;until=2026-03-03", "1 turn", "1"),
    ]
    assert 'href="?month=2026-02" rel="prev"' in page
    assert 'href="?month=2026-04" rel="next"' in page
    assert "Nothing was said in this month" in text(rita, "/sessions/calendar?month=2026-04")


@pytest.mark.parametrize("month", ["2026", "2026-13", "x", "0000-01", "9999-12"])
def test_what_is_no_month_leads_nowhere(rita, month):
    assert rita.browser.get(f"/sessions/calendar?month={month}").status_code == 404


def test_p07_sessions_of_unknown_time_stand_on_no_day(ada, rita):
    say(ada, "nobody knows when", session_id="undated", door=Door.IMPORT)
    say(ada, "known", session_id="dated", observed_at=on(1))
    say(ada, "not this one", session_id="dated", door=Door.IMPORT)
    page = text(rita, "/sessions/calendar")
    assert 'In <a href="/sessions?time=unknown">1 session</a> no time is known' in page
    assert listed(text(rita, "/sessions?time=unknown")) == ["undated"]


@pytest.mark.parametrize("path", PAGES)
def test_p13_closed_until_opened(stage, ada, path):
    say(ada, "hello", session_id="of-this-place", observed_at=on(1))
    assert Client().get(path).status_code == 302
    nobody = add_human(stage.rita, "cleo in person", grants=())
    assert nobody.browser.get(path).status_code == 403
    stranger = make_stage().rita
    assert "of-this-place" not in text(stranger, path)
    reader = add_human(stage.rita, "ben in person", grants=("recall",))
    assert text(reader, path)
    assert stage.rita.browser.post(path).status_code == 405


def test_p13_a_session_of_held_words_alone_is_listed_for_reviewers_alone(stage, ada):
    say(ada, AIMED, speaker_role="tool", session_id="held", session_title="Title of the held")
    reader = add_human(stage.rita, "reader", grants=("recall",))
    for path in ("/sessions", "/sessions?time=unknown", "/sessions/calendar"):
        page = text(reader, path)
        assert "Title of the held" not in page
    assert listed(text(reader, "/sessions")) == []
    assert listed(text(stage.rita, "/sessions")) == ["Title of the held"]


def test_an_erased_title_is_in_no_list(ada, rita):
    one = say(ada, "hello", session_id="s", session_title="A title to erase")
    erased(rita, one)
    assert "A title to erase" not in text(rita, "/sessions")


def test_a_thread_tells_its_source_counts_and_times(stage, rita):
    short_conversation(stage.ada)
    page = text(rita, f"/sessions/{session_of(rita)}")
    for told in (
        "<li>turn <strong>7</strong></li>",
        "<li>tool_result <strong>1</strong></li>",
        "<bdi>codex on laptop-1</bdi></a>",
        f"/principals/{stage.ada.principal.id}",
    ):
        assert told in page


def test_a_thread_marks_what_is_no_news(ada, rita):
    words = "we deploy on fridays after the canary is green"
    said = say(ada, words, turn_index=0)
    say(
        ada, words, turn_index=1, speaker_role="assistant", lineage=link("quotes", observation=said)
    )
    page = text(rita, f"/sessions/{session_of(rita)}")
    assert page.count(">echo<") == 1
    assert page.index(">echo<") > page.index(str(said))


def test_hostile_words_are_text(ada, rita):
    say(
        ada,
        ATTACK,
        session_id=ATTACK,
        session_title=ATTACK,
        observed_at=on(1),
        producer=ProducerClaim(harness=ATTACK, instance=ATTACK),
    )
    for path in ("/sessions", "/sessions/calendar?month=2026-03", f"/sessions/{session_of(rita)}"):
        page = rita.browser.get(path).content.decode()
        assert "<script>alert" not in page
        assert "<img src" not in page
    assert "&lt;script&gt;alert(1)" in text(rita, "/sessions")


@pytest.mark.parametrize("path", ["/sessions", "/sessions/calendar?month=2026-11"])
def test_the_pages_ask_no_query_per_row(ada, rita, path):
    short_conversation(ada)
    few = queries(rita, path)
    for number in range(3):
        short_conversation(ada, session_id=f"session {number}")
    assert queries(rita, path) == few


def queries(person, path):
    with CaptureQueriesContext(connection) as captured:
        assert person.browser.get(path).status_code == 200
    return len(captured)
