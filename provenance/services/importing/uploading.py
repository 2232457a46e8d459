"""Takes a file in pieces: what has arrived is on disk, and whoever was cut off goes on from there."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from hashlib import sha256
from io import FileIO
from pathlib import Path
from typing import Protocol
from uuid import UUID

from provenance.database.tenancy import workspace
from provenance.models import ImportUpload
from provenance.models.ids import uuid7
from provenance.problems import (
    ImportRefused,
    NotFound,
    PayloadTooLarge,
    PlanNotReady,
    SourceGone,
    StorageFull,
    TooManyRequests,
    UploadOffset,
)
from provenance.services.access.caller import Caller
from provenance.services.access.grants import live_grants
from provenance.services.importing.begin import (
    UNNAMED,
    begin_plan,
    require_importer,
    require_options,
)
from provenance.services.importing.full_disk import room, write_whole
from provenance.services.importing.holding import imports_folder
from provenance.services.importing.unpacking import unpacked
from provenance.services.screening.judge import may_be_kept

MAX_UPLOAD_BYTES = 2 * 1024**3
_PIECE = 1 << 20


class Stream(Protocol):
    """A request's body."""

    def read(self, size: int, /) -> bytes:
        """At most `size` bytes, none at the end."""


def begin_upload(
    *,
    caller: Caller,
    name: str,
    size: int,
    form: str,
    zone: str | None = None,
    digest: str | None,
    at: datetime,
) -> UUID:
    """Announces a file of `size` bytes; returns the id of the import to be.

    `digest` is its SHA-256 in hexadecimal, where the sender knows it. Raises CapabilityRequired,
    ImportRefused for an unknown format or zone, StorageFull.
    """
    require_options(form=form, zone=zone)
    with workspace(caller):
        require_importer(live_grants(caller=caller, at=at))
        upload = ImportUpload(
            id=uuid7(),
            workspace_id=caller.workspace_id,
            principal_id=caller.principal_id,
            key_id=caller.key_id,
            name=name if may_be_kept([name]) else UNNAMED,
            format=form,
            zone=zone,
            size=size,
            sha256=digest,
            at=at,
        )
        ImportUpload.objects.all().add([upload])
    with room():
        _file(upload.id).parent.mkdir(parents=True, exist_ok=True)
        _file(upload.id).touch()
    return upload.id


def receive(*, caller: Caller, upload_id: UUID, offset: int, body: Stream, at: datetime) -> int:
    """Appends what the body holds from `offset` on; returns how many bytes are here now.

    No transaction is open while it is read. Once all is here, its planning begins. Raises NotFound,
    UploadOffset where `offset` is not where the file ends, PayloadTooLarge, PlanNotReady where it
    was complete before, ImportRefused where it is not what was announced, SourceGone where it was
    left alone for too long, StorageFull with what was here before still here.
    """
    upload = _own(caller=caller, upload_id=upload_id, at=at)
    with _appending(_file(upload.id)) as stream:
        received = stream.seek(0, os.SEEK_END)
        if offset != received:
            raise UploadOffset(f"{received} bytes are here; go on from there.")
        try:
            while piece := body.read(_PIECE):
                received += len(piece)
                if received > upload.size:
                    raise PayloadTooLarge("More arrived than was announced.")
                write_whole(stream, piece)
            with room():
                os.fsync(stream.fileno())
        except (PayloadTooLarge, StorageFull):
            stream.truncate(offset)
            raise
    with workspace(caller):
        ImportUpload.objects.here().filter(id=upload.id).update(received=received)
    if received == upload.size:
        _complete(upload, caller=caller, at=at)
    return received


def receive_whole(
    *, caller: Caller, path: Path, name: str, form: str, zone: str | None = None, at: datetime
) -> UUID:
    """Takes over a file that came in one go, and begins its plan; returns the id of the import.

    `path` lies in the imports folder; nothing is left there. Raises what `begin_upload` and
    `receive` raise, and TooManyRequests where too many are at work.
    """
    size = path.stat().st_size
    upload_id = begin_upload(
        caller=caller, name=name, size=size, form=form, zone=zone, digest=None, at=at
    )
    path.replace(_file(upload_id))
    with workspace(caller):
        ImportUpload.objects.here().filter(id=upload_id).update(received=size)
    upload = _own(caller=caller, upload_id=upload_id, at=at)
    try:
        _complete(upload, caller=caller, at=at)
    except TooManyRequests as refused:
        # Nobody can go on with it, as one may who sends in pieces.
        _end(upload, caller=caller, state="failed", code=refused.code)
        raise
    return upload_id


def _own(*, caller: Caller, upload_id: UUID, at: datetime) -> ImportUpload:
    with workspace(caller):
        require_importer(live_grants(caller=caller, at=at))
        rows = ImportUpload.objects.here().filter(principal_id=caller.principal_id, id=upload_id)
        upload: ImportUpload | None = rows.first()
    if upload is None:
        raise NotFound
    if upload.state != "uploading":
        raise PlanNotReady(f"It is {upload.state}.")
    return upload


def _complete(upload: ImportUpload, *, caller: Caller, at: datetime) -> None:
    path = _file(upload.id)
    try:
        if upload.sha256 and _digest(path) != upload.sha256:
            raise ImportRefused.because("digest_mismatch")
        with unpacked(path) as source:
            begin_plan(
                caller=caller,
                path=source,
                name=upload.name,
                form=upload.format,
                zone=upload.zone,
                at=at,
                plan_id=upload.id,
            )
    except (ImportRefused, StorageFull) as refused:
        reason = refused.reason if isinstance(refused, ImportRefused) else refused.code
        _end(upload, caller=caller, state="failed", code=reason)
        raise
    _end(upload, caller=caller, state="complete")


def _end(upload: ImportUpload, *, caller: Caller, state: str, code: str | None = None) -> None:
    shutil.rmtree(_file(upload.id).parent, ignore_errors=True)
    with workspace(caller):
        ImportUpload.objects.here().filter(id=upload.id).update(state=state, code=code)


def _file(upload_id: UUID) -> Path:
    return imports_folder() / "uploads" / upload_id.hex / "upload"


@contextmanager
def _appending(path: Path) -> Iterator[FileIO]:
    """The file, for one sender at a time. Raises UploadOffset to the second.

    Nothing is buffered: what a full disk did not take is not tried again when the file is closed.
    """
    try:
        opened = path.open("r+b", buffering=0)
    except FileNotFoundError:
        raise SourceGone from None
    with opened as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UploadOffset("Another request is sending it.") from None
        yield stream


def _digest(path: Path) -> str:
    whole = sha256()
    with path.open("rb") as stream:
        while piece := stream.read(_PIECE):
            whole.update(piece)
    return whole.hexdigest()
