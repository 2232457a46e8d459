"""Does the ledger still say what was written? Each check reads, and names what and where."""
