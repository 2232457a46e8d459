"""Meaning: one vector for each observation and embedder."""

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
    dimension = models.PositiveSmallIntegerField()
    vector = HalfVectorField()

    class Meta:
        db_table = "embedding"
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "observation", "embedder"],
                name="one_vector_per_observation_and_embedder",
            ),
        ]
        indexes = [models.Index(fields=["workspace", "embedder"], name="vectors_of_a_workspace")]
