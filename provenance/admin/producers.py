"""Producers: made by what they contribute."""

from django.contrib import admin

from provenance.models import Producer

from .ledger import LedgerAdmin


@admin.register(Producer)
class ProducerAdmin(LedgerAdmin):
    """Read only."""

    list_display = ("harness", "instance", "created_at")
    list_filter = ("harness",)
    search_fields = ("id", "harness", "instance")
