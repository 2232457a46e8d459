"""Grants: given and revoked through the services, with reasons."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path

from provenance.models import Grant, GrantRevocation, GrantScope
from provenance.services.access.granting import give, revoke

from .acting import already, ask
from .authority import administers, visitor_of
from .forms import GrantForm, ReasonForm
from .ledger import LedgerAdmin


@admin.register(Grant)
class GrantAdmin(LedgerAdmin):
    """What this workspace's principals may do."""

    list_display = ("capability", "principal", "scope", "serves", "given_by", "ends_at", "revoked")
    list_filter = ("capability", "scope", "principal")
    list_select_related = ("principal", "serves", "given_by")
    search_fields = ("id", "principal")
    readonly_fields = ("revoked", "reaches")
    change_form_template = "admin/revocable.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """With the revocations, so that the list does not ask for each."""
        ended = GrantRevocation.objects.here().filter(grant_id=OuterRef("id"))
        return super().get_queryset(request).annotate(ended=Exists(ended))

    @admin.display(boolean=True)
    def revoked(self, grant: Any) -> bool:
        """True where the grant was ended by hand."""
        return bool(grant.ended)

    @admin.display
    def reaches(self, grant: Grant) -> str:
        """The names of what the grant is limited to."""
        if grant.scope == "workspace":
            return "the whole workspace"
        scopes = GrantScope.objects.here().filter(grant_id=grant.id)
        return ", ".join(
            sorted(
                str(scope.principal or scope.producer)
                for scope in scopes.select_related("principal", "producer")
            )
        )

    def acts(self) -> Sequence[URLPattern]:
        end = self.admin_site.admin_view(self.revoke_view)
        return [path("<uuid:grant_id>/revoke/", end, name="provenance_grant_revoke")]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return administers(request)

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Gives one through the service."""

        def act(data: dict[str, Any]) -> HttpResponse:
            visitor, serves = visitor_of(request), data["serves"]
            grant = give(
                by=visitor.caller.principal_id,
                principal_id=data["principal"].id,
                capability=data["capability"],
                serves_id=serves.id if serves else None,
                principals=[one.id for one in data["principals"]],
                producers=[one.id for one in data["producers"]],
                ends_at=data["ends_at"],
                reason=data["reason"],
                at=visitor.at,
            )
            self.log_addition(request, grant, "Given.")
            self.message_user(request, f"{data['principal']} may {grant.capability} from now on.")
            return redirect("admin:provenance_grant_change", grant.pk)

        return ask(
            request=request,
            form=GrantForm(request.POST or None, initial=request.GET.dict()),
            title="Give a grant",
            button="Give the grant",
            act=act,
            refused="The grant does not fit this workspace.",
        )

    def revoke_view(self, request: HttpRequest, grant_id: UUID) -> HttpResponse:
        """Ends a grant, with a reason."""
        grant = get_object_or_404(self.get_queryset(request), id=grant_id)
        title = f"Revoke {grant} of {grant.principal}"
        if grant.ended:
            told = "This grant is revoked already: nothing is left to do."
            return already(request=request, title=title, told=told)

        def act(data: dict[str, Any]) -> HttpResponse:
            visitor = visitor_of(request)
            revoke(
                by=visitor.caller.principal_id, grant=grant, reason=data["reason"], at=visitor.at
            )
            self.log_change(request, grant, "Revoked.")
            self.message_user(request, f"{grant.principal} may no longer {grant.capability} by it.")
            return redirect("admin:provenance_grant_change", grant.pk)

        return ask(
            request=request,
            form=ReasonForm(request.POST or None),
            title=title,
            button="Revoke the grant",
            act=act,
            refused="The grant could not be revoked.",
            warning="It ends with the next request. A new grant can be given at any time.",
        )
