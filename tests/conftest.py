"""The engine and the cast. Tests never flush: each has a workspace of its own."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from django.db import connections
from filelock import FileLock

from memoryapp.embedded.cluster import create_database, drop_database
from recall.receivers import end_inline_embedding
from tests.cast import Person, Stage, make_stage
from tests.server import TEMPLATE, data_directory, own_database, url_as


@pytest.fixture(scope="session")
def django_db_setup() -> Iterator[None]:
    """A database of this process, copied from the template that the first process migrates."""
    data = data_directory()
    with FileLock(data / "template.lock"):
        if not (data / "template.done").exists():
            create_database(data, TEMPLATE)
            urls = {
                "DATABASE_URL": url_as("memoryapp_owner", TEMPLATE),
                "APP_DATABASE_URL": url_as("memoryapp_web", TEMPLATE),
            }
            subprocess.run(
                [sys.executable, "manage.py", "migrate", "--verbosity", "0", "--skip-checks"],
                check=True,
                env=os.environ | urls,
            )
            (data / "template.done").touch()
        drop_database(data, own_database())
        create_database(data, own_database(), template=TEMPLATE)
    yield
    connections.close_all()


@pytest.fixture(scope="session", autouse=True)
def _open_database(django_db_setup: None, django_db_blocker) -> Iterator[None]:
    """Every test may reach the database; what it writes stays in its own workspace."""
    with django_db_blocker.unblock():
        yield


@pytest.fixture(autouse=True)
def _outside_requests() -> None:
    """What an earlier test's request had left of its time for embedding is not this test's."""
    end_inline_embedding()


@pytest.fixture
def stage() -> Stage:
    """A fresh workspace with ada, ben, cleo and rita, and a second one with mallory."""
    return make_stage()


@pytest.fixture
def ada(stage: Stage) -> Person:
    """May write: a host key with observe and capture, for the human rita."""
    return stage.ada


@pytest.fixture
def ben(stage: Stage) -> Person:
    """May read: an agent key with recall."""
    return stage.ben


@pytest.fixture
def cleo(stage: Stage) -> Person:
    """Has a key and no grant."""
    return stage.cleo


@pytest.fixture
def rita(stage: Stage) -> Person:
    """Reviews and administers in the browser."""
    return stage.rita


@pytest.fixture
def mallory(stage: Stage) -> Person:
    """May do everything, in another workspace."""
    return stage.mallory
