"""In how many texts each word stands: counted up to a ledger position, and live beyond it."""

from typing import Any, ClassVar

from django.db import models

from provenance.models.tenant import TenantQuerySet


class Lexicon(models.Model):
    """How far the words of a workspace are counted.

    `vocabulary` counts the postings up to `counted_through`, and `documents` and `length` the
    texts there: exactly, at every commit. Whoever changes postings up to there holds this row.
    `seen_through` was the newest text when the transaction `seen_transaction` began to write: once
    all before that one are over, nobody can add a posting up to there unseen.
    """

    append_only = False

    workspace = models.OneToOneField(
        "provenance.Workspace",
        on_delete=models.PROTECT,
        primary_key=True,
        related_name="+",
        db_constraint=False,
    )
    counted_through = models.BigIntegerField(default=0)
    documents = models.BigIntegerField(default=0)
    length = models.BigIntegerField(default=0)
    seen_through = models.BigIntegerField(null=True)
    seen_transaction = models.BigIntegerField(null=True)

    objects: ClassVar[Any] = TenantQuerySet.as_manager()

    class Meta:
        db_table = "lexicon"


class Vocabulary(models.Model):
    """A term of the workspace, and in how many of the counted texts it stands."""

    append_only = False

    pk = models.CompositePrimaryKey("workspace_id", "term")
    workspace = models.ForeignKey(
        "provenance.Workspace",
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        db_constraint=False,
    )
    term = models.CharField(max_length=80)
    documents = models.PositiveIntegerField()

    objects: ClassVar[Any] = TenantQuerySet.as_manager()

    class Meta:
        db_table = "vocabulary"
