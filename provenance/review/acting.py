"""Who acts by a form: the person, in the workspace of the page that the form came from."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Any

from django import forms
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from provenance.problems import InvalidRequest
from provenance.services.access.caller import Caller
from provenance.services.reviewing.entrances import chosen, entrances_for_login
from provenance.services.reviewing.visitor import CHOICE


class ActRequest(HttpRequest):
    """A request that `acts`: on whose behalf, and when."""

    caller: Caller
    at: datetime


def caller_of(request: HttpRequest) -> Caller | None:
    """The person in the workspace that was chosen; None for a login that has none."""
    entrances = entrances_for_login(login_id=request.user.id or 0)
    entrance = chosen(entrances, workspace_id=request.session.get(CHOICE))
    return entrance.caller if entrance else None


def acts(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Runs the view of a form that was sent, outside any workspace: its one service opens it."""

    @wraps(view)
    def act(request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        caller = caller_of(request)
        if caller is None:
            return render(request, "review/no_workspace.html", status=403)
        request.caller, request.at = caller, datetime.now(UTC)
        return view(request, *args, **kwargs)

    return never_cache(require_POST(act))


def read_form(form: forms.Form) -> dict[str, Any]:
    """What was filled in. InvalidRequest where it is not as the page offers it."""
    if not form.is_valid():
        raise InvalidRequest("The form was not filled in as it has to be.")
    return dict(form.cleaned_data)
