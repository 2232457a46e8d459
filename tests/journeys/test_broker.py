"""The broker only hurries work: dead or mute, nothing waits for it and nothing is lost (P2)."""

import socket
import threading
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from kombu.exceptions import OperationalError

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import IndexWork
from recall import hurry as hurrying
from recall import tasks
from recall.services.sweep import sweep
from tests.cast import Person
from tests.factories import EventFactory
from tests.journeys.web import serving


@pytest.fixture(autouse=True)
def _left_to_the_workers(settings) -> None:
    """No vector is made in the request, so that each one asks for a worker."""
    settings.EMBED_INLINE_MS = 0


class Publisher:
    """Stands in for the sending of a task: says when it is reached, and holds or fails."""

    def __init__(self) -> None:
        self.reached, self.released = threading.Event(), threading.Event()
        self.requests = threading.current_thread()
        self.error: Exception | None = None

    def apply_async(self, *args: object, **kwargs: object) -> None:
        assert threading.current_thread() is not self.requests, "a request waits for the broker"
        self.reached.set()
        self.released.wait(timeout=60)
        if self.error is not None:
            raise self.error


@pytest.fixture
def publisher(monkeypatch: pytest.MonkeyPatch) -> Iterator[Publisher]:
    """Sending blocks until it is released, as with a broker that never answers."""
    publisher = Publisher()
    monkeypatch.setattr(tasks.index_workspace, "apply_async", publisher.apply_async)
    yield publisher
    publisher.released.set()


def pending(person: Person) -> int:
    with workspace(person.caller):
        return IndexWork.objects.here().filter(semantic_pending=True).count()


def test_p02_observe_is_answered_while_the_publisher_is_stuck(ada: Person, publisher: Publisher):
    answers = [ada.post("/v1/observe", EventFactory())]
    assert publisher.reached.wait(timeout=30)
    answers += [ada.post("/v1/observe", EventFactory()) for _ in range(5)]
    assert not publisher.released.is_set(), "all were answered while the first message hung"
    assert {answer.status_code for answer in answers} == {201}
    assert pending(ada) == len(answers)


def test_p02_a_full_queue_of_messages_does_not_hold_a_request_up(
    ada: Person, publisher: Publisher, monkeypatch
):
    ada.post("/v1/observe", EventFactory())
    assert publisher.reached.wait(timeout=30)
    monkeypatch.setattr(hurrying, "_waiting", _Full())
    assert ada.post("/v1/observe", EventFactory()).status_code == 201
    assert pending(ada) == 2


class _Full:
    def put_nowait(self, item: object) -> None:
        raise hurrying.queue.Full


def test_p02_a_broker_that_fails_does_not_end_the_publisher(ada: Person, publisher: Publisher):
    publisher.error = OperationalError("nobody is there")
    publisher.released.set()
    for _ in range(2):
        publisher.reached.clear()
        ada.post("/v1/observe", EventFactory())
        assert publisher.reached.wait(timeout=30)


def test_p01_without_worker_and_broker_recall_works_and_says_what_is_pending(
    ada: Person, ben: Person
):
    """In these tests nobody listens at the broker's address, and no worker runs."""
    receipt = ada.post("/v1/observe", EventFactory(content="The lighthouse keeper retires.")).json()
    assert receipt["recallable"] == {
        "now": True,
        "lexical": True,
        "semantic": False,
        "reason": "embedding_pending",
    }
    answer = ben.post("/v1/recall", {"query": "lighthouse keeper"}).json()
    assert [item["observation"] for item in answer["episodic"]] == [receipt["observation"]]
    assert answer["index"]["pending"] == answer["omitted"]["pending_embedding"] == 1
    sweep(at=datetime.now(UTC), only=Tenancy(ada.workspace_id))
    answer = ben.post("/v1/recall", {"query": "lighthouse keeper"}).json()
    assert answer["index"]["pending"] == 0
    assert answer["episodic"][0]["score"]["semantic_rank"] == 1


def test_p01_the_sweep_of_all_workspaces_finds_this_one(ada: Person):
    ada.post("/v1/observe", EventFactory())
    sweep(at=datetime.now(UTC))
    assert pending(ada) == 0


@pytest.fixture
def mute() -> Iterator[socket.socket]:
    """A port that takes connections and never says a word."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(64)
        yield listener


@pytest.mark.slow
def test_p02_a_real_server_with_a_mute_broker_answers(
    ada: Person, ben: Person, mute: socket.socket
):
    address = f"redis://127.0.0.1:{mute.getsockname()[1]}/0"
    with serving(CELERY_BROKER_URL=address, EMBED_INLINE_MS="0") as web:
        event = EventFactory(content="The lighthouse keeper retires.")
        statuses = [web.post("/v1/observe", event, key=ada.secret)[0]]
        mute.settimeout(60)
        accepted, _ = mute.accept()
        with accepted:
            assert accepted.recv(1), "the publisher spoke to the broker, and waits"
            for _ in range(5):
                statuses.append(web.post("/v1/observe", EventFactory(), key=ada.secret)[0])
            status, answer = web.post("/v1/recall", {"query": "lighthouse"}, key=ben.secret)
    assert statuses == [201] * 6
    assert (status, answer["index"]["pending"]) == (200, 6)
    assert answer["episodic"][0]["content"] == event["content"]
    assert pending(ada) == 6
