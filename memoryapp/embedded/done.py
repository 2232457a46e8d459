"""Which set-up steps an earlier `make up` has done, so that the next one is quick.

Only steps that would change nothing are left out, and only by what is plain to see.
"""

import json
import os
from pathlib import Path

import psycopg

from recall.embedders.e5_files import E5
from recall.embedders.minilm_files import MINILM

from .options import Options
from .paths import owner_url
from .programs import PROJECT


def credentials_are_written(options: Options) -> bool:
    """True where credentials.json is there and names the address that is served."""
    try:
        written = json.loads((options.data / "credentials.json").read_text())
    except (FileNotFoundError, json.JSONDecodeError):
        return False
    return isinstance(written, dict) and written.get("url") == options.url


def migrations_are_applied(options: Options) -> bool:
    """True where our own cluster has every migration of this tree, and these very packages.

    A database that others run is migrated each time: its own record says what is to do.
    """
    if not options.own_database or _read(options.data / "migrated") != _migrations():
        return False
    try:
        with psycopg.connect(owner_url(options.data)) as connection:
            applied = connection.execute("SELECT app || '/' || name FROM django_migrations")
            names = {row[0] for row in applied.fetchall()}
    except psycopg.Error:
        return False
    return names.issuperset(_our_migrations())


def note_migrated(options: Options) -> None:
    """Remember which migrations and packages the cluster was last migrated with."""
    if options.own_database:
        (options.data / "migrated").write_text(_migrations())


def model_is_built(options: Options) -> bool:
    """True where the embedding model lies ready, whole and of this release."""
    files = MINILM if os.environ.get("EMBEDDER") == MINILM.name else E5
    return files.built_revision(model_dir=options.data / "models") is not None


def _our_migrations() -> list[str]:
    files = PROJECT.glob("*/migrations/0*.py")
    return sorted(f"{file.parent.parent.name}/{file.stem}" for file in files)


def _migrations() -> str:
    packages = (PROJECT / "requirements" / "base.txt").read_text()
    return "\n".join([*_our_migrations(), packages])


def _read(note: Path) -> str | None:
    return note.read_text() if note.exists() else None


def sample_is_loaded(options: Options) -> bool:
    """True where this very cluster was given this very sample."""
    note = options.data / "sample-loaded"
    return note.exists() and note.read_text() == _sample_in_cluster(options)


def note_sample_loaded(options: Options) -> None:
    """Remember it; a database that others run is asked anew each time."""
    if options.own_database:
        (options.data / "sample-loaded").write_text(_sample_in_cluster(options))


def _sample_in_cluster(options: Options) -> str:
    born = (options.data / "postgres" / "PG_VERSION").stat().st_mtime_ns
    files = sorted((PROJECT / "provenance" / "samples").rglob("*.jsonl"))
    return "\n".join([str(born), *(f"{file.name} {file.stat().st_size}" for file in files)])
