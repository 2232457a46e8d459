"""Django's own ends (no route, refused host, no CSRF token, a crash), in the same one shape."""

import sys

from django.http import HttpRequest, HttpResponse

from provenance.problems import Forbidden, NotFound

from .answers import answer
from .report import report
from .translate import problem_for


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """handler400."""
    return answer(problem_for(exception), request)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """handler403."""
    return answer(problem_for(exception), request)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """handler404: the path is not repeated, and an unknown one is told apart from no other."""
    return answer(NotFound(), request)


def server_error(request: HttpRequest) -> HttpResponse:
    """handler500. Django calls it while the exception is being handled."""
    error = sys.exc_info()[1]
    problem = problem_for(error)
    report(problem, error, request)
    return answer(problem, request)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """CSRF_FAILURE_VIEW. Django's reason names cookies and origins, which helps nobody here."""
    detail = "The form was sent without a valid token. Go back, reload the page and try again."
    return answer(Forbidden(detail), request)
