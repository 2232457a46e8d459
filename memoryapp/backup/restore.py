"""Brings a backup back into a directory of its own, and says what is proven of it."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from memoryapp.embedded import unpromoted
from memoryapp.embedded.programs import PROJECT
from provenance.tombstones.entry import DamagedError

from . import cluster, counting
from .carry import carry, digests_of, last_position
from .compare import Comparison, compare
from .contents import rows_in
from .manifest import DUMP, Manifest, read
from .refusals import RefusedError
from .save import Progress
from .source import connected

_POSITION = (
    "SELECT setval('ledger_position', greatest((SELECT last_value FROM ledger_position), %s))"
)


def checked(backup: Path, *, progress: Progress) -> Manifest:
    """The manifest of a backup that is whole and that this version can take. RefusedError."""
    manifest = read(backup)
    ours = {f"{p.parent.parent.name}/{p.stem}" for p in PROJECT.glob("*/migrations/0*.py")}
    apps = {name.partition("/")[0] for name in ours}
    theirs = {name for name in manifest.migrations if name.partition("/")[0] in apps}
    if newer := sorted(theirs - ours):
        raise RefusedError("newer_schema", newer[0])
    found = rows_in(backup / DUMP, progress=progress)
    if any(found.get(name, 0) != count for name, count in manifest.tables.items()):
        raise RefusedError("wrong_counts")
    return manifest


def restore(
    *,
    backup: Path,
    into: Path,
    tombstones: Path | None,
    live_url: str | None,
    progress: Progress,
) -> tuple[Comparison, list[dict[str, Any]]]:
    """Restores, does again what the tombstones say, and compares: (comparison, what was done).

    The directory is marked before anything of the backup is in it, and stays so: the comparison's
    `faults` are what stands against its promotion. RefusedError: nothing of it is left.
    """
    manifest = checked(backup, progress=progress)
    if into.exists() and any(into.iterdir()):
        raise RefusedError("not_empty", str(into))
    into.mkdir(parents=True, exist_ok=True, mode=0o700)
    unpromoted.mark(into, {"state": "restoring", "backup": backup.name})
    try:
        with cluster.copy_running(into) as url:
            cluster.fill(into, backup=backup, manifest=manifest, progress=progress)
            _manage("migrate", "--verbosity", "0", data=into)
            return _prove(into, url, tombstones=tombstones, live_url=live_url)
    except (RefusedError, DamagedError):
        shutil.rmtree(into, ignore_errors=True)
        raise


def promote(*, into: Path, tombstones: Path | None, live_url: str | None) -> Comparison | None:
    """Lets the copy be served. What was withdrawn meanwhile is done again first.

    `tombstones` are those of the restore, unless others are given. Returns the new comparison where
    there was something to do. RefusedError `not_a_copy`, or
    `unproven`: the copy stays as it is.
    """
    state = unpromoted.mark_of(into)
    if state is None or state.get("state") not in ("proven", "unproven"):
        raise RefusedError("not_a_copy", str(into))
    comparison = None
    given = tombstones or (Path(state["tombstones"]) if state.get("tombstones") else None)
    if given is not None and digests_of(given) != state["digests"]:
        with cluster.copy_running(into) as url:
            comparison, _ = _prove(into, url, tombstones=given, live_url=live_url)
        state = unpromoted.mark_of(into) or {}
    if state["state"] != "proven":
        raise RefusedError("unproven", "; ".join(state["unproven"]))
    unpromoted.unmark(into)
    return comparison


def _prove(
    into: Path, url: str, *, tombstones: Path | None, live_url: str | None
) -> tuple[Comparison, list[dict[str, Any]]]:
    """Does again what the files say, and notes what is proven. The copy's server runs."""
    own = into / "tombstones"
    digests = carry(tombstones, into=own) if tombstones else {}
    with connected(url) as connection:
        # Positions go on behind those that the lost part of the ledger had given.
        connection.execute(_POSITION, [last_position(own)])
    done = [json.loads(line) for line in _manage("tombstones", f"--apply={own}", data=into)]
    with connected(url) as copy, _live(live_url) as live:
        comparison = compare(copy, live)
        names = counting.workspaces_of(copy)
    for one in done:
        slug = names[one["workspace"]]
        comparison.faults += [f"workspace {slug}: {why}" for why in one["unproven"]]
    state = {
        "state": "unproven" if comparison.faults else "proven",
        "unproven": comparison.faults,
        "tombstones": str(tombstones.absolute()) if tombstones else None,
        "digests": digests,
    }
    unpromoted.mark(into, {**(unpromoted.mark_of(into) or {}), **state})
    return comparison, done


@contextmanager
def _live(url: str | None) -> Iterator[psycopg.Connection[Any] | None]:
    """The live ledger, where there is one that answers."""
    try:
        connection = connected(url) if url else None
    except psycopg.OperationalError:
        connection = None
    if connection is None:
        yield None
        return
    with connection:
        yield connection


def _manage(*arguments: str, data: Path) -> list[str]:
    """Runs a command on the copy: its lines. RefusedError `failed`."""
    done = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, str(PROJECT / "manage.py"), *arguments],
        env={
            **cluster.without_databases(),
            "DATA": str(data),
            "CELERY_BROKER_URL": "memory://localhost//",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise RefusedError("failed", (done.stderr.strip().splitlines() or [""])[-1])
    return done.stdout.splitlines()
