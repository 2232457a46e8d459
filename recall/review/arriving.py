"""Lets a page ask the memory as the person who reads it: no transaction is open while it runs."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from provenance.database.tenancy import workspace
from provenance.review.visiting import VisitorRequest, entrance_to
from provenance.services.reviewing.views import View, views_open_to
from provenance.services.reviewing.visitor import visitor_in


class AskingRequest(VisitorRequest):
    """A request to a page of the bench; `views` are those that the visitor may take."""

    views: list[View]


def asks(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """As `reads`, but who comes is found out in a transaction of its own, which is over before the
    page runs: a question is embedded in no transaction."""
    return never_cache(require_safe(_arriving(view)))


def acts(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The same for a form that is posted; its act opens the transaction."""
    return never_cache(require_POST(_arriving(view)))


def _arriving(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    @wraps(view)
    def page(request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        entered = entrance_to(request)
        if isinstance(entered, HttpResponse):
            # Who has to choose a workspace first is not led back to a form that was posted.
            return entered if request.method != "POST" else redirect("home")
        entrance, entrances = entered
        at = datetime.now(UTC)
        with workspace(entrance.caller):
            visitor = visitor_in(entrance, entrances=entrances, at=at)
            if not visitor.administers:
                visitor.grants.require("recall")
            request.visitor = visitor
            request.views = views_open_to(
                caller=visitor.caller, grants=visitor.grants, at=visitor.at
            )
        return view(request, *args, **kwargs)

    return page
