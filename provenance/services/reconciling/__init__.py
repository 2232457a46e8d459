"""Reconciliation of what is here already: a plan first, applied by its id, and taken back (P14)."""
