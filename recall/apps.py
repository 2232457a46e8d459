"""The memory as a Django app."""

from django.apps import AppConfig


class RecallConfig(AppConfig):
    """recall: finds what the ledger allows; may be dropped and rebuilt."""

    name = "recall"
    verbose_name = "Memory"

    def ready(self) -> None:
        """Connects the receiver that indexes an observation in the transaction that records it."""
        from recall import receivers  # noqa: F401 - connecting is the purpose
