"""A process may be killed at any point: what was acknowledged, or only committed, is there once."""

from collections.abc import Iterator

import pytest

from provenance.database.tenancy import workspace
from provenance.models import (
    ChronicleEvent,
    Content,
    IndexWork,
    Observation,
    Producer,
    Receipt,
    Session,
)
from tests.cast import Person
from tests.factories import EventFactory
from tests.journeys.web import Web, serving

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def web(_open_database: None) -> Iterator[Web]:
    """gunicorn with one worker process that dies on request; gunicorn starts the next one."""
    with serving("tests.journeys.dying:application") as web:
        yield web


def dies(web: Web, ada: Person, event: dict, *, when: str) -> None:
    with pytest.raises(ConnectionError):
        web.post("/v1/observe", event, key=ada.secret, **{"X-Die": when})


def rows(ada: Person, *models: type) -> dict[str, int]:
    with workspace(ada.caller):
        return {model.__name__: model.objects.here().count() for model in models}


def test_p02_killed_between_commit_and_reply_a_retry_gets_the_same_receipt(web: Web, ada: Person):
    event = EventFactory()
    dies(web, ada, event, when="before-reply")
    with workspace(ada.caller):
        stored = Receipt.objects.here().get(act="observe", event_id=event["event_id"])
    first_status, first = web.post("/v1/observe", event, key=ada.secret)
    second_status, second = web.post("/v1/observe", event, key=ada.secret)
    assert (first_status, second_status) == (200, 200)
    assert first["outcome"] == second["outcome"] == "duplicate"
    assert first["id"] == second["id"] == str(stored.id)
    assert rows(ada, Observation, Content, Receipt) == {
        "Observation": 1,
        "Content": 1,
        "Receipt": 1,
    }


def test_p02_killed_before_the_commit_nothing_is_there_and_a_retry_is_the_first(
    web: Web, ada: Person
):
    event = EventFactory()
    everything = (Observation, Content, Receipt, IndexWork, Session, Producer)
    before = rows(ada, *everything, ChronicleEvent)
    dies(web, ada, event, when="before-commit")
    assert rows(ada, *everything, ChronicleEvent) == before
    status, receipt = web.post("/v1/observe", event, key=ada.secret)
    assert (status, receipt["outcome"]) == (201, "accepted")
    assert rows(ada, Observation, Receipt) == {"Observation": 1, "Receipt": 1}


def test_p02_what_is_committed_in_a_killed_process_can_be_recalled(
    web: Web, ada: Person, ben: Person
):
    dies(web, ada, EventFactory(content="The lighthouse keeper retires."), when="before-reply")
    status, answer = web.post("/v1/recall", {"query": "lighthouse keeper"}, key=ben.secret)
    assert status == 200
    assert [item["content"] for item in answer["episodic"]] == ["The lighthouse keeper retires."]


def test_p02_an_atomic_batch_in_a_killed_process_is_there_whole_or_not_at_all(
    web: Web, ada: Person
):
    batch = {"atomic": True, "observations": [EventFactory() for _ in range(5)]}
    with pytest.raises(ConnectionError):
        web.post("/v1/observe/batch", batch, key=ada.secret, **{"X-Die": "before-commit"})
    assert rows(ada, Observation) == {"Observation": 0}
    with pytest.raises(ConnectionError):
        web.post("/v1/observe/batch", batch, key=ada.secret, **{"X-Die": "before-reply"})
    assert rows(ada, Observation) == {"Observation": 5}
    status, answer = web.post("/v1/observe/batch", batch, key=ada.secret)
    assert (status, answer["duplicate"], answer["accepted"]) == (200, 5, 0)
