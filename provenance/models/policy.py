"""What a workspace refuses, withholds or holds back: versions of its policy, and which one is on."""

from django.db import models

from .position import position_field
from .tenant import Tenant, within


class PolicyVersion(Tenant):
    """One whole policy, as data. A version never changes; another one takes its place."""

    number = models.PositiveIntegerField()
    rules = models.JSONField()
    note = models.CharField(max_length=500)
    made_by = within("provenance.Principal")
    at = models.DateTimeField()

    class Meta:
        db_table = "policy_version"
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "number"], name="policy_numbers_are_unique"
            )
        ]

    def __str__(self) -> str:
        return f"policy {self.number}"


class PolicyActivation(Tenant):
    """The moment from which a version is in force; the latest one is."""

    position = position_field()
    version = within("provenance.PolicyVersion")
    by = within("provenance.Principal")
    reason = models.CharField(max_length=500)
    at = models.DateTimeField()

    class Meta:
        db_table = "policy_activation"
        indexes = [models.Index(fields=["workspace", "-position"], name="policy_in_force")]
