"""A promoted statement. It exists only because a person said so (P11)."""

from django.db import models
from django.db.models import Q

from .position import position_field
from .tenant import Tenant, one_of, within

FACT_STANDINGS = ("current", "superseded", "withdrawn", "uncertain")


class Fact(Tenant):
    """Made by an accepted proposal, or by the event of a capture host that names who adopted.

    `identity` is the digest of what it states and stands on: whoever says the same of the same
    confirms it (`FactConfirmation`). Null for facts from before that was kept.
    """

    position = position_field()
    identity = models.CharField(max_length=64, null=True)
    statement = within("provenance.Statement")
    correction = within("provenance.Correction", null=True)
    adoption = within("provenance.Observation", null=True)
    decided_by = within("provenance.Principal")
    decided_at = models.DateTimeField()
    valid_from = models.DateTimeField(null=True)
    valid_until = models.DateTimeField(null=True)

    class Meta:
        db_table = "fact"
        indexes = [models.Index(fields=["workspace", "-position"], name="facts_newest")]
        constraints = [
            models.CheckConstraint(
                condition=Q(correction__isnull=False, adoption=None)
                | Q(correction=None, adoption__isnull=False),
                name="a_person_made_this_fact",
            ),
            models.UniqueConstraint(
                fields=["workspace", "correction"], name="one_fact_per_correction"
            ),
            models.UniqueConstraint(fields=["workspace", "adoption"], name="one_fact_per_adoption"),
            models.UniqueConstraint(
                fields=["workspace", "identity"], name="one_fact_per_statement_and_ground"
            ),
        ]


class FactConfirmation(Tenant):
    """Another act of a person that would have made the same fact: the fact stands on it too."""

    position = position_field()
    fact = within("provenance.Fact")
    correction = within("provenance.Correction", null=True)
    adoption = within("provenance.Observation", null=True)
    by = within("provenance.Principal")
    at = models.DateTimeField()

    class Meta:
        db_table = "fact_confirmation"
        indexes = [models.Index(fields=["workspace", "fact"], name="confirmations_of_a_fact")]
        constraints = [
            models.CheckConstraint(
                condition=Q(correction__isnull=False, adoption=None)
                | Q(correction=None, adoption__isnull=False),
                name="a_person_confirmed_this_fact",
            ),
            models.UniqueConstraint(
                fields=["workspace", "correction"], name="one_confirmation_per_correction"
            ),
            models.UniqueConstraint(
                fields=["workspace", "adoption"], name="one_confirmation_per_adoption"
            ),
        ]


class FactEvidence(Tenant):
    """One observation that a fact stands on."""

    fact = within("provenance.Fact")
    observation = within("provenance.Observation")

    class Meta:
        db_table = "fact_evidence"
        indexes = [models.Index(fields=["workspace", "observation"], name="facts_on_a_thing")]
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "fact", "observation"], name="evidence_is_listed_once"
            )
        ]


class FactStanding(Tenant):
    """A change of a fact's standing; the latest one holds."""

    position = position_field()
    fact = within("provenance.Fact")
    standing = models.CharField(max_length=10)
    correction = within("provenance.Correction", null=True)
    by = within("provenance.Principal")
    reason = models.CharField(max_length=2000)
    at = models.DateTimeField()

    class Meta:
        db_table = "fact_standing"
        indexes = [
            models.Index(fields=["workspace", "fact", "-position"], name="fact_timeline"),
        ]
        constraints = [one_of("standing", FACT_STANDINGS, name="fact_standing_is_known")]
