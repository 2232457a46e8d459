"""The ledger as a Django app."""

from django.apps import AppConfig


class ProvenanceConfig(AppConfig):
    """provenance: who may say what, what was said, where it came from, what was put right."""

    name = "provenance"
    verbose_name = "Ledger"
