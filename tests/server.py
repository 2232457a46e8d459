"""Starts the PostgreSQL that the tests run on, before Django reads its settings.

A plugin (`-p tests.server`): the first process starts the same embedded server that users get, in
a directory of its own; each test process then has a database of its own, copied from a template.
"""

import atexit
import os
import shutil
import tempfile
from contextlib import ExitStack
from pathlib import Path

from memoryapp.embedded.paths import superuser_url
from memoryapp.embedded.running import running_postgres

TEMPLATE = "template_memoryapp"


def own_database() -> str:
    """The database of this test process."""
    return "test_" + os.environ.get("PYTEST_XDIST_WORKER", "main")


def url_as(role: str, database: str) -> str:
    """URL of a database on the test server, as one of the roles."""
    return superuser_url(data_directory(), database).replace("postgres@", f"{role}@", 1)


def data_directory() -> Path:
    """The test server's data directory."""
    return Path(os.environ["MEMORYAPP_TEST_DATA"])


def _start() -> None:
    data = Path(tempfile.mkdtemp(prefix="memoryapp-test-"))
    stack = ExitStack()
    atexit.register(shutil.rmtree, data, ignore_errors=True)
    atexit.register(stack.close)
    stack.enter_context(running_postgres(data))
    os.environ["MEMORYAPP_TEST_DATA"] = str(data)


if "MEMORYAPP_TEST_DATA" not in os.environ:
    _start()

os.environ["DATABASE_URL"] = url_as("memoryapp_owner", own_database())
os.environ["APP_DATABASE_URL"] = url_as("memoryapp_web", own_database())
os.environ.setdefault("DATA", str(data_directory()))
os.environ.setdefault("EMBEDDER", "hashing")
# Nobody listens here: what is tested must not need a broker.
os.environ["CELERY_BROKER_URL"] = "redis+socket://" + str(data_directory() / "no-broker.sock")
