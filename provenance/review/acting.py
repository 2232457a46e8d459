"""Lets a form act as the person who sent it: post, then redirect."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from provenance.problems import InvalidRequest
from provenance.services.access.caller import Caller
from provenance.services.reviewing.entrances import chosen, entrances_for_login
from provenance.services.reviewing.visitor import CHOICE


class ActorRequest(HttpRequest):
    """A request to a form that `acts`."""

    caller: Caller


def acts(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Runs a form as the person in the workspace of the page that it came from.

    Sets `request.caller`, and opens nothing: the domain's acts open their own transaction.
    """

    @wraps(view)
    def act(request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        entrances = entrances_for_login(login_id=request.user.id or 0)
        entrance = chosen(entrances, workspace_id=request.session.get(CHOICE))
        if entrance is None:
            return render(request, "review/no_workspace.html", status=403)
        request.caller = entrance.caller
        return view(request, *args, **kwargs)

    return require_POST(act)


def read_form(form: forms.Form) -> dict[str, Any]:
    """What was filled in. InvalidRequest where it is not as the page offers it."""
    if not form.is_valid():
        raise InvalidRequest("The form was not filled in as it has to be.")
    return dict(form.cleaned_data)
