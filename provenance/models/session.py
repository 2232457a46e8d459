"""A conversation of a producer."""

from django.db import models

from .tenant import Tenant, within


class Session(Tenant):
    """A conversation. `external_id` is what the host calls it; titles travel with its turns."""

    principal = within("provenance.Principal")
    producer = within("provenance.Producer")
    external_id = models.CharField(max_length=200)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "conversation_session"
        indexes = [
            models.Index(fields=["workspace", "external_id"], name="session_by_external_id"),
            models.Index(fields=["workspace", "-created_at", "-id"], name="sessions_newest_first"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "principal", "producer", "external_id"],
                name="one_session_per_conversation",
            ),
        ]

    def __str__(self) -> str:
        return self.external_id
