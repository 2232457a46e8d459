"""The bytes of an import, kept under their digest until its plan is done with (P14: immutable)."""

import shutil
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp
from uuid import UUID

from provenance.importers.source import Source
from provenance.models import ImportPlan
from provenance.problems import SourceGone
from provenance.services.importing.full_disk import told_if_full
from provenance.services.importing.holding import (
    alone,
    hold,
    imports_folder,
    let_go,
    snapshot_folder,
)

MOST_FILES = 100_000
# Plans that are made of what the ledger holds, and of no bytes, are of a format that begins so.
RECONCILE = "reconcile:"
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


def take_snapshot(path: Path, *, plan_id: UUID) -> Snapshot:
    """Copies a file or a folder into the imports folder; the same bytes are kept once.

    The digest is over the relative names and the bytes of all files, in order. Memory is constant.
    Held for the plan of that id. Raises UnusableSourceError for nothing to read, or too much, and
    StorageFull with nothing kept.
    """
    try:
        source = Source(path)
    except FileNotFoundError:
        raise UnusableSourceError("not_found") from None
    if not source.names:
        raise UnusableSourceError("empty")
    if len(source.names) > MOST_FILES:
        raise UnusableSourceError("too_many_files")
    aside = None
    try:
        aside = Path(mkdtemp(dir=imports_folder(), prefix="new-"))
        whole, size = sha256(), 0
        for name in source.names:
            digest, length = _copied(source, name, into=aside / name)
            whole.update(f"{name}\0{length}\0{digest}\n".encode("utf-8", "surrogateescape"))
            size += length
        _keep(aside, digest=whole.hexdigest(), plan_id=plan_id)
    except OSError as error:
        told_if_full(error)
        raise UnusableSourceError("unreadable") from None
    finally:
        if aside is not None:
            shutil.rmtree(aside, ignore_errors=True)
    return Snapshot(sha256=whole.hexdigest(), files=len(source.names), bytes=size)


def open_snapshot(plan: ImportPlan) -> Source:
    """The source as it was when it was planned. Raises UnusableSourceError where it is gone."""
    try:
        require_kept(plan)
        return Source(snapshot_folder(plan.source_sha256))
    except (SourceGone, FileNotFoundError):
        raise UnusableSourceError("source_gone") from None


def is_kept(plan: ImportPlan) -> bool:
    """True where the plan's bytes are here, and for plans that are not made of any."""
    return plan.format.startswith(RECONCILE) or snapshot_folder(plan.source_sha256).is_dir()


def require_kept(plan: ImportPlan) -> None:
    """Raises SourceGone where the plan's bytes are gone; else they are kept for a while longer."""
    with alone():
        if not is_kept(plan):
            raise SourceGone
        if not plan.format.startswith(RECONCILE):
            hold(plan.source_sha256, plan_id=plan.id)


def forget_snapshot(plan: ImportPlan) -> None:
    """The plan needs its bytes no longer. They are deleted where no other plan needs them."""
    let_go(plan.source_sha256, plan_id=plan.id)


def _keep(aside: Path, *, digest: str, plan_id: UUID) -> None:
    with alone():
        kept = snapshot_folder(digest)
        if not kept.exists():
            aside.replace(kept)
        hold(digest, plan_id=plan_id)


def _copied(source: Source, name: str, *, into: Path) -> tuple[str, int]:
    into.parent.mkdir(parents=True, exist_ok=True)
    digest, length = sha256(), 0
    with source.open(name) as stream, into.open("xb") as copy:
        while piece := stream.read(_PIECE):
            digest.update(piece)
            copy.write(piece)
            length += len(piece)
    return digest.hexdigest(), length
