"""Brings the files of tombstones to a copy, which goes on with them."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from provenance.tombstones.file import append, entries


def carry(given: Path, *, into: Path) -> dict[str, str]:
    """Appends what the copy's files lack of the given ones: a file, or a directory of them.

    Returns the digest of each that was given, by its name. Raises DamagedError: one was altered,
    and OSError.
    """
    digests = {}
    for path in _files(given):
        digests[path.name] = sha256(path.read_bytes()).hexdigest()
        target = into / path.name
        there = {entry.id for entry in entries(target)} if target.exists() else set()
        append(target, (entry for entry in entries(path) if entry.id not in there))
    return digests


def digests_of(given: Path) -> dict[str, str]:
    """The digest of each file, by its name."""
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in _files(given)}


def last_position(directory: Path) -> int:
    """The highest ledger position that any of the files names; 0 without any."""
    return max((e.position for path in _files(directory) for e in entries(path)), default=0)


def _files(given: Path) -> Iterator[Path]:
    if given.is_dir():
        yield from sorted(given.glob("*.jsonl"))
    elif given.is_file():
        yield given
