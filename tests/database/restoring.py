"""A ledger of its own that is saved, goes on, and is brought back beside itself."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import override_settings

from memoryapp.embedded.paths import DATABASE, superuser_url
from memoryapp.embedded.running import running_postgres
from tests.cast import Stage, make_stage
from tests.contract.saying import say
from tests.database.embedded_keeper import PROJECT
from tests.database.sql import scratch_database
from tests.provenance.correcting import accepted, derived_from, reverted
from tests.provenance.erasing import erased
from tests.server import url_as

WITHDRAWN = "The harbour office opens at seven on Thursdays."
ERASED = "Marisol's locker is the fourth from the window."
KEPT = "The ferry leaves from the second pier in winter."
FREED = "Tickets are sold on board after eight."


@dataclass
class Saved:
    """The stage, what was said in it, where the backup and the copy are, and what was told."""

    stage: Stage
    place: Path
    backup: Path
    said: dict[str, UUID]
    told: list[str] = field(default_factory=list)

    @property
    def copy(self) -> Path:
        return self.place / "copy"

    @property
    def tombstones(self) -> Path:
        return self.place / "tombstones"


@contextmanager
def saved_ledger(place: Path) -> Iterator[Saved]:
    """Saved, and gone on since: withdrawn, erased, taken back, and something new withdrawn."""
    with (
        scratch_database() as name,
        override_settings(
            BACKUP_DATABASE_URL=url_as("postgres", name), TOMBSTONES_DIR=place / "tombstones"
        ),
    ):
        stage = make_stage()
        said = {text: say(stage.ada, text) for text in (WITHDRAWN, ERASED, KEPT, FREED)}
        said["made"] = derived_from(stage.ada, [said[WITHDRAWN]])
        before = accepted(stage, "withdraw", said[FREED])
        run("backup", "--into", str(place / "backups"))
        (backup,) = (place / "backups").iterdir()
        accepted(stage, "withdraw", said[WITHDRAWN])
        erased(stage.rita, said[ERASED])
        reverted(stage.rita, before)
        said["late"] = say(stage.ada, "Said after it was saved, and withdrawn at once.")
        accepted(stage, "withdraw", said["late"])
        yield Saved(stage, place, backup, said)


def run(*arguments: str) -> tuple[list[str], str]:
    """Runs a command: what it wrote, and its one sentence where it failed."""
    out, failure = StringIO(), ""
    try:
        call_command(*arguments, stdout=out, stderr=out)
    except CommandError as error:
        failure = str(error)
    return out.getvalue().splitlines(), failure


@contextmanager
def looking_into(copy: Path) -> Iterator[psycopg.Connection[Any]]:
    """The restored copy's server, and a connection that sees everything."""
    with (
        running_postgres(copy),
        psycopg.connect(superuser_url(copy, DATABASE)) as connection,
    ):
        yield connection


def on_the_copy(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs `manage.py` on the copy, whose server runs."""
    foreign = ("DATABASE_URL", "APP_DATABASE_URL", "CELERY_BROKER_URL", "MEMORYAPP_TEST_DATA")
    environment = {name: value for name, value in os.environ.items() if name not in foreign}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=PROJECT,
        env={**environment, "DATA": str(copy)},
        capture_output=True,
        text=True,
        check=False,
    )


def doctored(backup: Path, target: Path, **changes: Any) -> Path:
    """A copy of the backup whose manifest says something else, with a digest that fits."""
    from memoryapp.backup.manifest import MANIFEST, _digest

    target.mkdir()
    for path in backup.iterdir():
        (target / path.name).write_bytes(path.read_bytes())
    form = json.loads((backup / MANIFEST).read_text())
    form.pop("digest")
    form |= changes
    (target / MANIFEST).write_text(json.dumps({**form, "digest": _digest(form)}))
    return target
