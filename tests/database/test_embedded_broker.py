"""A broker that is dead or mute costs a publisher an error, not its time."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from memoryapp.embedded import processes, valkey
from memoryapp.embedded.paths import broker_url, valkey_socket

# In a process of its own, because Celery keeps its connections by address for good.
_PUBLISH = """
from memoryapp.celery import app
try:
    app.send_task("recall.tasks.sweep")
except Exception as problem:
    print(type(problem).__name__)
else:
    print("published")
"""


def published(data: Path) -> str:
    """What one publisher is told; it is stopped (TimeoutExpired) where it hangs."""
    done = subprocess.run(
        [sys.executable, "-c", _PUBLISH],
        env={**os.environ, "DATA": str(data), "CELERY_BROKER_URL": broker_url(data)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout.strip()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data directory whose name has to be quoted in a URL."""
    data = tmp_path / "my memory%"
    data.mkdir(mode=0o700)
    return data


def test_a_task_reaches_the_embedded_broker(data):
    command = valkey.server(data)
    process = processes.start(command)
    try:
        assert processes.until(lambda: valkey.answers(data), seconds=30)
        assert published(data) == "published"
        process.send_signal(signal.SIGSTOP)
        assert published(data) == "OperationalError"
    finally:
        process.send_signal(signal.SIGCONT)
        processes.stop(process, stop_signal=command.stop_signal, grace=10)
    assert published(data) == "OperationalError"


def test_a_mute_broker_is_given_up(data):
    place = valkey_socket(data)
    place.parent.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as mute:
        mute.bind(str(place))
        mute.listen()
        assert published(data) == "OperationalError"


def test_the_broker_listens_on_no_port_and_only_for_its_owner(data):
    command = valkey.server(data)
    process = processes.start(command)
    try:
        assert processes.until(lambda: valkey.answers(data), seconds=30)
        assert valkey_socket(data).stat().st_mode & 0o777 == 0o700
        tables = [Path(f"/proc/{process.pid}/net/{kind}") for kind in ("tcp", "tcp6")]
        inodes = {
            line.split()[9] for table in tables for line in table.read_text().split("\n")[1:-1]
        }
        own = {os.readlink(link) for link in Path(f"/proc/{process.pid}/fd").iterdir()}
        assert not {f"socket:[{inode}]" for inode in inodes} & own
    finally:
        processes.stop(process, stop_signal=command.stop_signal, grace=10)
