"""The number of queries does not grow with what a page shows."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.cast import Stage
from tests.review.conversation import session_of, short_conversation

ADMIN = [
    "principal",
    "apikey",
    "grant",
    "producer",
    "session",
    "observation",
    "receipt",
    "lineageedge",
    "exposure",
    "chronicleevent",
    "standingevent",
]


def queries(stage: Stage, path: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert stage.rita.browser.get(path).status_code == 200
    return len(captured)


@pytest.mark.parametrize("noun", ADMIN)
def test_a_list_of_the_admin_asks_no_query_per_row(stage: Stage, noun: str) -> None:
    path = f"/admin/provenance/{noun}/"
    short_conversation(stage.ada)
    stage.rita.browser.get("/")
    few = queries(stage, path)
    short_conversation(stage.ada, session_id="another")
    stage.rita.browser.get("/")
    assert queries(stage, path) == few


def test_the_first_page_asks_no_query_per_row(stage: Stage) -> None:
    short_conversation(stage.ada)
    few = queries(stage, "/")
    for number in range(4):
        short_conversation(stage.ada, session_id=f"session {number}")
    assert queries(stage, "/") == few


def test_a_thread_asks_no_query_per_turn(stage: Stage) -> None:
    short_conversation(stage.ada)
    path = f"/sessions/{session_of(stage.rita)}"
    few = queries(stage, path)
    short_conversation(stage.ada)
    assert queries(stage, path) == few


def test_an_observation_asks_no_query_per_source(stage: Stage) -> None:
    ids = short_conversation(stage.ada)
    plain = queries(stage, f"/observations/{ids['aside']}")
    # Whether it has sources is asked before which: one query more, however many there are.
    assert queries(stage, f"/observations/{ids['summary']}") == plain + 1
