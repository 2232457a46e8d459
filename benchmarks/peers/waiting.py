"""Servers that are started here: a port, and when they answer."""

import socket
import subprocess
import time
from collections.abc import Callable

_PATIENCE_SECONDS = 180.0


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def wait_until(done: Callable[[], bool], *, process: subprocess.Popen) -> None:
    """Returns once `done`; OSError and ValueError of it mean not yet.

    RuntimeError where the process has ended, or nothing comes within three minutes.
    """
    give_up = time.monotonic() + _PATIENCE_SECONDS
    while not _is(done):
        if process.poll() is not None or time.monotonic() > give_up:
            raise RuntimeError("the server does not answer, or leaves work undone: see its log")
        time.sleep(0.2)


def _is(done: Callable[[], bool]) -> bool:
    try:
        return done()
    except (OSError, ValueError):
        return False
