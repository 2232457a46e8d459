"""The admin: people, keys and grants are given here; the ledger is read. One file per noun."""

from django.contrib import admin

from . import (
    chronicle,
    corrections,
    ends,
    exposures,
    facts,
    grants,
    imports,
    keys,
    languages,
    likeness,
    lineage,
    logins,
    looks,
    mappings,
    observations,
    policies,
    present,
    principals,
    producers,
    receipts,
    saved,
    sessions,
    standing,
)

admin.site.site_header = admin.site.site_title = "memoryapp"
admin.site.index_title = "Administration of the workspace"

__all__ = [
    "chronicle",
    "corrections",
    "ends",
    "exposures",
    "facts",
    "grants",
    "imports",
    "keys",
    "languages",
    "likeness",
    "lineage",
    "logins",
    "looks",
    "mappings",
    "observations",
    "policies",
    "present",
    "principals",
    "producers",
    "receipts",
    "saved",
    "sessions",
    "standing",
]
