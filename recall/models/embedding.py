"""Meaning: the vectors of each observation, by embedder; a long text has one for each piece."""

from django.db import models
from pgvector.django import HalfVectorField

from provenance.models.tenant import Tenant, within


class Embedding(Tenant):
    """An L2-normalised vector. It names its embedder and revision; two never mix in one search.

    `cell` is where it lies (`vector_cell`); 0: it is not placed, and every search reads it.
    """

    append_only = False

    observation = within("provenance.Observation")
    position = models.BigIntegerField()
    embedder = models.CharField(max_length=200)
    piece = models.PositiveSmallIntegerField(default=0)
    dimension = models.PositiveSmallIntegerField()
    cell = models.PositiveIntegerField(default=0, db_default=0)
    vector = HalfVectorField()

    class Meta:
        db_table = "embedding"
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "observation", "embedder", "piece"],
                name="one_vector_per_piece_and_embedder",
            ),
        ]
        indexes = [
            models.Index(fields=["workspace", "embedder", "position"], name="vectors_in_order"),
            models.Index(fields=["workspace", "embedder", "cell"], name="vectors_in_cells"),
        ]
