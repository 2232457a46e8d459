"""Observations: their source, times and admission."""

from typing import Any

from django.contrib import admin
from django.urls import reverse

from provenance.models import Observation

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

    def view_on_site(self, obj: Any) -> str:  # type: ignore[override]
        """The observation's own page."""
        return reverse("observation", args=[obj.pk])
