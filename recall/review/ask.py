"""The recall bench: what a principal would be told, why, and what was left out."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render

from provenance.problems import CapabilityRequired
from recall.review.arriving import AskingRequest, asks
from recall.review.ask_form import AskForm
from recall.services.asking.beside import beside
from recall.services.asking.sheet import sheet_of

_EARLIER = timedelta(days=30)


@asks
def ask(request: AskingRequest) -> HttpResponse:
    """The form and, where something is asked, the answer as the chosen principal would get it.

    Asking is reading: what is shown is recorded as shown to the visitor, and nothing of another.
    """
    form = AskForm(request.GET, views=request.views)
    context: dict[str, Any] = {"form": form, "views": request.views}
    if not form.asks:
        return render(request, "recall/ask.html", context)
    if not form.is_valid():
        return render(request, "recall/ask.html", context, status=400)
    view = UUID(form.cleaned_data["view"])
    context["view"] = next(one for one in request.views if one.id == view)
    asked: dict[str, Any] = {
        "caller": request.visitor.caller,
        "question": form.question(),
        "view": view,
        "at": request.visitor.at,
    }
    try:
        if form.cleaned_data["beside"]:
            context["pair"] = beside(**asked, as_of=form.cleaned_data["as_of"])
        else:
            context["sheet"] = sheet_of(**asked)
            context["earlier"] = _earlier(request)
    except CapabilityRequired:
        context["refused"] = True
    return render(request, "recall/ask.html", context)


def _earlier(request: AskingRequest) -> str:
    """The address of the same question a month ago, beside now."""
    query = request.GET.copy()
    query["as_of"] = (request.visitor.at - _EARLIER).strftime("%Y-%m-%dT%H:%M:%S")
    query["beside"] = "on"
    return "?" + query.urlencode()
