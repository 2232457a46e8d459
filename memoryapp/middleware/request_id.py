"""Names each request, so that an answer, a log line and a receipt can be put together."""

from collections.abc import Callable
from uuid import UUID

from django.http import HttpRequest, HttpResponse

from provenance.models.ids import uuid7

HEADER = "X-Request-Id"
_LENGTH = 36


class RequestIdMiddleware:
    """Sets `request.request_id` (a UUID) and the header `X-Request-Id` on every response.

    A caller's own id is taken where it is a UUID; anything else is replaced, since it would be
    repeated in answers and logs.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The response, named."""
        request_id = _given(request.headers.get(HEADER, "")) or uuid7()
        request.request_id = request_id  # type: ignore[attr-defined]
        response = self.get_response(request)
        response[HEADER] = str(request_id)
        return response


def _given(text: str) -> UUID | None:
    if len(text) != _LENGTH:
        return None
    try:
        return UUID(text)
    except ValueError:
        return None
