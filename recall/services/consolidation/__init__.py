"""Consolidation: proposes facts from clusters of evidence, and applies nothing (P11)."""
