"""The wording of a proposal or a fact, in a row of its own, so that erasure can destroy it."""

from django.db import models
from django.db.models import Q

from .tenant import Tenant, within


class Statement(Tenant):
    """What a correction proposes, or a fact states.

    `said_in` is the one observation whose words these are; null for a wording of its own.
    """

    text = models.TextField()
    said_in = within("provenance.Observation", null=True)

    class Meta:
        db_table = "statement"
        indexes = [
            models.Index(
                fields=["workspace", "said_in"],
                name="wordings_of_a_thing",
                condition=Q(said_in__isnull=False),
            )
        ]
