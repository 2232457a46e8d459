"""A proposed change of standing, and what people decided about it."""

from django.db import models
from django.db.models import F, Q

from .position import position_field
from .tenant import Tenant, one_of, within

CORRECTION_KINDS = (
    "correct",
    "withdraw",
    "supersede",
    "restore",
    "adopt",
    "fact",
    "release",
    "unimport",  # takes back what an import admitted, and nothing that was here before
)
DECISIONS = ("accept", "reject")


class Correction(Tenant):
    """A proposal. Its state is that of its last act: proposed, accepted, rejected or reverted."""

    position = position_field()
    kind = models.CharField(max_length=9)
    statement = within("provenance.Statement", null=True)
    reason = models.CharField(max_length=2000)
    proposer = within("provenance.Principal")
    key = within("provenance.ApiKey", null=True)
    event_id = models.CharField(max_length=200)
    digest = models.CharField(max_length=71)
    observation = within("provenance.Observation", null=True)
    detail = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        db_table = "correction"
        indexes = [models.Index(fields=["workspace", "-position"], name="corrections_newest")]
        constraints = [
            one_of("kind", CORRECTION_KINDS, name="correction_kind_is_known"),
            models.UniqueConstraint(
                fields=["workspace", "proposer", "event_id"], name="one_correction_per_event"
            ),
            models.UniqueConstraint(
                fields=["workspace", "id", "proposer"], name="correction_proposer_is_its_own"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.event_id}"


class CorrectionTarget(Tenant):
    """One observation that a proposal is about."""

    correction = within("provenance.Correction")
    observation = within("provenance.Observation")
    ordinal = models.PositiveIntegerField()

    class Meta:
        db_table = "correction_target"
        indexes = [models.Index(fields=["workspace", "observation"], name="corrections_of_a_thing")]
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "correction", "observation"], name="a_target_is_named_once"
            )
        ]


class CorrectionDecision(Tenant):
    """A person's decision. Nothing is decided twice: the constraint tells the second."""

    position = position_field()
    correction = within("provenance.Correction")
    proposer = within("provenance.Principal")
    decision = models.CharField(max_length=6)
    by = within("provenance.Principal")
    self_decided = models.BooleanField(default=False)
    note = models.CharField(max_length=2000, blank=True)
    at = models.DateTimeField()

    class Meta:
        db_table = "correction_decision"
        indexes = [
            models.Index(fields=["workspace", "by", "-position"], name="decisions_by_person")
        ]
        constraints = [
            one_of("decision", DECISIONS, name="decision_is_known"),
            models.UniqueConstraint(
                fields=["workspace", "correction"], name="a_correction_is_decided_once"
            ),
            models.CheckConstraint(
                condition=Q(self_decided=True, by=F("proposer"))
                | (Q(self_decided=False) & ~Q(by=F("proposer"))),
                name="reviewer_is_not_proposer",
            ),
        ]


class CorrectionReversal(Tenant):
    """An accepted correction taken back, once. What it changed stands again as it stood."""

    position = position_field()
    correction = within("provenance.Correction")
    by = within("provenance.Principal")
    note = models.CharField(max_length=2000, blank=True)
    at = models.DateTimeField()

    class Meta:
        db_table = "correction_reversal"
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "correction"], name="a_correction_is_reverted_once"
            )
        ]
