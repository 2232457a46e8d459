"""A form with one large file: read once, in pieces, and not before its token has been checked."""

from pathlib import Path
from typing import Any

from django.core.files.uploadhandler import FileUploadHandler
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.multipartparser import MultiPartParser
from django.middleware.csrf import CsrfViewMiddleware

from provenance.problems import InvalidRequest, LengthRequired, PayloadTooLarge
from provenance.services.importing.full_disk import room, write_whole


class ForgedError(Exception):
    """The form bears no valid token; `response` is what Django answers."""

    def __init__(self, response: HttpResponse) -> None:
        super().__init__("forged")
        self.response = response


class FileForm(FileUploadHandler):
    """The fields of the form, and its one file, written to `path` as it arrives.

    `name` is what the sender calls the file, "" where none was chosen. Memory is constant: what
    Django keeps of a form besides is bound by its own settings.
    """

    chunk_size = 1 << 20

    def __init__(self, request: HttpRequest, *, path: Path, limit: int) -> None:
        super().__init__(request)
        self.path, self.limit = path, limit
        self.name, self.size = "", 0
        self._parser: _Parser | None = None

    def read(self) -> QueryDict:
        """Reads the form to its end; its fields.

        Raises ForgedError without a token that stands before the file, InvalidRequest for several
        files and for one that was cut off, LengthRequired, PayloadTooLarge, StorageFull, and what
        Django raises for a form that is none.
        """
        request: Any = self.request
        if request.headers.get("Transfer-Encoding"):
            raise LengthRequired
        body: Any = _Counted(request)
        self._parser = _Parser(request.META, body, [self], request.encoding)
        fields, _ = self._parser.parse()
        self._require_token(fields)
        if body.count < int(request.META["CONTENT_LENGTH"]):
            # Django takes a form that was cut off for one that ends there.
            raise InvalidRequest("The file did not arrive to its end. Send it again.")
        return fields

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        """Django's hook at the beginning of a file."""
        super().new_file(*args, **kwargs)
        if self._parser is not None:
            self._require_token(self._parser.fields)
        if self.name:
            raise InvalidRequest("One file at a time.")
        self.name = self.file_name or ""
        with room():
            self.path.touch()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Django's hook: None says that nobody else needs the piece."""
        self.size += len(raw_data)
        if self.size > self.limit:
            raise PayloadTooLarge
        with self.path.open("ab", buffering=0) as file:
            write_whole(file, raw_data)

    def file_complete(self, file_size: int) -> None:
        """Django's hook: the file is nobody's to keep in memory."""

    def _require_token(self, fields: QueryDict) -> None:
        request: Any = self.request
        # The middleware asks for no more than the fields that it finds here.
        request.POST = fields
        if (
            refusal := CsrfViewMiddleware(_nobody).process_view(request, _nobody, (), {})
        ) is not None:
            raise ForgedError(refusal)


class _Counted:
    """A body, and how much of it has arrived."""

    def __init__(self, body: Any) -> None:
        self._body = body
        self.count = 0

    def read(self, size: int) -> bytes:
        """As the body's own."""
        piece: bytes = self._body.read(size)
        self.count += len(piece)
        return piece


class _Parser(MultiPartParser):
    """Django's reader of forms, which tells what it has read so far."""

    @property
    def fields(self) -> QueryDict:
        """The fields that stood before what is being read now."""
        fields: QueryDict = self._post  # type: ignore[attr-defined]
        return fields


def _nobody(request: HttpRequest) -> HttpResponse:
    """Stands for the view, which has asked for the check and not for an answer."""
    return HttpResponse(status=204)
