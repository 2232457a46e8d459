"""The same code on a PostgreSQL of one's own, over TCP, by its documented settings."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from memoryapp.embedded.paths import OWNER_ROLE, WEB_ROLE, superuser_url
from memoryapp.embedded.running import running_postgres
from tests.database.embedded_keeper import free_port
from tests.factories import EventFactory
from tests.journeys.web import PROJECT, serving

pytestmark = pytest.mark.slow
DATABASE = "production"


@pytest.fixture(scope="module")
def settings_given(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """A server that listens on TCP, with a database, and the two roles with passwords."""
    data, port = tmp_path_factory.mktemp("production"), free_port()
    with running_postgres(data / "server", listen=("127.0.0.1", port)):
        _prepare(data / "server")
        address = f"127.0.0.1:{port}/{DATABASE}"
        yield {
            "DATA": str(data / "app"),
            "DATABASE_URL": f"postgresql://{OWNER_ROLE}:one%20secret@{address}",
            "APP_DATABASE_URL": f"postgresql://{WEB_ROLE}:other%2Fsecret@{address}",
            "CELERY_BROKER_URL": f"redis://127.0.0.1:{free_port()}/0",
        }


def _prepare(server: Path) -> None:
    """What SQL an administrator runs once, as the README tells."""
    with psycopg.connect(superuser_url(server, "postgres"), autocommit=True) as administrator:
        administrator.execute(f"ALTER ROLE {OWNER_ROLE} PASSWORD 'one secret'")
        administrator.execute(f"ALTER ROLE {WEB_ROLE} PASSWORD 'other/secret'")
        administrator.execute(f"CREATE DATABASE {DATABASE} OWNER {OWNER_ROLE}")
    with psycopg.connect(superuser_url(server, DATABASE), autocommit=True) as administrator:
        for extension in ("vector", "pg_trgm", "unaccent", "btree_gin"):
            administrator.execute(f"CREATE EXTENSION {extension}")


def _manage(settings: dict[str, str], *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=PROJECT,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )


def test_migrate_check_observe_and_recall_over_tcp(settings_given: dict[str, str]):
    Path(settings_given["DATA"]).mkdir()
    for arguments in (("migrate",), ("check", "--database", "default"), ("bootstrap",)):
        done = _manage(settings_given, *arguments)
        assert done.returncode == 0, done.stderr
    keys = json.loads((Path(settings_given["DATA"]) / "credentials.json").read_text())["keys"]
    event = EventFactory(content="The lighthouse keeper retires.")
    with serving(**settings_given) as web:
        status, receipt = web.post("/v1/observe", event, key=keys["codex-laptop"])
        assert (status, receipt["admitted_as"]) == (201, "user_primary")
        asked = {"query": "lighthouse keeper"}
        status, answer = web.post("/v1/recall", asked, key=keys["claude-desktop"])
    assert status == 200
    (item,) = answer["episodic"]
    assert item["observation"] == receipt["observation"]
    assert item["content"] == event["content"]
