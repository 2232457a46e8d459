"""Whose vectors answer the questions of a workspace, and whose will."""

from typing import Any, ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models

from provenance.models.tenant import TenantQuerySet


class EmbedderInUse(models.Model):
    """One row for each workspace that has vectors. Embedders are told by name@revision.

    `embedder` made the vectors that are searched. `successor` is the one that the settings name
    by now: workers make its vectors beside the old ones, for the texts up to the ledger position
    `queue_until`, of which those up to `queued_through` are queued, and for every new one. When none
    is missing it is in use, `since` then. Vectors of those that were `replaced` are to be removed.
    """

    append_only = False

    workspace = models.OneToOneField(
        "provenance.Workspace",
        on_delete=models.PROTECT,
        primary_key=True,
        related_name="+",
        db_constraint=False,
    )
    embedder = models.CharField(max_length=200)
    successor = models.CharField(max_length=200, null=True)
    queue_until = models.BigIntegerField(default=0)
    queued_through = models.BigIntegerField(default=0)
    since = models.DateTimeField()
    replaced = ArrayField(models.CharField(max_length=200), default=list)

    objects: ClassVar[Any] = TenantQuerySet.as_manager()

    class Meta:
        db_table = "embedder_in_use"
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(successor=models.F("embedder")), name="nobody_succeeds_itself"
            )
        ]

    def __str__(self) -> str:
        return self.embedder
