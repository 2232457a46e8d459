"""The stored answer to an act."""

from django.db import models
from django.db.models import Q

from .tenant import Tenant, one_of, within

OUTCOMES = ("accepted", "conflict", "rejected", "answered")


class Receipt(Tenant):
    """What an act came to. `recallable` is not stored: it is computed when the receipt is read."""

    act = models.CharField(max_length=20)
    outcome = models.CharField(max_length=8)
    principal = within("provenance.Principal")
    key = within("provenance.ApiKey", null=True)
    observation = within("provenance.Observation", null=True)
    event_id = models.CharField(max_length=200, null=True)
    rule = models.CharField(max_length=100, null=True)
    body = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        db_table = "receipt"
        indexes = [
            models.Index(
                fields=["workspace", "principal", "event_id"],
                name="receipts_by_event",
                condition=Q(event_id__isnull=False),
            ),
            models.Index(fields=["workspace", "observation"], name="receipts_by_observation"),
        ]
        constraints = [
            one_of("outcome", OUTCOMES, name="receipt_outcome_is_known"),
            models.UniqueConstraint(
                fields=["workspace", "observation"],
                condition=Q(outcome="accepted"),
                name="one_acceptance_per_observation",
            ),
            models.CheckConstraint(
                condition=~Q(outcome="rejected")
                | Q(observation=None, event_id=None, rule__isnull=False),
                name="a_rejection_names_only_its_rule",
            ),
        ]


class Question(Tenant):
    """What a recall asked, apart from its receipt, so that erasure can destroy it."""

    receipt = within("provenance.Receipt")
    text = models.TextField()

    class Meta:
        db_table = "question"
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "receipt"], name="one_question_per_recall"
            ),
        ]
