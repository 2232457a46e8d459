"""What is still to be indexed: the queue of record."""

from django.db import models

from .tenant import Tenant


class IndexWork(Tenant):
    """One row for an observation whose readings are not all made. Gone when they are.

    `successor_pending`: where the embedder changes, its vectors by the next one are not made.
    `not_before`: nobody takes it up earlier. A worker that takes work moves it on, and so holds
    the work for that long; one that dies lets go of it in this way.
    """

    append_only = False

    observation = models.OneToOneField(
        "provenance.Observation",
        on_delete=models.PROTECT,
        related_name="index_work",
        db_constraint=False,
    )
    lexical_pending = models.BooleanField(default=True)
    semantic_pending = models.BooleanField(default=True)
    successor_pending = models.BooleanField(default=False, db_default=False)
    attempts = models.PositiveSmallIntegerField(default=0)
    not_before = models.DateTimeField()

    class Meta:
        db_table = "index_work"
        # Each finds what is due of its kind, however much of the other kind is waiting.
        indexes = [
            models.Index(
                fields=["workspace", "not_before"],
                condition=models.Q(lexical_pending=True),
                name="words_due",
            ),
            models.Index(
                fields=["workspace", "not_before"],
                condition=models.Q(semantic_pending=True),
                name="vectors_due",
            ),
            models.Index(
                fields=["workspace", "not_before"],
                condition=models.Q(successor_pending=True),
                name="successors_due",
            ),
        ]
