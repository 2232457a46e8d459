"""Two commands do all the set-up: `make up` on an empty directory, stopped, and started again."""

import json
import os
import signal
import stat
import subprocess
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.database.embedded_keeper import (
    begin,
    free_port,
    nothing_left_running,
    read_until,
    rest_of,
)

pytestmark = pytest.mark.slow

SAID = "We decided to deploy on Fridays only after the canary is green."


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def make_up(data: Path, port: int) -> subprocess.Popen[str]:
    """The lexical embedder stands in for the model, which takes its time to build."""
    return begin(["make", "up"], data=data, PORT=str(port), EMBEDDER="hashing")


def credentials(data: Path) -> dict[str, dict[str, str]]:
    return json.loads((data / "credentials.json").read_text())


def recalled(data: Path, port: int) -> str:
    """What the agent's key recalls of the story."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(
        "POST",
        "/v1/recall",
        body=json.dumps({"query": "deploy on Fridays canary", "limit": 5}),
        headers={
            "Authorization": f"Bearer {credentials(data)['keys']['claude-desktop']}",
            "Content-Type": "application/json",
        },
    )
    return connection.getresponse().read().decode()


def test_make_up_reaches_ready_stops_whole_and_shows_the_same_data_again(data):
    port = free_port()
    first = make_up(data, port)
    lines = read_until(first, "The API:")
    kept = credentials(data)
    assert f"READY http://127.0.0.1:{port}" in lines
    assert any(SAID in line for line in lines)
    assert SAID in recalled(data, port)
    first.send_signal(signal.SIGTERM)
    rest_of(first)
    assert nothing_left_running(data) == []

    second = make_up(data, port)
    read_until(second, "READY")
    assert SAID in recalled(data, port)
    assert credentials(data) == kept
    os.killpg(second.pid, signal.SIGINT)  # Ctrl-C reaches make and the keeper alike
    rest_of(second)
    assert nothing_left_running(data) == []


def test_credentials_are_readable_by_their_owner_alone(data):
    server = make_up(data, free_port())
    read_until(server, "READY")
    written = data / "credentials.json"
    assert stat.S_IMODE(written.stat().st_mode) == 0o600
    assert set(credentials(data)["keys"]) == {"codex-laptop", "claude-desktop"}
    assert set(credentials(data)["admin"]) == {"username", "password"}
    server.kill()  # make, with no chance to pass it on: the keeper sees its parent go
    assert nothing_left_running(data) == []
