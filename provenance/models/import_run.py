"""How far an act on a plan is, and who works on it."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from .tenant import Tenant, one_of, within

RUN_STATES = (
    "planning",
    "planned",
    "applying",
    "applied",
    "rolling_back",
    "rolled_back",
    "cancelled",
    "failed",
)
AT_WORK = ("planning", "applying", "rolling_back")


class ImportRun(Tenant):
    """The present state of one plan. A worker moves `not_before` on, and so holds it that long.

    `done` of `total` are items; `only` the ordinals to apply, `but` those to leave; `by` who asked
    for what is being done; `tally` counts what came of it so far.
    """

    append_only = False

    plan = models.OneToOneField(
        "provenance.ImportPlan", on_delete=models.PROTECT, related_name="run", db_constraint=False
    )
    state = models.CharField(max_length=12)
    done = models.BigIntegerField(default=0)
    total = models.BigIntegerField(default=0)
    only = ArrayField(models.PositiveIntegerField(), null=True)
    but = ArrayField(models.PositiveIntegerField(), default=list)
    by = within("provenance.Principal")
    key = within("provenance.ApiKey", null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    stop = models.BooleanField(default=False)
    tally = models.JSONField(default=dict)
    code = models.CharField(max_length=100, null=True)
    not_before = models.DateTimeField()

    class Meta:
        db_table = "import_run"
        indexes = [
            models.Index(
                fields=["workspace", "not_before"],
                condition=models.Q(state__in=AT_WORK),
                name="imports_due",
            )
        ]
        constraints = [one_of("state", RUN_STATES, name="import_state_is_known")]
