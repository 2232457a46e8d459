"""Exposures."""

from django.contrib import admin

from provenance.models import Exposure

from .ledger import LedgerAdmin


@admin.register(Exposure)
class ExposureAdmin(LedgerAdmin):
    """Read only."""

    list_display = ("at", "door", "principal", "how_many", "session")
    list_filter = ("door", "principal")
    list_select_related = ("principal",)
    search_fields = ("id", "receipt", "session")

    @admin.display(description="observations")
    def how_many(self, exposure: Exposure) -> int:
        """How many observations were shown."""
        return len(exposure.observations)
