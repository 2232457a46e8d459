"""How callers see the ledger: readers, shapes, lists, lineage and support."""
