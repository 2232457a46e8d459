"""Words: postings by equality, since PostgreSQL's text operators find no index under row security."""

from typing import Any, ClassVar

from django.db import models

from provenance.models.tenant import Tenant, TenantQuerySet


class IndexedText(Tenant):
    """One observation whose words are indexed, and how many they are."""

    append_only = False

    observation = models.OneToOneField(
        "provenance.Observation",
        on_delete=models.PROTECT,
        related_name="+",
        db_constraint=False,
    )
    position = models.BigIntegerField()
    length = models.PositiveIntegerField()

    class Meta:
        db_table = "indexed_text"
        indexes = [
            models.Index(
                fields=["workspace", "position"], include=["length"], name="texts_in_order"
            ),
        ]


class Posting(models.Model):
    """A term in an observation. The ledger position stands for the observation: eight bytes, not 16.

    Without a foreign key of its own: `IndexedText`, written beside it, has one.
    """

    append_only = False

    pk = models.CompositePrimaryKey("workspace_id", "term", "position")
    workspace = models.ForeignKey(
        "provenance.Workspace",
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        db_constraint=False,
    )
    term = models.CharField(max_length=80)
    position = models.BigIntegerField()
    frequency = models.PositiveSmallIntegerField()
    length = models.PositiveIntegerField()

    objects: ClassVar[Any] = TenantQuerySet.as_manager()

    class Meta:
        db_table = "posting"
        indexes = [models.Index(fields=["workspace", "position"], name="postings_of_a_text")]


class Spelling(models.Model):
    """A trigram of a term of the workspace's vocabulary: how a mistyped word finds its like."""

    append_only = False

    pk = models.CompositePrimaryKey("workspace_id", "trigram", "term")
    workspace = models.ForeignKey(
        "provenance.Workspace",
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        db_constraint=False,
    )
    trigram = models.CharField(max_length=3)
    term = models.CharField(max_length=80)

    objects: ClassVar[Any] = TenantQuerySet.as_manager()

    class Meta:
        db_table = "spelling"
