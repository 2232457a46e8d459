"""Facts, and what they stand on. Their wording is read by a recall grant, elsewhere."""

from django.contrib import admin

from provenance.models import Fact, FactConfirmation, FactEvidence, FactStanding

from .ledger import LedgerAdmin


@admin.register(Fact)
class FactAdmin(LedgerAdmin):
    """Read only."""

    ordering = ("-position",)
    list_display = ("id", "decided_by", "decided_at", "valid_from", "valid_until")
    list_filter = ("decided_by",)
    list_select_related = ("decided_by",)
    search_fields = ("id", "correction", "adoption")
    exclude = ("statement", "identity")


@admin.register(FactConfirmation)
class FactConfirmationAdmin(LedgerAdmin):
    """Read only: who confirmed it."""

    ordering = ("-position",)
    list_display = ("id", "fact_id", "by", "at")
    list_filter = ("by",)
    list_select_related = ("by",)
    search_fields = ("id", "fact", "correction", "adoption")


@admin.register(FactEvidence)
class FactEvidenceAdmin(LedgerAdmin):
    """Read only: what it stands on."""

    list_display = ("id", "fact_id", "observation_id")
    search_fields = ("id", "fact", "observation")


@admin.register(FactStanding)
class FactStandingAdmin(LedgerAdmin):
    """Read only: how it stood."""

    ordering = ("-position",)
    list_display = ("id", "fact_id", "standing", "by", "at")
    list_filter = ("standing", "by")
    list_select_related = ("by",)
    search_fields = ("id", "fact", "correction")
    exclude = ("reason",)
