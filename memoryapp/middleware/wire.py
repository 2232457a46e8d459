"""What the wire may bring that Django or PostgreSQL would misread."""

import logging
import time
from collections.abc import Callable
from typing import IO, Any

from django.core.handlers.wsgi import LimitedStream
from django.http import HttpRequest, HttpResponse

from memoryapp.problems.answers import answer, is_for_machines
from provenance.problems import InvalidRequest, LengthRequired, PayloadTooLarge, field_error

_log = logging.getLogger(__name__)
# No door takes more; each states its own, smaller limit.
LARGEST_BODY = 16 * 1024 * 1024
# Who is still sending does not read: a refused body is taken in, so far and so long.
_DRAINED_BYTES = 32 * 1024 * 1024
_DRAINED_SECONDS = 20.0
_CHUNK = 64 * 1024
_REFUSED = 400


class WireMiddleware:
    """Opens bodies sent in chunks, which Django would take as empty, refuses NUL in a URL, which
    PostgreSQL cannot look up, and takes in the rest of a refused body, so that the answer is read.
    No page takes a larger form than a door takes a body, but one that states a limit of its own as
    `max_body_bytes`: Django itself would take files of any size, before anybody is asked to log in.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The response. The body is not read before: first the door asks who is calling."""
        response = self._response(request)
        if response.status_code >= _REFUSED and request.META.get("wsgi.input_terminated"):
            _drain(request.META["wsgi.input"])
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """The refusal of a form that is too large, before any of it is read."""
        if is_for_machines(request):
            return None
        stated = request.META.get("CONTENT_LENGTH") or "0"
        limit = getattr(view, "max_body_bytes", LARGEST_BODY)
        if stated.isascii() and stated.isdigit() and int(stated) <= limit:
            return None
        return answer(PayloadTooLarge(), request)

    def _response(self, request: HttpRequest) -> HttpResponse:
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            nul = field_error(pointer="", code="invalid_text")
            return answer(InvalidRequest("The address holds NUL.", errors=[nul]), request)
        if request.headers.get("Transfer-Encoding") and not request.META.get("CONTENT_LENGTH"):
            if not request.META.get("wsgi.input_terminated"):
                return answer(LengthRequired(), request)
            _open(request)
        return self.get_response(request)


def _drain(stream: IO[bytes]) -> None:
    left, until = _DRAINED_BYTES, time.monotonic() + _DRAINED_SECONDS
    try:
        while left > 0 and time.monotonic() < until and (part := stream.read(_CHUNK)):
            left -= len(part)
    except OSError:
        _log.debug("The caller was gone before its body was taken in.")


def _open(request: HttpRequest) -> None:
    """Lets the body be read to its end, or to one byte more than any door takes."""
    stream = LimitedStream(request.META["wsgi.input"], LARGEST_BODY + 1)
    # REST framework takes a request without a length as one without a body. One byte is the
    # least that says "there is one"; the parser counts what it reads.
    request._stream = stream  # type: ignore[assignment]  # Django's own requests hold one too
    request.META["CONTENT_LENGTH"] = "1"
