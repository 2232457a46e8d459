"""The bytes of an import, kept under their digest until its plan is done with (P14: immutable)."""

import shutil
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp

from django.conf import settings

from provenance.importers.source import Source

MOST_FILES = 100_000
_PIECE = 1 << 20


class UnusableSourceError(ValueError):
    """What was given cannot be imported; `code` is a word of `plan_problem.CODES`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Snapshot:
    """A source that is kept: its digest, files and bytes."""

    sha256: str
    files: int
    bytes: int


def take_snapshot(path: Path) -> Snapshot:
    """Copies a file or a folder into the imports folder; the same bytes are kept once.

    The digest is over the relative names and the bytes of all files, in order. Memory is constant.
    Raises UnusableSourceError for nothing to read, or too much.
    """
    try:
        source = Source(path)
    except FileNotFoundError:
        raise UnusableSourceError("not_found") from None
    if not source.names:
        raise UnusableSourceError("empty")
    if len(source.names) > MOST_FILES:
        raise UnusableSourceError("too_many_files")
    root = imports_folder()
    aside = Path(mkdtemp(dir=root, prefix="new-"))
    try:
        whole, size = sha256(), 0
        for name in source.names:
            digest, length = _copied(source, name, into=aside / name)
            whole.update(f"{name}\0{length}\0{digest}\n".encode("utf-8", "surrogateescape"))
            size += length
        kept = root / whole.hexdigest()
        if not kept.exists():
            aside.replace(kept)
    except OSError:
        raise UnusableSourceError("unreadable") from None
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return Snapshot(sha256=kept.name, files=len(source.names), bytes=size)


def open_snapshot(digest: str) -> Source:
    """The source as it was when it was planned. Raises UnusableSourceError where it is gone."""
    try:
        return Source(imports_folder() / digest)
    except FileNotFoundError:
        raise UnusableSourceError("source_gone") from None


def forget_snapshot(digest: str) -> None:
    """Deletes the bytes: nothing of what was imported lies beside the ledger any longer."""
    shutil.rmtree(imports_folder() / digest, ignore_errors=True)


def imports_folder() -> Path:
    """The folder of what is imported, for this user alone."""
    folder: Path = settings.IMPORTS_DIR
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _copied(source: Source, name: str, *, into: Path) -> tuple[str, int]:
    into.parent.mkdir(parents=True, exist_ok=True)
    digest, length = sha256(), 0
    with source.open(name) as stream, into.open("xb") as copy:
        while piece := stream.read(_PIECE):
            digest.update(piece)
            copy.write(piece)
            length += len(piece)
    return digest.hexdigest(), length
