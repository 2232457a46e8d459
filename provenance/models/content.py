"""What was said, in a row of its own, so that erasure can destroy it and leave the digest.

The title that the conversation had, and the open telemetry, may repeat what was said: they go with it.
"""

from django.db import models

from .lane import LANES
from .tenant import Tenant, one_of


class Content(Tenant):
    """The text of one observation, byte for byte as it came."""

    observation = models.OneToOneField(
        "provenance.Observation",
        on_delete=models.PROTECT,
        related_name="content",
        db_constraint=False,
    )
    text = models.TextField()
    title = models.CharField(max_length=500, null=True)
    model = models.JSONField(null=True)
    metadata = models.JSONField(default=dict)
    lane = models.CharField(max_length=10, default="open")

    class Meta:
        db_table = "content"
        constraints = [one_of("lane", LANES, name="content_lane_is_known")]
