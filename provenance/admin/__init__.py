"""The admin: people, keys and grants are given here; the ledger is read. One file per noun."""

from django.contrib import admin

from . import (
    chronicle,
    exposures,
    grants,
    keys,
    languages,
    lineage,
    logins,
    observations,
    policies,
    principals,
    producers,
    receipts,
    sessions,
    standing,
)

admin.site.site_header = admin.site.site_title = "memoryapp"
admin.site.index_title = "Administration of the workspace"

__all__ = [
    "chronicle",
    "exposures",
    "grants",
    "keys",
    "languages",
    "lineage",
    "logins",
    "observations",
    "policies",
    "principals",
    "producers",
    "receipts",
    "sessions",
    "standing",
]
