"""The Content-Security-Policy: pages load only what this server serves, and run nothing inline."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "script-src 'self'",
        # data: is for the small icons within the admin's style sheets.
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)


class ContentSecurityMiddleware:
    """Sets the policy on every response: no view may loosen it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The response under the policy."""
        response = self.get_response(request)
        response["Content-Security-Policy"] = POLICY
        return response
