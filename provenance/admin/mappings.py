"""What a person settled of pairs, what of it was taken back, and what a restored copy awaits."""

from django.contrib import admin

from provenance.models import AwaitedStanding, MappingRetraction, PairSettlement

from .ledger import LedgerAdmin


@admin.register(PairSettlement)
class PairSettlementAdmin(LedgerAdmin):
    """Read only: settled by a plan of reconciliation."""

    list_display = ("id", "pair_id", "item_id", "verdict", "at")
    list_filter = ("verdict",)
    search_fields = ("id", "pair", "item")


@admin.register(MappingRetraction)
class MappingRetractionAdmin(LedgerAdmin):
    """Read only: taken back by the same plan."""

    list_display = ("id", "item_id", "by", "at")
    list_filter = ("by",)
    list_select_related = ("by",)
    search_fields = ("id", "item")


@admin.register(AwaitedStanding)
class AwaitedStandingAdmin(LedgerAdmin):
    """Read only: digests of what came after a backup and did not hold."""

    list_display = ("id", "former", "standing", "digest", "at")
    list_filter = ("standing",)
    search_fields = ("id", "former", "digest")
