"""Observations that are the same, or may be."""

from typing import Self

from django.db import models
from django.db.models import Exists, F, OuterRef, Q

from .mapping import MappingRetraction, PairSettlement
from .tenant import Tenant, TenantQuerySet, one_of, within

COPY_BASES = ("foreign_reference", "same_text_with_link", "mapping")
PAIR_KINDS = ("possible_equivalent", "foreign_conflict", "contradiction")


class ProvenCopyQuerySet(TenantQuerySet["ProvenCopy"]):
    """Proofs. In SQL the view `live_copy` stands for `live()`; a test compares the two."""

    def live(self) -> Self:
        """Those that hold: proven by the events themselves, or mapped and not taken back."""
        gone = MappingRetraction.objects.here().filter(item_id=OuterRef("mapping_id"))
        return self.here().filter(Q(mapping=None) | ~Exists(gone))


class ProvenCopy(Tenant):
    """A copy of an earlier observation, by proof. Copies merge before anything is counted.

    `mapping` is the item of the plan by which a person accepted it; readers ask for `live()`.
    """

    observation = within("provenance.Observation")
    original = within("provenance.Observation")
    basis = models.CharField(max_length=20)
    mapping = within("provenance.ImportItem", null=True)

    objects = ProvenCopyQuerySet.as_manager()  # type: ignore[misc] # Django's managers are declared so

    class Meta:
        db_table = "proven_copy"
        indexes = [
            models.Index(fields=["workspace", "original"], name="copies_by_original"),
            models.Index(
                fields=["workspace", "mapping"],
                name="copies_by_mapping",
                condition=Q(mapping__isnull=False),
            ),
        ]
        constraints = [
            one_of("basis", COPY_BASES, name="copy_basis_is_known"),
            models.UniqueConstraint(
                fields=["workspace", "observation", "original", "mapping"],
                name="one_proof_per_copy",
                nulls_distinct=False,
            ),
            models.CheckConstraint(
                condition=~Q(observation=F("original")), name="no_copy_of_itself"
            ),
            models.CheckConstraint(
                condition=Q(basis="mapping", mapping__isnull=False)
                | (~Q(basis="mapping") & Q(mapping=None)),
                name="a_mapping_names_its_item",
            ),
        ]


class UnresolvedPairQuerySet(TenantQuerySet["UnresolvedPair"]):
    """Pairs. SETTLED of provenance/database/copies.py says the same in SQL."""

    def unsettled(self) -> Self:
        """Those that nobody has decided on, or whose decision was taken back."""
        gone = MappingRetraction.objects.here().filter(item_id=OuterRef("item_id"))
        said = PairSettlement.objects.here().filter(pair_id=OuterRef("id"))
        return self.here().filter(~Exists(said.filter(~Exists(gone))))


class UnresolvedPair(Tenant):
    """Alike or at odds, without proof: neither merged nor erased until a person decides."""

    observation = within("provenance.Observation")
    other = within("provenance.Observation")
    kind = models.CharField(max_length=20)
    detail = models.JSONField(default=dict)
    at = models.DateTimeField()

    objects = UnresolvedPairQuerySet.as_manager()  # type: ignore[misc] # Django's managers are declared so

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
