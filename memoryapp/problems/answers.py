"""A problem, as an HTTP answer: RFC 9457 for machines, a page for people."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string

from provenance.api.problem_body import problem_body
from provenance.models.ids import uuid7
from provenance.problems import Problem

MEDIA_TYPE = "application/problem+json"
_MACHINE_DOORS = ("/v1", "/compat", "/mcp", "/health", "/metrics")
_UNAUTHENTICATED, _SERVER_ERRORS = 401, 500


def is_for_machines(request: HttpRequest) -> bool:
    """True where the path belongs to a door for programs, whether or not it leads anywhere."""
    path = request.path_info
    return any(path == door or path.startswith(door + "/") for door in _MACHINE_DOORS)


def json_answer(problem: Problem, request: HttpRequest) -> HttpResponse:
    """The problem as `application/problem+json`."""
    body = problem_body(problem, request_id=request_id_of(request))
    return _with_headers(
        JsonResponse(body, status=problem.status, content_type=MEDIA_TYPE), problem
    )


def page_answer(problem: Problem, request: HttpRequest) -> HttpResponse:
    """The problem as a page. One of ours stands alone: what failed may be what pages stand on."""
    alone = problem.status >= _SERVER_ERRORS
    name = "problems/broken.html" if alone else "problems/refused.html"
    context = {"problem": problem, "request_id": request_id_of(request)}
    page = render_to_string(name, context, request=None if alone else request)
    return _with_headers(HttpResponse(page, status=problem.status), problem)


def answer(problem: Problem, request: HttpRequest) -> HttpResponse:
    """The problem in the form that the path's audience reads."""
    make = json_answer if is_for_machines(request) else page_answer
    return make(problem, request)


def request_id_of(request: HttpRequest) -> UUID | str:
    """The id that the middleware gave the request, or a new one where it did not run."""
    return getattr(request, "request_id", None) or uuid7()


def _with_headers(response: HttpResponse, problem: Problem) -> HttpResponse:
    response["Cache-Control"] = "no-store"
    if problem.retry_after:
        response["Retry-After"] = str(problem.retry_after)
    if problem.status == _UNAUTHENTICATED:
        response["WWW-Authenticate"] = 'Bearer realm="memoryapp"'
    return response
