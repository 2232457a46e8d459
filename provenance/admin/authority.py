"""Who administers: the principal's grant counts, not the login's flags."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Any, cast

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import SimpleTemplateResponse

from provenance.database.tenancy import workspace
from provenance.services.reviewing.entrances import Entrance, chosen, entrances_for_login
from provenance.services.reviewing.visitor import CHOICE, Visitor, visitor_in

View = Callable[..., HttpResponse]
_VISITOR, _KNOWN = "visitor", "entrances"


def inside(view: View) -> View:
    """Runs and renders a view of the admin within the workspace that the browser is in.

    Every page of a tenant's rows goes through here, so here is asked for the grant. Strangers
    pass: the admin's own wrapper, which comes next, sends them to the login.
    """

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return view(request, *args, **kwargs)
        if has_to_choose(request):
            return redirect("choose-workspace")
        entrance = chosen(_entrances(request), workspace_id=request.session.get(CHOICE))
        if entrance is None:
            raise PermissionDenied
        with workspace(entrance.caller):
            _remember(request, entrance)
            if not administers(request):
                raise PermissionDenied
            response = view(request, *args, **kwargs)
            # Templates are rendered late by default, and would find the workspace closed.
            return response.render() if isinstance(response, SimpleTemplateResponse) else response

    return page


def administers(request: HttpRequest) -> bool:
    """True where a live `administer` grant lets the visitor in. The site's entrance asks it too,
    which shows no tenant rows and so opens the workspace for the question alone."""
    if not hasattr(request, _VISITOR):
        entrance = chosen(_entrances(request), workspace_id=request.session.get(CHOICE))
        if entrance is None:
            return False
        with workspace(entrance.caller):
            _remember(request, entrance)
    return visitor_of(request).administers


def has_to_choose(request: HttpRequest) -> bool:
    """True where the login has several workspaces, and the browser is in none of them yet."""
    entrances = _entrances(request)
    return bool(entrances) and chosen(entrances, workspace_id=request.session.get(CHOICE)) is None


def visitor_of(request: HttpRequest) -> Visitor:
    """The visitor of the request that is being answered."""
    return cast(Visitor, getattr(request, _VISITOR))


def _entrances(request: HttpRequest) -> list[Entrance]:
    if not hasattr(request, _KNOWN):
        login_id = request.user.id if request.user.is_authenticated else None
        known = entrances_for_login(login_id=login_id) if login_id else []
        setattr(request, _KNOWN, known)
    return cast(list[Entrance], getattr(request, _KNOWN))


def _remember(request: HttpRequest, entrance: Entrance) -> None:
    at = datetime.now(UTC)
    setattr(request, _VISITOR, visitor_in(entrance, entrances=_entrances(request), at=at))
