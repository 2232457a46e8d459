"""API keys: made, shown once, revoked."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path

from provenance.models import ApiKey, KeyRevocation
from provenance.services.access.keys import NewKey, make_key, revoke_key
from provenance.services.access.rotate_key import rotate_key

from .acting import already, ask
from .authority import administers, visitor_of
from .forms import KeyForm, ReasonForm, RotationForm
from .ledger import LedgerAdmin

_OVER = "This key is revoked already: nothing is left to do."


@admin.register(ApiKey)
class ApiKeyAdmin(LedgerAdmin):
    """Credentials of this workspace's principals."""

    list_display = (
        "hint",
        "label",
        "principal",
        "kind",
        "producer",
        "expires_at",
        "ends_at",
        "revoked",
    )
    list_filter = ("kind", "principal")
    list_select_related = ("principal", "producer")
    search_fields = ("id", "hint", "label", "principal")
    readonly_fields = ("ends_at", "revoked")
    # The hash is of no use to people, and one place less that shows it.
    exclude = ("sha256",)
    change_form_template = "admin/revocable.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """With the revocations, so that the list does not ask for each."""
        ends = KeyRevocation.objects.here().filter(key_id=OuterRef("id"))
        over = ends.filter(Q(ends_at=None) | Q(ends_at__lte=visitor_of(request).at))
        first = ends.filter(ends_at__isnull=False).order_by("ends_at").values("ends_at")[:1]
        rows = super().get_queryset(request)
        return rows.annotate(ended=Exists(over), ends=Subquery(first))

    @admin.display
    def ends_at(self, key: Any) -> Any:
        """When the key ends, since another took its place."""
        return key.ends

    @admin.display(boolean=True)
    def revoked(self, key: Any) -> bool:
        """True where the key was ended by hand, or its overlap is over."""
        return bool(key.ended)

    def acts(self) -> Sequence[URLPattern]:
        revoke = self.admin_site.admin_view(self.revoke_view)
        rotate = self.admin_site.admin_view(self.rotate_view)
        return [
            path("<uuid:key_id>/revoke/", revoke, name="provenance_apikey_revoke"),
            path("<uuid:key_id>/rotate/", rotate, name="provenance_apikey_rotate"),
        ]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return administers(request)

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Makes one and shows its secret in this answer alone: it is stored nowhere."""

        def act(data: dict[str, Any]) -> HttpResponse:
            visitor, producer = visitor_of(request), data["producer"]
            new = make_key(
                by=visitor.caller.principal_id,
                principal_id=data["principal"].id,
                workspace_id=visitor.caller.workspace_id,
                kind=data["kind"],
                label=data["label"],
                producer_id=producer.id if producer else None,
                expires_at=data["expires_at"],
                at=visitor.at,
            )
            self.log_addition(request, new.key, "Made.")
            return self._shown_once(request, new)

        return ask(
            request=request,
            form=KeyForm(request.POST or None, initial=request.GET.dict()),
            title="Make an API key",
            button="Make the key",
            act=act,
            refused="The principal or the producer is not of this workspace.",
        )

    def rotate_view(self, request: HttpRequest, key_id: UUID) -> HttpResponse:
        """Makes a key in place of this one, which works on for a while."""
        key = get_object_or_404(self.get_queryset(request), id=key_id)
        if key.ended:
            return already(request=request, title=f"Rotate {key}", told=_OVER)

        def act(data: dict[str, Any]) -> HttpResponse:
            visitor = visitor_of(request)
            new = rotate_key(
                by=visitor.caller.principal_id,
                key=key,
                overlap=data["overlap"],
                reason=data["reason"],
                at=visitor.at,
            )
            self.log_change(request, key, "Rotated.")
            self.log_addition(request, new.key, "Made.")
            return self._shown_once(request, new)

        return ask(
            request=request,
            form=RotationForm(request.POST or None),
            title=f"Rotate {key}",
            button="Make the new key",
            act=act,
            refused="The key could not be rotated.",
            warning="Both keys work until the overlap is over; then the old one ends by itself.",
        )

    def _shown_once(self, request: HttpRequest, new: NewKey) -> HttpResponse:
        context = {**self.admin_site.each_context(request), "title": "A new key", "new": new}
        shown = TemplateResponse(request, "admin/key_made.html", context)
        shown["Cache-Control"] = "no-store"
        return shown

    def revoke_view(self, request: HttpRequest, key_id: UUID) -> HttpResponse:
        """Ends a key, with a reason."""
        key = get_object_or_404(self.get_queryset(request), id=key_id)
        if key.ended:
            return already(request=request, title=f"Revoke {key}", told=_OVER)

        def act(data: dict[str, Any]) -> HttpResponse:
            visitor = visitor_of(request)
            revoke_key(
                by=visitor.caller.principal_id, key=key, reason=data["reason"], at=visitor.at
            )
            self.log_change(request, key, "Revoked.")
            self.message_user(request, f"The key {key} is revoked from its next request on.")
            return redirect("admin:provenance_apikey_change", key.pk)

        return ask(
            request=request,
            form=ReasonForm(request.POST or None),
            title=f"Revoke {key}",
            button="Revoke the key",
            act=act,
            refused="The key could not be revoked.",
            warning="Whoever uses this key is locked out with the next request. It cannot be undone.",
        )
