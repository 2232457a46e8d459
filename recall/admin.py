"""The memory in the admin: what it made of the ledger, read by who administers."""

from django.contrib import admin

from provenance.admin.ledger import LedgerAdmin
from recall.models import ThemeRun


@admin.register(ThemeRun)
class ThemeRunAdmin(LedgerAdmin):
    """Read only: themes that were asked for. What they are about is told by a recall grant."""

    list_display = ("id", "state", "stage", "size", "asked_by", "asked_at", "done_at", "attempts")
    list_filter = ("state", "asked_by")
    list_select_related = ("asked_by",)
    search_fields = ("id", "made_of")
    exclude = ("themes", "members")
