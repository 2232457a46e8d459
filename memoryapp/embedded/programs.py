"""The programs of the project itself that `make up` runs."""

import http.client
import sys
from pathlib import Path

from .options import Options
from .processes import Command

PROJECT = Path(__file__).resolve().parent.parent.parent


def management(name: str, *arguments: str, options: Options) -> Command:
    """`manage.py NAME ARGUMENTS…` in a process of its own, so that its memory is given back."""
    command = [sys.executable, str(PROJECT / "manage.py"), name, *arguments]
    return Command(
        name="set-up",
        arguments=command,
        directory=str(PROJECT),
        environment=_surroundings(options),
    )


def web(options: Options) -> Command:
    """The web server."""
    return _module("web", "gunicorn", "-c", "python:memoryapp.gunicorn", options=options)


def worker(options: Options) -> Command:
    """The worker that hurries index work; one process, so one embedding model."""
    quiet = ("--without-gossip", "--without-mingle", "--without-heartbeat")
    threads = ("--pool", "threads", "--concurrency", "2")
    celery = ("celery", "--quiet", "-A", "memoryapp.celery", "worker", "--loglevel", "WARNING")
    return _module("worker", *celery, *threads, *quiet, options=options)


def beat(options: Options) -> Command:
    """The clock that asks for the sweep."""
    schedule = ("--schedule", str(options.data / "beat-schedule"), "--pidfile", "")
    celery = ("celery", "--quiet", "-A", "memoryapp.celery", "beat", "--loglevel", "WARNING")
    return _module("beat", *celery, *schedule, options=options)


def is_ready(options: Options) -> bool:
    """True where the web server says that it is ready."""
    connection = http.client.HTTPConnection("127.0.0.1", options.port, timeout=10)
    try:
        connection.request("GET", "/health/ready", headers={"Host": options.host_name})
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _module(name: str, module: str, *arguments: str, options: Options) -> Command:
    return Command(
        name=name,
        arguments=[sys.executable, "-m", module, *arguments],
        directory=str(PROJECT),
        environment=_surroundings(options),
    )


def _surroundings(options: Options) -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "memoryapp.settings",
        "DATA": str(options.data),
        "PORT": str(options.port),
        "PYTHONUNBUFFERED": "1",
    }
