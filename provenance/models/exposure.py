"""Who was shown what."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from .tenant import Tenant, within


class Exposure(Tenant):
    """One answer that returned content. Without a session it covers all the principal's sessions."""

    principal = within("provenance.Principal")
    key = within("provenance.ApiKey", null=True)
    receipt = within("provenance.Receipt", null=True)
    door = models.CharField(max_length=40)
    harness = models.CharField(max_length=100, null=True)
    instance = models.CharField(max_length=200, null=True)
    session = models.CharField(max_length=200, null=True)
    observations = ArrayField(models.UUIDField())
    at = models.DateTimeField()

    class Meta:
        db_table = "exposure"
        indexes = [
            models.Index(fields=["workspace", "principal", "at"], name="exposures_by_principal"),
            models.Index(
                fields=["workspace", "principal", "at"],
                name="exposures_without_session",
                condition=models.Q(session=None),
            ),
            models.Index(fields=["workspace", "session", "at"], name="exposures_by_session"),
            models.Index(fields=["workspace", "receipt"], name="exposures_by_receipt"),
        ]
