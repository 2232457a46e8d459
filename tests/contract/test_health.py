"""Health names what is missing, and says no more; metrics bear no path."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import OperationalError
from django.test import Client

from memoryapp.health import checks
from memoryapp.health.broker import broker_answers
from recall.embedders.errors import EmbedderUnavailable
from recall.embedders.hashing import Hashing

OK = {"ok": True}
DOWN = {"ok": False, "reason": "not_answering"}
NAMES = ("database", "migrations", "extension", "broker", "embedder")


@pytest.fixture
def standing(monkeypatch: pytest.MonkeyPatch):
    """Says which of the checks fail."""

    def fail(*names: str) -> None:
        for name in NAMES:
            monkeypatch.setattr(checks, name, lambda found=DOWN if name in names else OK: found)

    fail()
    return fail


@contextmanager
def server(path: Path, reply: bytes | None) -> Iterator[str]:
    """A broker on a socket that replies once, or never says a word."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(str(path))
    listener.listen()

    def serve() -> None:
        connection, _ = listener.accept()
        with connection:
            heard = connection.recv(64)
            if reply is not None:
                connection.sendall(reply)
            elif heard:
                connection.recv(64)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    with listener:
        yield f"redis+socket://{path}"
    thread.join(timeout=5)


def test_live_asks_nothing_of_anyone(client: Client, standing):
    standing(*NAMES)
    answer = client.get("/health/live")
    assert (answer.status_code, answer.json()) == (200, {"status": "live"})


def test_ready_names_each_thing_that_it_stands_on(client: Client, standing):
    answer = client.get("/health/ready")
    assert answer.status_code == 200
    assert answer.json() == {"status": "ready", "checks": dict.fromkeys(NAMES, OK)}


@pytest.mark.parametrize("name", ["broker", "embedder"])
def test_what_recall_and_observe_do_without_degrades(client: Client, standing, name):
    standing(name)
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()["status"]) == (200, "degraded")
    assert answer.json()["checks"][name] == DOWN


@pytest.mark.parametrize("name", ["database", "migrations", "extension"])
def test_what_nothing_works_without_is_unready(client: Client, standing, name):
    standing(name)
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()["status"]) == (503, "unready")
    assert int(answer["Retry-After"]) >= 1


def test_a_lost_database_is_told_without_its_address(monkeypatch: pytest.MonkeyPatch):
    def lost(_sql: str) -> None:
        raise OperationalError("connection to server at 10.0.0.7 failed")

    monkeypatch.setattr(checks, "_one", lost)
    assert checks.database() == DOWN
    assert checks.extension() == DOWN


def test_a_migration_that_is_not_applied_is_found(monkeypatch: pytest.MonkeyPatch):
    applied = {key: None for key in checks._newest() if key[0] != "provenance"}
    monkeypatch.setattr(checks, "_applied", lambda: applied)
    assert checks.migrations() == {"ok": False, "reason": "not_applied"}


def test_the_migrated_database_is_ready():
    found = [checks.database(), checks.migrations(), checks.extension()]
    assert found == [OK, OK, OK]


def test_the_embedder_is_told_by_name(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(checks, "current_embedder", Hashing)
    assert checks.embedder() == {"ok": True, "name": "hashing"}


def test_an_embedder_that_cannot_be_had_is_told_without_its_reasons(monkeypatch):
    def unavailable() -> None:
        raise EmbedderUnavailable("the endpoint at 10.0.0.7 refused the key")

    monkeypatch.setattr(checks, "current_embedder", unavailable)
    assert checks.embedder() == {"ok": False, "reason": "not_available"}


@pytest.mark.parametrize("reply", [b"+PONG\r\n", b"-NOAUTH Authentication required.\r\n"])
def test_a_broker_that_says_anything_is_there(tmp_path: Path, reply):
    with server(tmp_path / "b", reply) as url:
        assert broker_answers(url, seconds=5)


def test_a_mute_broker_is_not_waited_for(tmp_path: Path):
    with server(tmp_path / "b", None) as url:
        assert not broker_answers(url, seconds=0.05)


@pytest.mark.parametrize(
    "url", ["redis+socket:///no/such/socket", "amqp://127.0.0.1:1//", "redis://127.0.0.1:1/0"]
)
def test_a_broker_that_is_not_there_is_told(url):
    assert not broker_answers(url, seconds=1)


def test_the_broker_check_gives_up_on_what_cannot_be_interrupted(monkeypatch: pytest.MonkeyPatch):
    released = threading.Event()
    monkeypatch.setattr(checks, "broker_answers", lambda *_, **__: released.wait(30))
    monkeypatch.setattr(checks, "BROKER_SECONDS", 0.01)
    try:
        assert checks.broker() == DOWN
    finally:
        released.set()


def test_metrics_count_requests_by_route_and_status(client: Client, standing):
    client.get("/health/live")
    client.get("/problems/not_found")
    text = client.get("/metrics").text
    assert 'memoryapp_requests_total{route="health-live",status="200"}' in text
    assert 'memoryapp_requests_total{route="problem",status="200"}' in text
    assert 'memoryapp_request_seconds_count{route="health-live"}' in text


def test_metrics_hold_no_path_and_nothing_that_a_caller_wrote(client: Client):
    client.get("/v1/nothing/canary-1?q=canary-2")
    client.get("/problems/canary-3")
    client.generic("CANARY4", "/health/live")
    text = client.get("/metrics").text
    assert "canary" not in text.lower()
    assert 'memoryapp_requests_total{route="unmatched",status="404"}' in text
