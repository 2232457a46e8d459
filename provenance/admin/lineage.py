"""Lineage edges."""

from django.contrib import admin

from provenance.models import LineageEdge

from .ledger import LedgerAdmin


@admin.register(LineageEdge)
class LineageEdgeAdmin(LedgerAdmin):
    """Read only."""

    list_display = ("observation", "relation", "source", "recall", "external_ref")
    list_filter = ("relation",)
    list_select_related = ("observation", "source", "recall")
    search_fields = ("id", "observation", "source")
