"""Whether an observation holds: a timeline, and its present end."""

from django.db import models

from .observation import ADMISSIONS
from .position import position_field
from .tenant import Tenant, one_of, within

STANDINGS = ("reported", "current", "uncertain", "corrected", "superseded", "withdrawn")


class StandingEvent(Tenant):
    """A change of standing or admission. Without any, an observation is as its receipt says."""

    position = position_field()
    observation = within("provenance.Observation")
    standing = models.CharField(max_length=10)
    admission = models.CharField(max_length=11)
    reason = models.CharField(max_length=500)
    by = within("provenance.Principal")
    cause = within("provenance.Receipt", null=True)
    at = models.DateTimeField()

    class Meta:
        db_table = "standing_event"
        indexes = [
            models.Index(fields=["workspace", "observation", "position"], name="standing_timeline")
        ]
        constraints = [
            one_of("standing", STANDINGS, name="standing_is_known"),
            one_of("admission", ADMISSIONS, name="standing_admission_is_known"),
        ]


class CurrentStanding(Tenant):
    """Projection: the last standing event of each observation that has one."""

    append_only = False

    observation = models.OneToOneField(
        "provenance.Observation",
        on_delete=models.PROTECT,
        related_name="current",
        db_constraint=False,
    )
    standing = models.CharField(max_length=10)
    admission = models.CharField(max_length=11)
    at = models.DateTimeField()

    class Meta:
        db_table = "current_standing"
        indexes = [
            models.Index(fields=["workspace", "standing", "observation"], name="standing_now"),
            models.Index(
                fields=["workspace", "observation"],
                name="quarantined_now",
                condition=models.Q(admission="quarantined"),
            ),
        ]
