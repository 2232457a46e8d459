"""Imports: plans, what they hold, how far they are, and what was done with them."""

from django.contrib import admin

from provenance.models import (
    ImportAct,
    ImportItem,
    ImportOutcome,
    ImportPlan,
    ImportRun,
    ImportUpload,
)

from .ledger import LedgerAdmin


@admin.register(ImportPlan)
class ImportPlanAdmin(LedgerAdmin):
    """Read only."""

    ordering = ("-position",)
    list_display = ("id", "name", "format", "principal", "at")
    list_filter = ("format", "principal")
    list_select_related = ("principal",)
    search_fields = ("id", "name", "source_sha256")


@admin.register(ImportItem)
class ImportItemAdmin(LedgerAdmin):
    """Read only: one record of a plan."""

    list_display = ("id", "plan", "ordinal", "file", "line", "kind", "disposition", "code")
    list_filter = ("disposition", "kind", "plan")
    list_select_related = ("plan",)
    search_fields = ("id", "plan", "code")


@admin.register(ImportOutcome)
class ImportOutcomeAdmin(LedgerAdmin):
    """Read only: what became of it."""

    list_display = ("id", "plan", "item_id", "result", "code", "observation_id", "at")
    list_filter = ("result", "plan")
    list_select_related = ("plan",)
    search_fields = ("id", "item", "observation", "correction")


@admin.register(ImportAct)
class ImportActAdmin(LedgerAdmin):
    """Read only: what was done with a plan."""

    ordering = ("-position",)
    list_display = ("id", "plan", "act", "by", "at")
    list_filter = ("act", "by")
    list_select_related = ("plan", "by")
    search_fields = ("id", "plan", "receipt")


@admin.register(ImportRun)
class ImportRunAdmin(LedgerAdmin):
    """Read only: how far a plan is. It is moved on by workers and by the pages of imports."""

    list_display = ("id", "plan", "state", "done", "total", "by", "code", "not_before")
    list_filter = ("state", "by")
    list_select_related = ("plan", "by")
    search_fields = ("id", "plan", "code")


@admin.register(ImportUpload)
class ImportUploadAdmin(LedgerAdmin):
    """Read only: how much of a file is here."""

    list_display = ("id", "name", "format", "principal", "state", "received", "size", "at")
    list_filter = ("state", "format", "principal")
    list_select_related = ("principal",)
    search_fields = ("id", "name", "sha256")
