"""Appends to the file of a workspace, flushed to the disk, and reads it back."""

import fcntl
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

from .entry import Entry, entry_of, line_of

_TAIL = 1024 * 1024


def file_of(workspace_id: UUID | str, *, directory: Path) -> Path:
    """Where the tombstones of a workspace are."""
    return directory / f"{workspace_id}.jsonl"


def append(path: Path, entries: Iterable[Entry]) -> None:
    """Appends the entries and returns once the disk has them. Raises OSError.

    Where a killed writer left half a line, it goes first: what it said is still in the ledger.
    """
    written = b"".join(line_of(entry) for entry in entries)
    new = not path.exists()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with _held(path) as descriptor:
        _mend(descriptor)
        remaining = memoryview(written)
        while remaining:
            remaining = remaining[os.write(descriptor, remaining) :]
        os.fsync(descriptor)
    if new:
        _flush_directory(path.parent)


def entries(path: Path) -> Iterator[Entry]:
    """The entries in the order of the file, each act once. Raises DamagedError and OSError.

    Half a last line is what a killed writer leaves: it is passed over.
    """
    seen: set[str] = set()
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if not line.endswith(b"\n"):
                return
            entry = entry_of(line[:-1], number=number)
            if entry.id not in seen:
                seen.add(entry.id)
                yield entry


@contextmanager
def _held(path: Path) -> Iterator[int]:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield descriptor
    finally:
        os.close(descriptor)


def _mend(descriptor: int) -> None:
    end = os.fstat(descriptor).st_size
    start = max(0, end - _TAIL)
    tail = os.pread(descriptor, end - start, start)
    if tail and not tail.endswith(b"\n"):
        os.ftruncate(descriptor, start + tail.rfind(b"\n") + 1)


def _flush_directory(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
