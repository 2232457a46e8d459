"""Principals: added here, never changed."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from provenance.models import Principal
from provenance.services.access.workspaces import add_principal

from .acting import ask
from .authority import administers, visitor_of
from .forms import PrincipalForm
from .ledger import LedgerAdmin


@admin.register(Principal)
class PrincipalAdmin(LedgerAdmin):
    """Who acts in this workspace."""

    list_display = ("name", "kind", "login", "created_at")
    list_filter = ("kind",)
    list_select_related = ("login",)
    search_fields = ("id", "name")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return administers(request)

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Adds one through the service."""

        def act(data: dict[str, Any]) -> HttpResponse:
            visitor = visitor_of(request)
            by = Principal.objects.here().get(id=visitor.caller.principal_id)
            login = data["login"]
            new = add_principal(
                by=by,
                name=data["name"],
                kind=data["kind"],
                login_id=login.id if login else None,
                at=visitor.at,
            )
            self.log_addition(request, new, "Added.")
            self.message_user(
                request, f"{new.name} was added. It may do nothing until it is granted."
            )
            return redirect("admin:provenance_principal_change", new.pk)

        return ask(
            request=request,
            form=PrincipalForm(request.POST or None),
            title="Add a principal",
            button="Add",
            act=act,
            refused="The name is taken, or the login has a principal in this workspace already.",
        )
