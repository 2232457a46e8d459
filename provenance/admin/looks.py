"""How far people have looked."""

from django.contrib import admin

from provenance.models import LastLook

from .ledger import LedgerAdmin


@admin.register(LastLook)
class LastLookAdmin(LedgerAdmin):
    """Read only: each moves their own on, on the first page."""

    list_display = ("id", "principal", "position", "at")
    list_filter = ("principal",)
    list_select_related = ("principal",)
    search_fields = ("id", "principal")
