"""Observations that are the same, or may be."""

from django.db import models
from django.db.models import F, Q

from .tenant import Tenant, one_of, within

COPY_BASES = ("foreign_reference", "same_text_with_link", "mapping")
PAIR_KINDS = ("possible_equivalent", "foreign_conflict", "contradiction")


class ProvenCopy(Tenant):
    """A copy of an earlier observation, by proof. Copies merge before anything is counted."""

    observation = within("provenance.Observation")
    original = within("provenance.Observation")
    basis = models.CharField(max_length=20)

    class Meta:
        db_table = "proven_copy"
        indexes = [models.Index(fields=["workspace", "original"], name="copies_by_original")]
        constraints = [
            one_of("basis", COPY_BASES, name="copy_basis_is_known"),
            models.UniqueConstraint(
                fields=["workspace", "observation", "original"], name="one_proof_per_copy"
            ),
            models.CheckConstraint(
                condition=~Q(observation=F("original")), name="no_copy_of_itself"
            ),
        ]


class UnresolvedPair(Tenant):
    """Alike or at odds, without proof: neither merged nor erased until a person decides."""

    observation = within("provenance.Observation")
    other = within("provenance.Observation")
    kind = models.CharField(max_length=20)
    detail = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        db_table = "unresolved_pair"
        indexes = [
            models.Index(fields=["workspace", "other"], name="pairs_by_other"),
            models.Index(fields=["workspace", "kind", "id"], name="pairs_of_a_kind"),
        ]
        constraints = [
            one_of("kind", PAIR_KINDS, name="pair_kind_is_known"),
            models.UniqueConstraint(
                fields=["workspace", "observation", "other", "kind"], name="one_pair_of_a_kind"
            ),
            models.CheckConstraint(
                condition=~Q(observation=F("other")), name="no_pair_with_itself"
            ),
        ]
