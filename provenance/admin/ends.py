"""How grants and keys ended, and what grants reach."""

from django.contrib import admin

from provenance.models import GrantRevocation, GrantScope, KeyRevocation

from .ledger import LedgerAdmin


@admin.register(GrantScope)
class GrantScopeAdmin(LedgerAdmin):
    """Read only: one thing that a grant reaches."""

    list_display = ("id", "grant", "principal", "producer")
    list_filter = ("principal", "producer")
    list_select_related = ("grant", "principal", "producer")
    search_fields = ("id", "grant", "principal", "producer")


@admin.register(GrantRevocation)
class GrantRevocationAdmin(LedgerAdmin):
    """Read only."""

    list_display = ("id", "grant", "by", "reason", "at")
    list_filter = ("by",)
    list_select_related = ("grant", "by")
    search_fields = ("id", "grant")


@admin.register(KeyRevocation)
class KeyRevocationAdmin(LedgerAdmin):
    """Read only."""

    list_display = ("id", "key", "by", "reason", "at", "ends_at")
    list_filter = ("by",)
    list_select_related = ("key", "by")
    search_fields = ("id", "key")
