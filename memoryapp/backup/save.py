"""Saves a database while it is in use: one snapshot, the engine's own tool, and read again."""

import os
import shutil
import tomllib
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from django.conf import settings

from . import counting, manifest, tools
from .contents import rows_in
from .manifest import DUMP, FORMAT, VERSION, Manifest
from .refusals import RefusedError
from .source import connected

# Called with what is being done and how many rows or tables of it are done since the last call.
Progress = Callable[[str, int], None]


def save(*, url: str, into: Path, at: datetime, progress: Progress) -> Path:
    """Makes a directory below `into` with the dump and its manifest; its path.

    Everything is of one moment: the rows are counted in the snapshot that the dump reads. The dump
    holds rows and not pages, so nothing of what was erased before. It is read again, whole, and its
    rows are counted. RefusedError: nothing was kept.
    """
    into.mkdir(parents=True, exist_ok=True, mode=0o700)
    final = into / f"memoryapp-{at:%Y%m%dT%H%M%SZ}"
    partial = final.with_suffix(".partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(mode=0o700)
    try:
        made = _dump(url, partial, at=at, progress=progress)
        _look(partial, made, progress=progress)
        manifest.write(made, partial)
        _flush(partial)
        partial.rename(final)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return final


def _dump(url: str, directory: Path, *, at: datetime, progress: Progress) -> Manifest:
    with connected(url) as connection, connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        row = connection.execute("SELECT pg_export_snapshot()").fetchone()
        snapshot = row[0] if row else ""
        tables = counting.counts_of(connection)

        def told(line: str) -> None:
            if "dumping contents of table" in line:
                progress("saved", 1)

        arguments = ["--format=custom", "--compress=gzip:3", "--verbose"]
        # Waiting for a lock for ever would hold everybody who comes after us.
        arguments += [f"--snapshot={snapshot}", "--lock-wait-timeout=60000"]
        tools.run("pg_dump", [*arguments, f"--file={directory / DUMP}"], url=url, on_line=told)
        (directory / DUMP).chmod(0o600)
        return Manifest(
            format=FORMAT,
            version=VERSION,
            made_at=at.isoformat(),
            versions={"memoryapp": _own_version(), **counting.versions_of(connection)},
            migrations=counting.migrations_of(connection),
            roles={
                name: str(settings.DATABASES[alias]["USER"])
                for name, alias in (("owner", "owner"), ("web", "default"))
            },
            position=counting.position_of(connection),
            workspaces=counting.workspaces_of(connection),
            tables=tables,
            standings=counting.standings_of(connection),
            dump=manifest.described(directory / DUMP),
        )


def _look(directory: Path, made: Manifest, *, progress: Progress) -> None:
    found = rows_in(directory / DUMP, progress=progress)
    wrong = [name for name, count in made.tables.items() if found.get(name, 0) != count]
    if wrong:
        raise RefusedError("wrong_counts", ", ".join(wrong))


def _flush(directory: Path) -> None:
    for path in [*directory.iterdir(), directory]:
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _own_version() -> str:
    project = (Path(settings.BASE_DIR) / "pyproject.toml").read_text()
    return str(tomllib.loads(project)["project"]["version"])
