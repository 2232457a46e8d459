"""Where a contribution came from."""

from django.db import models

from .tenant import Tenant


class Producer(Tenant):
    """A harness and its instance: codex on laptop-1. Surface and versions travel per observation."""

    harness = models.CharField(max_length=100)
    instance = models.CharField(max_length=200)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "producer"
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "harness", "instance"], name="one_producer_per_instance"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.harness} on {self.instance}"
