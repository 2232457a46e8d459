"""Content that was destroyed, and by whom."""

from django.db import models

from .tenant import Tenant, within


class Erasure(Tenant):
    """The trail of an erasure: what it was, why, never what it said."""

    observation = within("provenance.Observation")
    by = within("provenance.Principal")
    reason = models.CharField(max_length=500)
    cause = within("provenance.Receipt", null=True)
    at = models.DateTimeField()

    class Meta:
        db_table = "erasure"
        constraints = [
            models.UniqueConstraint(fields=["workspace", "observation"], name="erased_once")
        ]
