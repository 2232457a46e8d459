"""REST framework's exception handler: every refusal of a machine door has one shape."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from .answers import json_answer
from .report import report
from .translate import problem_for


def problem_response(error: Exception, context: dict[str, Any]) -> HttpResponse:
    """The answer to an exception that a view raised. `context` holds REST framework's request.

    REST framework adds the view's own headers (Allow, Vary) to it.
    """
    request: HttpRequest = context["request"]._request
    problem = problem_for(error)
    report(problem, error, request)
    return json_answer(problem, request)
