"""Corrections and what people decided. What they say is read on their own pages, by grant."""

from typing import Any

from django.contrib import admin
from django.urls import reverse

from provenance.models import (
    Correction,
    CorrectionDecision,
    CorrectionReversal,
    CorrectionTarget,
)

from .ledger import LedgerAdmin


@admin.register(Correction)
class CorrectionAdmin(LedgerAdmin):
    """Read only. Decided on its own page."""

    ordering = ("-position",)
    list_display = ("id", "kind", "proposer", "at")
    list_filter = ("kind", "proposer")
    list_select_related = ("proposer",)
    search_fields = ("id", "observation")
    # A reason may repeat what is held back from whoever may not read it.
    exclude = ("statement", "reason", "detail", "event_id")

    def view_on_site(self, obj: Any) -> str:  # type: ignore[override]
        """Where it is decided."""
        return reverse("decision", args=[obj.pk])


@admin.register(CorrectionTarget)
class CorrectionTargetAdmin(LedgerAdmin):
    """Read only: what a correction is about."""

    list_display = ("id", "correction_id", "observation_id", "ordinal")
    list_filter = ("ordinal",)
    search_fields = ("id", "correction", "observation")


@admin.register(CorrectionDecision)
class CorrectionDecisionAdmin(LedgerAdmin):
    """Read only."""

    ordering = ("-position",)
    list_display = ("id", "correction_id", "decision", "by", "self_decided", "at")
    list_filter = ("decision", "self_decided", "by")
    list_select_related = ("by",)
    search_fields = ("id", "correction")
    exclude = ("note",)


@admin.register(CorrectionReversal)
class CorrectionReversalAdmin(LedgerAdmin):
    """Read only."""

    ordering = ("-position",)
    list_display = ("id", "correction_id", "by", "at")
    list_filter = ("by",)
    list_select_related = ("by",)
    search_fields = ("id", "correction")
    exclude = ("note",)
