"""Standing events."""

from django.contrib import admin

from provenance.models import StandingEvent

from .ledger import LedgerAdmin


@admin.register(StandingEvent)
class StandingEventAdmin(LedgerAdmin):
    """Read only."""

    ordering = ("-position",)
    list_display = ("observation", "standing", "admission", "by", "reason", "at")
    list_filter = ("standing", "admission", "by")
    list_select_related = ("observation", "by")
    search_fields = ("id", "observation")
