"""Meaning: the vectors of each observation, by embedder; a long text has one for each piece."""

from django.db import models
from pgvector.django import HalfVectorField

from provenance.models.tenant import Tenant, within

INDEXED_DIMENSION = 384


class Embedding(Tenant):
    """An L2-normalised vector. It names its embedder and revision; two never mix in one search."""

    append_only = False

    observation = within("provenance.Observation")
    position = models.BigIntegerField()
    embedder = models.CharField(max_length=200)
    piece = models.PositiveSmallIntegerField(default=0)
    dimension = models.PositiveSmallIntegerField()
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
            models.Index(fields=["workspace", "embedder", "position"], name="vectors_in_order")
        ]
