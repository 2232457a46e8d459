"""The older doors: MemoryD's request shapes and envelope over the ledger's own verbs."""
