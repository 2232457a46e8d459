"""What a backup says of itself, and whether it is still so."""

import json
from dataclasses import asdict, dataclass
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any

from .refusals import RefusedError

FORMAT, VERSION = "memoryapp-backup", 1
MANIFEST, DUMP = "manifest.json", "database.dump"


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """`tables` and `standings` count what the snapshot held that was saved; `position` is the last
    ledger position; `roles` are the owner's and the web role's names."""

    format: str
    version: int
    made_at: str
    versions: dict[str, str]
    migrations: list[str]
    roles: dict[str, str]
    position: int
    workspaces: dict[str, str]
    tables: dict[str, int]
    standings: dict[str, dict[str, int]]
    dump: dict[str, Any]


def write(manifest: Manifest, directory: Path) -> None:
    """Writes it with its own digest."""
    form = asdict(manifest)
    text = json.dumps({**form, "digest": _digest(form)}, indent=2, sort_keys=True)
    (directory / MANIFEST).write_text(text)


def read(directory: Path) -> Manifest:
    """The manifest of a backup whose files are as it says. RefusedError: nothing of it is used."""
    try:
        form = json.loads((directory / MANIFEST).read_bytes())
        name, version, given = form["format"], form["version"], form.pop("digest")
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise RefusedError("not_a_backup") from None
    if name != FORMAT or not isinstance(version, int):
        raise RefusedError("not_a_backup")
    if version > VERSION:
        raise RefusedError("future_version", f"({version})")
    if given != _digest(form):
        raise RefusedError("altered", MANIFEST)
    manifest = Manifest(**form)
    _look(directory / DUMP, manifest.dump)
    return manifest


def described(file: Path) -> dict[str, Any]:
    """Size and digest of a file."""
    with file.open("rb") as stream:
        return {"bytes": file.stat().st_size, "sha256": file_digest(stream, "sha256").hexdigest()}


def _look(file: Path, said: dict[str, Any]) -> None:
    if not file.is_file() or file.is_symlink() or file.stat().st_size < said["bytes"]:
        raise RefusedError("incomplete", file.name)
    if described(file) != said:
        raise RefusedError("altered", file.name)


def _digest(form: dict[str, Any]) -> str:
    return sha256(json.dumps(form, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
