"""The event log."""

from django.contrib import admin

from provenance.models import ChronicleEvent

from .ledger import LedgerAdmin


@admin.register(ChronicleEvent)
class ChronicleEventAdmin(LedgerAdmin):
    """Read only."""

    ordering = ("-position",)
    list_display = ("position", "act", "principal", "about", "about_id", "at")
    list_filter = ("act", "about", "principal")
    list_select_related = ("principal",)
    search_fields = ("id", "about_id")
