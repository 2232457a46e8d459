"""Where the vectors of a large workspace lie: in cells, each around its centroid."""

from typing import Any, ClassVar

from django.db import models
from pgvector.django import HalfVectorField

from provenance.models.tenant import Tenant, TenantQuerySet


class Arrangement(Tenant):
    """How the vectors of one embedder are arranged in the workspace. Small ones have none.

    Cells from the number `first` on are the current ones; while it is not `complete`, vectors
    still move there from earlier cells, and both are searched. A search reads the `probes` cells
    nearest to its query, and cell 0, in which nothing is placed yet. `vectors` is how many
    there were when the centroids were found, `placed` how many were moved since.
    """

    append_only = False

    embedder = models.CharField(max_length=200)
    first = models.PositiveIntegerField()
    probes = models.PositiveIntegerField()
    vectors = models.PositiveIntegerField()
    placed = models.PositiveIntegerField(default=0)
    complete = models.BooleanField(default=False)

    class Meta:
        db_table = "arrangement"
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "embedder"], name="one_arrangement_per_embedder"
            ),
            models.CheckConstraint(condition=models.Q(first__gt=0), name="cell_0_is_unplaced"),
        ]


class VectorCell(models.Model):
    """A cell and its centroid: the mean of vectors that were nearer to it than to any other."""

    append_only = False

    pk = models.CompositePrimaryKey("workspace_id", "embedder", "number")
    workspace = models.ForeignKey(
        "provenance.Workspace",
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        db_constraint=False,
    )
    embedder = models.CharField(max_length=200)
    number = models.PositiveIntegerField()
    centroid = HalfVectorField()

    objects: ClassVar[Any] = TenantQuerySet.as_manager()

    class Meta:
        db_table = "vector_cell"
