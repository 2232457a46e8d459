"""One form, one act of a service: how the admin gives and ends things."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.db import IntegrityError, transaction
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse


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

    Where the database says no, the form says `refused`, and nothing of the act stays.
    """
    if request.method == "POST" and form.is_valid():
        try:
            # A savepoint: the transaction around it goes on to show the page.
            with transaction.atomic():
                return act(form.cleaned_data)
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
