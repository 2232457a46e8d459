"""Observations: their source, times and admission."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse

from provenance.models import Observation
from provenance.services.release import release_within

from .acting import ask
from .authority import visitor_of
from .forms import ReasonForm
from .ledger import LedgerAdmin


@admin.register(Observation)
class ObservationAdmin(LedgerAdmin):
    """Read only, and without anything that was said (text, titles, metadata): administering is
    not recalling. The observation's own page shows it, under recall grants, and records so."""

    ordering = ("-position",)
    list_display = (
        "event_id",
        "kind",
        "speaker_role",
        "admitted_as",
        "principal",
        "producer",
        "recorded_at",
    )
    list_filter = ("kind", "speaker_role", "admitted_as", "admission", "producer", "principal")
    list_select_related = ("principal", "producer")
    search_fields = ("id", "event_id", "session", "digest", "foreign_id")
    exclude = ("telemetry", "labels", "speaker_name")
    change_form_template = "admin/held.html"

    def view_on_site(self, obj: Any) -> str:  # type: ignore[override]
        """The observation's own page."""
        return reverse("observation", args=[obj.pk])

    def acts(self) -> Sequence[URLPattern]:
        view = self.admin_site.admin_view(self.release_view)
        return [path("<uuid:observation_id>/release/", view, name="provenance_observation_release")]

    def release_view(self, request: HttpRequest, observation_id: UUID) -> HttpResponse:
        """Lets what screening held back be recalled; needs a `review` grant besides."""
        observation = get_object_or_404(self.get_queryset(request), id=observation_id)

        def act(data: dict[str, Any]) -> HttpResponse:
            visitor = visitor_of(request)
            release_within(
                caller=visitor.caller,
                observation_id=observation.pk,
                reason=data["reason"],
                at=visitor.at,
            )
            self.log_change(request, observation, "Released.")
            self.message_user(request, "It may be recalled from now on.")
            return redirect("admin:provenance_observation_change", observation.pk)

        return ask(
            request=request,
            form=ReasonForm(request.POST or None),
            title=f"Release {observation}",
            button="Release it",
            act=act,
            refused="The observation could not be released.",
            warning="Read it on its own page first: agents will be shown it.",
        )
