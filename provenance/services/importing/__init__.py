"""Imports: a plan first, then applied by its id, and taken back by its id (P14)."""
