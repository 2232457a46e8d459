"""The command line's doors to the ledger."""
