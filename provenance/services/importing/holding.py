"""Which plans need the bytes of a snapshot: a file for each, so that any worker sees all of them.

The bytes lie under their digest, whichever workspaces they were planned in. A hold says only that
some plan needs them, and when it was last asked for. Nothing is deleted under a plan's hands: holds
and bytes change under one lock.
"""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID, uuid4

from django.conf import settings


def imports_folder() -> Path:
    """The folder of what is imported, for this user alone."""
    folder: Path = settings.IMPORTS_DIR
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def snapshot_folder(digest: str) -> Path:
    """Where the bytes of a snapshot lie, if they do."""
    return imports_folder() / digest


def hold(digest: str, *, plan_id: UUID) -> None:
    """Says that the plan needs the bytes, from now on for as long as snapshots are kept."""
    mark = _holds(digest) / plan_id.hex
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.touch()


def let_go(digest: str, *, plan_id: UUID) -> None:
    """The plan needs the bytes no longer; where no other does, they are deleted."""
    with alone():
        (_holds(digest) / plan_id.hex).unlink(missing_ok=True)
        if not has_holds(digest):
            delete(digest)


def has_holds(digest: str) -> bool:
    """True where a plan needs the bytes."""
    folder = _holds(digest)
    return folder.is_dir() and any(folder.iterdir())


def holds() -> Iterator[Path]:
    """Every hold of every snapshot."""
    return (imports_folder() / "holds").glob("*/*")


def delete(digest: str) -> None:
    """Deletes the bytes. They are gone as a whole before the first of them is."""
    shutil.rmtree(_holds(digest), ignore_errors=True)
    aside = imports_folder() / f"gone-{uuid4().hex}"
    try:
        snapshot_folder(digest).replace(aside)
    except FileNotFoundError:
        return
    shutil.rmtree(aside, ignore_errors=True)


@contextmanager
def alone() -> Iterator[None]:
    """Nobody else takes up or deletes a snapshot meanwhile, in any process of this machine."""
    descriptor = os.open(imports_folder() / "lock", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _holds(digest: str) -> Path:
    return imports_folder() / "holds" / digest
