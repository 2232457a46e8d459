"""What an observation is about."""

from django.db import models

from .tenant import Tenant, within


class Subject(Tenant):
    """A thing named by kind and key; a branch and a revision narrow it."""

    observation = within("provenance.Observation")
    ordinal = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=50)
    key = models.CharField(max_length=300)
    branch = models.CharField(max_length=200, null=True)
    revision = models.CharField(max_length=100, null=True)

    class Meta:
        db_table = "observation_subject"
        indexes = [models.Index(fields=["workspace", "kind", "key"], name="subjects_by_key")]
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "observation", "ordinal"], name="subjects_keep_their_order"
            ),
        ]
