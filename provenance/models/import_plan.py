"""A plan: what an import or a reconciliation would do, found out before anything of it is done."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from .position import position_field
from .tenant import Tenant, one_of, within

# What the ledger would make of a record, found by trying it.
DISPOSITIONS = (
    "new",
    "duplicate",  # the same event of the same producer is here: nothing is written
    "copy",  # a proven copy of what is here, or comes earlier in the plan
    "bound",  # comes in as withdrawn, corrected, superseded or uncertain, as its equivalent here is
    "held",  # quarantined or withheld by policy
    "conflict",  # the name is here with other words
    "refused",  # by policy; nothing of it is kept, its name included
    "invalid",  # the ledger cannot take it as it is
    # Of what is here already, which a reconciliation looks at:
    "same",  # one event: a proven copy, once that is accepted
    "distinct",  # stays, or is settled as, an event of its own
    "unresolved",  # nothing is proposed, for the reason in `code`
    "repair",  # stands otherwise than the rules give
    "unknown",  # its time is unknown and stays so
)
# What becomes of an item when its plan is applied.
RESULTS = ("accepted", "duplicate", "stale", "conflict", "refused", "invalid", "left")
IMPORT_ACTS = ("planned", "failed", "applied", "cancelled", "rolled_back")


class ImportPlan(Tenant):
    """One source, snapshotted under the digest of its bytes, at one position of the ledger.

    Of a reconciliation (`format` "reconcile:…") `asked` says what was asked, and the digest is over it.
    """

    position = position_field()
    principal = within("provenance.Principal")
    key = within("provenance.ApiKey", null=True)
    name = models.CharField(max_length=300)
    source_sha256 = models.CharField(max_length=64)
    format = models.CharField(max_length=40)
    asked = models.JSONField(default=dict)
    # In which times without a zone are read, because somebody said so; else they stay unknown.
    zone = models.CharField(max_length=64, null=True)
    at = models.DateTimeField()

    class Meta:
        db_table = "import_plan"
        indexes = [models.Index(fields=["workspace", "-position"], name="plans_newest")]

    def __str__(self) -> str:
        return self.name


class ImportItem(Tenant):
    """One record of a plan. What is refused has place and rule, and neither name nor digest.

    Of a reconciliation it is about one `observation`, and the one that this `meets`.
    """

    plan = within("provenance.ImportPlan")
    ordinal = models.PositiveIntegerField()
    file = models.CharField(max_length=500)
    line = models.PositiveIntegerField()
    source_type = models.CharField(max_length=40)
    kind = models.CharField(max_length=20)
    speaker_role = models.CharField(max_length=10)
    status = models.CharField(max_length=20)
    time_known = models.BooleanField()
    time_notes = ArrayField(models.CharField(max_length=20), default=list)
    disposition = models.CharField(max_length=10)
    code = models.CharField(max_length=100, null=True)
    standing = models.CharField(max_length=10, default="reported")
    ancestry = models.CharField(max_length=10, default="none")
    equivalents = models.PositiveSmallIntegerField(default=0)
    meets = within("provenance.Observation", null=True)
    observation = within("provenance.Observation", null=True)
    detail = models.JSONField(default=dict)
    record_sha256 = models.CharField(max_length=64, null=True)
    identity = models.CharField(max_length=64, null=True)
    foreign_name = models.CharField(max_length=64, null=True)

    class Meta:
        db_table = "import_item"
        indexes = [
            models.Index(fields=["workspace", "plan", "identity"], name="items_by_identity"),
            models.Index(
                fields=["workspace", "plan", "foreign_name"], name="items_by_foreign_name"
            ),
            models.Index(
                fields=["workspace", "plan", "disposition", "ordinal"], name="items_by_disposition"
            ),
        ]
        constraints = [
            one_of("disposition", DISPOSITIONS, name="item_disposition_is_known"),
            models.UniqueConstraint(
                fields=["workspace", "plan", "ordinal"], name="one_item_per_place_in_a_plan"
            ),
            models.CheckConstraint(
                condition=~models.Q(disposition="refused")
                | models.Q(
                    record_sha256=None, identity=None, foreign_name=None, code__isnull=False
                ),
                name="a_refused_item_names_only_its_rule",
            ),
        ]


class ImportOutcome(Tenant):
    """What became of an item, once: the constraint makes applying twice the same as once."""

    plan = within("provenance.ImportPlan")
    item = within("provenance.ImportItem")
    result = models.CharField(max_length=9)
    code = models.CharField(max_length=100, null=True)
    observation = within("provenance.Observation", null=True)
    correction = within("provenance.Correction", null=True)
    at = models.DateTimeField()

    class Meta:
        db_table = "import_outcome"
        indexes = [
            models.Index(fields=["workspace", "plan", "result", "item"], name="outcomes_of_a_plan"),
            models.Index(fields=["workspace", "observation"], name="outcomes_by_observation"),
        ]
        constraints = [
            one_of("result", RESULTS, name="outcome_result_is_known"),
            models.UniqueConstraint(fields=["workspace", "item"], name="an_item_is_applied_once"),
        ]


class ImportAct(Tenant):
    """An act on a plan that has ended, with its counts. `body` holds numbers and codes."""

    position = position_field()
    plan = within("provenance.ImportPlan", related="acts")
    act = models.CharField(max_length=11)
    by = within("provenance.Principal")
    receipt = within("provenance.Receipt", null=True)
    body = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        db_table = "import_act"
        indexes = [models.Index(fields=["workspace", "plan", "position"], name="acts_of_a_plan")]
        constraints = [one_of("act", IMPORT_ACTS, name="import_act_is_known")]
