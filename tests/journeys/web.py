"""A real web server on a port of this machine, and plain HTTP to it."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.database.embedded_keeper import free_port

PROJECT = Path(__file__).resolve().parent.parent.parent


class Web:
    """One running server."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}"

    def post(self, path: str, body: Any, *, key: str, **headers: str) -> tuple[int, Any]:
        """Status and JSON of one request over a connection of its own.

        ConnectionError: the server broke off without an answer.
        """
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        bearer = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        try:
            connection.request("POST", path, json.dumps(body), {**bearer, **headers})
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def until_it_answers(self, process: "subprocess.Popen[bytes]") -> None:
        """Waits for the first answer, whatever it says."""
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            assert process.poll() is None, "the web server ended while it was starting"
            connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
            try:
                connection.request("GET", "/health/live")
                connection.getresponse().read()
            except ConnectionError:
                time.sleep(0.1)
            else:
                return
            finally:
                connection.close()
        raise AssertionError("the web server does not answer")


@contextmanager
def serving(app: str = "memoryapp.wsgi:application", **settings: str) -> Iterator[Web]:
    """gunicorn as users run it, on the database of this test process, in a process of its own."""
    web = Web(free_port())
    environment = {"WEB_PROCESSES": "1", "PORT": str(web.port), **settings}
    process = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "-c", "python:memoryapp.gunicorn", app],
        cwd=PROJECT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "memoryapp.settings", **environment},
    )
    try:
        web.until_it_answers(process)
        yield web
    finally:
        process.terminate()
        process.wait(timeout=30)
