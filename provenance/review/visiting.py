"""Lets a page run as the person who reads it."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from provenance.database.tenancy import workspace
from provenance.services.reviewing.entrances import Entrance, chosen, entrances_for_login
from provenance.services.reviewing.visitor import CHOICE, Visitor, visitor_in

# The name of this door in what it records.
DOOR = "browser"
View = Callable[..., HttpResponseBase]


class VisitorRequest(HttpRequest):
    """A request to a page that `reads`."""

    visitor: Visitor


def reads(view: View) -> View:
    """Runs and renders a page inside the visitor's workspace, with `request.visitor` set.

    A login without a principal is told what to do; one with several workspaces chooses first.
    The page is never cached: the next request may find a grant revoked.
    """
    return never_cache(require_safe(_visited(view)))


def asks(view: View) -> View:
    """As `reads`, for a page with a form that is sent to the same address (`attempted`)."""
    return never_cache(require_http_methods(["GET", "HEAD", "POST"])(_visited(view)))


def _visited(view: View) -> View:
    @wraps(view)
    def page(request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        entered = entrance_to(request)
        if isinstance(entered, HttpResponse):
            return entered
        entrance, entrances = entered
        at = datetime.now(UTC)
        with workspace(entrance.caller):
            request.visitor = visitor_in(entrance, entrances=entrances, at=at)
            return view(request, *args, **kwargs)

    return page


def entrance_to(request: HttpRequest) -> tuple[Entrance, list[Entrance]] | HttpResponse:
    """By which of their workspaces a person comes in, and all they have; or what to do first."""
    entrances = entrances_for_login(login_id=request.user.id or 0)
    if not entrances:
        return render(request, "review/no_workspace.html", status=403)
    entrance = chosen(entrances, workspace_id=request.session.get(CHOICE))
    if entrance is None:
        query = urlencode({"next": request.get_full_path()})
        return redirect(f"{reverse('choose-workspace')}?{query}")
    return entrance, entrances
