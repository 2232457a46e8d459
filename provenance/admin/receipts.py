"""Receipts."""

from django.contrib import admin

from provenance.models import Receipt

from .ledger import LedgerAdmin


@admin.register(Receipt)
class ReceiptAdmin(LedgerAdmin):
    """Read only. What a recall asked stands elsewhere, and is not shown here."""

    list_display = ("id", "act", "outcome", "principal", "event_id", "rule", "at")
    list_filter = ("act", "outcome", "principal")
    list_select_related = ("principal",)
    search_fields = ("id", "event_id", "observation")
