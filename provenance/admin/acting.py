"""One form, one act of a service: how the admin gives and ends things."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.db import IntegrityError, transaction
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from provenance.problems import PolicyRejected, Problem
from provenance.services.screening.judge import require_kept
from provenance.services.screening.rejections import write_rejection

from .authority import visitor_of


def ask(
    *,
    request: HttpRequest,
    form: Form,
    title: str,
    button: str,
    act: Callable[[dict[str, Any]], HttpResponse],
    refused: str,
    warning: str = "",
) -> HttpResponse:
    """Shows the form until it is filled in well, then calls `act` with its cleaned data.

    Where the database says no, the form says `refused`, and where a service says no, the reason
    that it gives; nothing of the act stays. Where the policy refuses what was typed, its receipt
    is kept and the form comes back empty.
    """
    if (refusal := _screened(request)) is not None:
        form, warning = type(form)(None), refusal.detail
    elif request.method == "POST" and form.is_valid():
        try:
            # A savepoint: the transaction around it goes on to show the page.
            with transaction.atomic():
                return act(form.cleaned_data)
        except Problem as problem:
            form.add_error(None, problem.detail)
        except IntegrityError:
            form.add_error(None, refused)
    context = {
        **admin.site.each_context(request),
        "title": title,
        "form": form,
        "button": button,
        "warning": warning,
    }
    return TemplateResponse(request, "admin/act.html", context)


def already(*, request: HttpRequest, title: str, told: str) -> HttpResponse:
    """Says that there is nothing left to do, in place of the form."""
    context = {**admin.site.each_context(request), "title": title, "warning": told}
    return TemplateResponse(request, "admin/act.html", context)


def _screened(request: HttpRequest) -> PolicyRejected | None:
    """The policy's refusal of anything in a form that was sent, receipted; else None."""
    visitor = visitor_of(request)
    typed = [
        text
        for name, texts in request.POST.lists()
        if name != "csrfmiddlewaretoken"
        for text in texts
    ]
    try:
        require_kept(typed)
    except PolicyRejected as refused:
        write_rejection(rule=refused.rule, caller=visitor.caller, act="administer", at=visitor.at)
        return refused
    return None
