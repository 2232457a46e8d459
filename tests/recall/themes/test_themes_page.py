"""The page of the themes of a window."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.cast import make_stage
from tests.contract.saying import shown_to
from tests.provenance.erasing import erased
from tests.recall.themes.talk import DEPLOY, GARDEN, MUSIC, find, runs, talk
from tests.review.people import add_human

WINDOW = "/themes?since=2026-03-01&until=2026-03-02"


def text(person, path=WINDOW):
    response = person.browser.get(path)
    assert response.status_code == 200, response.content
    return " ".join(response.content.decode().split())


def test_nothing_is_begun_before_it_is_asked_for(ada, rita):
    talk(ada, DEPLOY + MUSIC)
    assert "Choose the days." in text(rita, "/themes")
    assert runs(rita) == []


def test_the_first_question_shows_progress_and_the_next_the_themes(ada, rita):
    said = talk(ada, DEPLOY) + talk(ada, GARDEN, start=100)
    page = text(rita)
    assert "Being found" in page
    assert 'href="/themes?since=2026-03-01&amp;until=2026-03-02">Look again' in page
    assert len(runs(rita)) == 1
    find(rita)
    page = text(rita)
    assert "canary" in page
    assert "tomato" in page
    examples = re.findall(r'class="title excerpt" href="/observations/([^"]+)"', page)
    assert len(examples) == 6
    assert set(examples) <= {str(one) for one in said}
    ((door, shown),) = shown_to(rita)
    assert (door, {str(one) for one in shown}) == ("themes", set(examples))


def test_a_trend_is_drawn_and_told_in_numbers(ada, rita):
    talk(ada, DEPLOY)
    talk(ada, GARDEN, start=100)
    text(rita)
    find(rita)
    page = text(rita)
    pictures = re.findall(r'<svg class="drawing trend".*?</svg>', page)
    assert len(pictures) == 2
    tables = re.findall(r"<table>.*?</table>", page)
    numbers = [[int(n) for n in re.findall(r'class="number">(\d+)<', one)] for one in tables]
    assert sorted(numbers) == [[0] * 11 + [5], [5] + [0] * 11]


def test_a_window_that_ends_before_it_begins_says_so(ada, rita):
    talk(ada, DEPLOY + MUSIC)
    assert "ends before it begins" in text(rita, "/themes?since=2026-03-02&until=2026-03-01")
    assert runs(rita) == []
    assert rita.browser.get("/themes?since=soon").status_code == 404


def test_too_little_talk_says_what_is_needed(rita):
    assert "Choose a longer window" in text(rita)


def test_too_many_under_way_is_said_on_the_page(ada, rita, monkeypatch):
    talk(ada, DEPLOY + MUSIC)
    monkeypatch.setattr("recall.services.themes.jobs.MOST_UNFINISHED", 0)
    assert "Themes of other windows are being found." in text(rita)


def test_p13_themes_are_of_what_one_may_recall(stage, ada, rita):
    talk(ada, DEPLOY + GARDEN)
    text(rita)
    find(rita)
    text(rita)
    nobody = add_human(rita, "cleo in person", grants=())
    assert nobody.browser.get(WINDOW).status_code == 403
    assert Client().get(WINDOW).status_code == 302
    stranger = make_stage().rita
    assert "tomato" not in text(stranger)


def test_erased_words_are_in_no_theme(ada, rita):
    said = talk(ada, DEPLOY + GARDEN)
    text(rita)
    find(rita)
    erased(rita, *said)
    page = text(rita)
    assert "tomato" not in page
    assert "canary" not in page


@pytest.mark.parametrize("name", ["<script>alert(1)</script>"])
def test_hostile_words_are_text(ada, rita, name):
    talk(ada, tuple(f"{one} {name}" for one in DEPLOY + GARDEN), speaker_name=name)
    text(rita)
    find(rita)
    page = text(rita)
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in page


def test_the_page_asks_no_query_per_theme(ada, rita):
    talk(ada, DEPLOY + GARDEN)
    text(rita)
    find(rita)
    few = queries(rita)
    talk(ada, MUSIC, start=50)
    text(rita)
    find(rita)
    assert queries(rita) == few


def queries(person):
    with CaptureQueriesContext(connection) as captured:
        text(person)
    return len(captured)
