"""The wording of a proposal or a fact, in a row of its own, so that erasure can destroy it."""

from django.db import models

from .tenant import Tenant


class Statement(Tenant):
    """What a correction proposes, or a fact states."""

    text = models.TextField()

    class Meta:
        db_table = "statement"
