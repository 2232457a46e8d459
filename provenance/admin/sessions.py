"""Conversations."""

from typing import Any

from django.contrib import admin
from django.urls import reverse

from provenance.models import Session

from .ledger import LedgerAdmin


@admin.register(Session)
class SessionAdmin(LedgerAdmin):
    """Read only. What was said in one stands on its own page, under recall grants."""

    list_display = ("external_id", "producer", "principal", "created_at")
    list_filter = ("producer", "principal")
    list_select_related = ("producer", "principal")
    search_fields = ("id", "external_id")

    def view_on_site(self, obj: Any) -> str:  # type: ignore[override]
        """The thread."""
        return reverse("session", args=[obj.pk])
