"""How things are now: the present end of each standing, what is erased, what work is left."""

from django.contrib import admin

from provenance.models import CurrentStanding, Erasure, IndexWork

from .ledger import LedgerAdmin


@admin.register(CurrentStanding)
class CurrentStandingAdmin(LedgerAdmin):
    """Read only: a projection of the standing events."""

    list_display = ("id", "observation_id", "standing", "admission", "at")
    list_filter = ("standing", "admission")
    search_fields = ("id", "observation")


@admin.register(Erasure)
class ErasureAdmin(LedgerAdmin):
    """Read only: the trail of what was destroyed."""

    list_display = ("id", "observation_id", "by", "reason", "at")
    list_filter = ("by",)
    list_select_related = ("by",)
    search_fields = ("id", "observation")


@admin.register(IndexWork)
class IndexWorkAdmin(LedgerAdmin):
    """Read only: what the sweep has still to do."""

    list_display = (
        "id",
        "observation_id",
        "lexical_pending",
        "semantic_pending",
        "successor_pending",
        "attempts",
        "not_before",
    )
    list_filter = ("lexical_pending", "semantic_pending", "successor_pending")
    search_fields = ("id", "observation")
