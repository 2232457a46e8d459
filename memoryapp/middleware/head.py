"""HEAD is answered like GET, without the body."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase


class HeadMiddleware:
    """Takes the body away where only the head was asked for. Content-Length stays as it was set."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response, of which nothing but the head is sent."""
        response = self.get_response(request)
        if request.method == "HEAD":
            if response.streaming:
                response.streaming_content = ()  # type: ignore[attr-defined]
            else:
                response.content = b""  # type: ignore[attr-defined]
        return response
