"""What is still to be indexed: the queue of record."""

from django.db import models

from .tenant import Tenant


class IndexWork(Tenant):
    """One row for an observation whose readings are not all made. Gone when they are."""

    append_only = False

    observation = models.OneToOneField(
        "provenance.Observation",
        on_delete=models.PROTECT,
        related_name="index_work",
        db_constraint=False,
    )
    lexical_pending = models.BooleanField(default=True)
    semantic_pending = models.BooleanField(default=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    not_before = models.DateTimeField()

    class Meta:
        db_table = "index_work"
        indexes = [models.Index(fields=["workspace", "not_before"], name="work_due")]
