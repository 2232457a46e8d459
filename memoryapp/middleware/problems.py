"""Lets a plain view raise the domain's problems, as REST framework's views do."""

from collections.abc import Callable

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

from memoryapp.problems.answers import answer, is_for_machines, json_answer
from memoryapp.problems.report import report
from memoryapp.problems.translate import problem_for
from provenance.problems import MethodNotAllowed, Problem


class ProblemMiddleware:
    """Answers problems and lost databases; other exceptions go on to Django's own handlers."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The response; Django's bare 405 is given the one shape at the machines' doors.

        REST framework names OPTIONS everywhere, which no machine door takes.
        """
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and is_for_machines(request):
            shaped = json_answer(MethodNotAllowed(), request)
            shaped["Allow"] = response["Allow"]
            return shaped
        if is_for_machines(request) and "Allow" in response:
            response["Allow"] = _without_options(response["Allow"])
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The answer to what a view raised, or None for Django's own handlers."""
        if not isinstance(error, Problem | OperationalError | InterfaceError):
            return None
        problem = problem_for(error)
        report(problem, error, request)
        return answer(problem, request)


def _without_options(allowed: str) -> str:
    return ", ".join(name for name in allowed.split(", ") if name != "OPTIONS")
