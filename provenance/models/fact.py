"""A promoted statement. It exists only because a person said so (P11)."""

from django.db import models
from django.db.models import Q

from .position import position_field
from .tenant import Tenant, one_of, within

FACT_STANDINGS = ("current", "superseded", "withdrawn", "uncertain")


class Fact(Tenant):
    """Made by an accepted proposal, or by the event of a capture host that names who adopted."""

    position = position_field()
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
