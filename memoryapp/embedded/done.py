"""Which set-up steps an earlier `make up` has done, so that the next one is quick.

Only steps that would change nothing are left out, and only by what is plain to see; migrations
are always looked at.
"""

import json

from .options import Options
from .programs import PROJECT


def credentials_are_written(options: Options) -> bool:
    """True where credentials.json is there and names the address that is served."""
    try:
        written = json.loads((options.data / "credentials.json").read_text())
    except (FileNotFoundError, json.JSONDecodeError):
        return False
    return isinstance(written, dict) and written.get("url") == options.url


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
