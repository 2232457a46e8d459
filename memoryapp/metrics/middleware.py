"""Counts and times each request."""

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from .counters import REQUESTS, SECONDS


class MetricsMiddleware:
    """Counts every answer under its route's name."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The response, counted."""
        start = time.perf_counter()
        response = self.get_response(request)
        route = route_name(request)
        REQUESTS.labels(route=route, status=str(response.status_code)).inc()
        SECONDS.labels(route=route).observe(time.perf_counter() - start)
        return response


def route_name(request: HttpRequest) -> str:
    """The name of the route, so that the labels are as few as the routes, whatever is asked."""
    match = request.resolver_match
    return (match.view_name or "unnamed") if match else "unmatched"
