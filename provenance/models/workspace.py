"""The wall between tenants."""

from django.db import models

from .ids import uuid7


class Workspace(models.Model):
    """One tenant. Everything else lives in exactly one of these."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    slug = models.SlugField(max_length=64, unique=True)
    name = models.CharField(max_length=200)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "workspace"

    def __str__(self) -> str:
        return self.slug
