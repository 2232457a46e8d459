"""What the wire may bring that Django or PostgreSQL would misread."""

from collections.abc import Callable

from django.core.handlers.wsgi import LimitedStream
from django.http import HttpRequest, HttpResponse

from memoryapp.problems.answers import answer
from provenance.problems import InvalidRequest, LengthRequired

# No door takes more; each states its own, smaller limit.
LARGEST_BODY = 16 * 1024 * 1024


class WireMiddleware:
    """Opens bodies sent in chunks, which Django would take as empty, and refuses NUL in a URL,
    which PostgreSQL cannot look up."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The response. The body is not read here: first the door asks who is calling."""
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            return answer(InvalidRequest("The address holds NUL."), request)
        if request.headers.get("Transfer-Encoding") and not request.META.get("CONTENT_LENGTH"):
            if not request.META.get("wsgi.input_terminated"):
                return answer(LengthRequired(), request)
            _open(request)
        return self.get_response(request)


def _open(request: HttpRequest) -> None:
    """Lets the body be read to its end, or to one byte more than any door takes."""
    stream = LimitedStream(request.META["wsgi.input"], LARGEST_BODY + 1)
    # REST framework takes a request without a length as one without a body. One byte is the
    # least that says "there is one"; the parser counts what it reads.
    request._stream = stream  # type: ignore[assignment]  # Django's own requests hold one too
    request.META["CONTENT_LENGTH"] = "1"
