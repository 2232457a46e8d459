"""Where an observation came from."""

from django.db import models
from django.db.models import F, Q

from .tenant import Tenant, one_of, within

DERIVATIONS = ("derived_from", "summary_of", "quotes", "mirrors")
PROPOSALS = ("corrects", "supersedes", "withdraws", "adopts")
RELATIONS = (*DERIVATIONS, "responds_to", *PROPOSALS)


class LineageEdge(Tenant):
    """From a later ledger position to an earlier one, so that cycles cannot exist."""

    observation = within("provenance.Observation")
    observation_position = models.BigIntegerField()
    # Its place among the claims of the contribution; null where the server added it.
    ordinal = models.PositiveSmallIntegerField(null=True)
    relation = models.CharField(max_length=12)
    source = within("provenance.Observation", null=True)
    source_position = models.BigIntegerField(null=True)
    # The claim named its source by event id, not by observation id: the digest covers which.
    by_event = models.BooleanField(default=False)
    # responds_to alone may name an event that has not arrived; it is resolved when it is read.
    awaited_event_id = models.CharField(max_length=200, null=True)
    recall = within("provenance.Receipt", null=True)
    external_system = models.CharField(max_length=100, null=True)
    external_ref = models.CharField(max_length=500, null=True)

    class Meta:
        db_table = "lineage_edge"
        indexes = [
            models.Index(fields=["workspace", "observation"], name="edges_to_sources"),
            models.Index(fields=["workspace", "source"], name="edges_to_descendants"),
            models.Index(
                fields=["workspace", "awaited_event_id"],
                name="edges_awaiting_an_event",
                condition=Q(awaited_event_id__isnull=False),
            ),
            models.Index(
                fields=["workspace", "recall"],
                name="edges_to_recalls",
                condition=Q(recall__isnull=False),
            ),
        ]
        constraints = [
            one_of("relation", RELATIONS, name="relation_is_known"),
            models.CheckConstraint(
                condition=Q(source_position=None)
                | Q(source_position__lt=F("observation_position")),
                name="edge_points_back",
            ),
            models.CheckConstraint(
                condition=Q(source=None, source_position=None)
                | Q(source__isnull=False, source_position__isnull=False),
                name="edge_source_has_a_position",
            ),
            models.CheckConstraint(
                condition=(
                    Q(source__isnull=False, awaited_event_id=None, recall=None, external_ref=None)
                    | Q(source=None, awaited_event_id__isnull=False, recall=None, external_ref=None)
                    | Q(source=None, awaited_event_id=None, recall__isnull=False, external_ref=None)
                    | Q(source=None, awaited_event_id=None, recall=None, external_ref__isnull=False)
                ),
                name="edge_names_one_source",
            ),
            models.CheckConstraint(
                condition=Q(awaited_event_id=None) | Q(relation="responds_to"),
                name="only_responds_to_may_wait",
            ),
        ]
