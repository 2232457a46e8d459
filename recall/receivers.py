"""What recall does when the ledger announces an observation."""
