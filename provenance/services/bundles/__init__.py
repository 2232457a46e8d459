"""Carries a part of the ledger away: what the caller may export, and nothing else."""
