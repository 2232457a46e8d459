"""What is a copy by proof, and what is alike or at odds without one."""

from django.contrib import admin

from provenance.models import ProvenCopy, UnresolvedPair

from .ledger import LedgerAdmin


@admin.register(ProvenCopy)
class ProvenCopyAdmin(LedgerAdmin):
    """Read only."""

    list_display = ("id", "observation_id", "original_id", "basis")
    list_filter = ("basis",)
    search_fields = ("id", "observation", "original")


@admin.register(UnresolvedPair)
class UnresolvedPairAdmin(LedgerAdmin):
    """Read only. Looked at on its own page, under recall grants."""

    list_display = ("id", "kind", "observation_id", "other_id", "at")
    list_filter = ("kind",)
    search_fields = ("id", "observation", "other")
    exclude = ("detail",)
