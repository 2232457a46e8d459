"""The pages that explain each problem: an answer's `type` opens one."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from memoryapp.middleware.closed_pages import open_page
from provenance.problems import FIELD_ERRORS, catalogue


@open_page
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Every problem, and every code that may stand in `errors`."""
    context = {"problems": catalogue().values(), "field_errors": FIELD_ERRORS.items()}
    return render(request, "problems/index.html", context)


@open_page
@require_safe
def explain(request: HttpRequest, code: str) -> HttpResponse:
    """One problem. 404 where no problem has this code."""
    try:
        problem = catalogue()[code]
    except KeyError:
        raise Http404 from None
    context = {
        "problem": problem,
        # Every second part of the text stands between backticks.
        "parts": problem.explanation.split("`"),
        "field_errors": FIELD_ERRORS.items() if code == "invalid_request" else (),
    }
    return render(request, "problems/explain.html", context)
