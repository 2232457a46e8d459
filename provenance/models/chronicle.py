"""The append-only event log of a workspace."""

from django.db import models
from django.db.models.expressions import Func

from .position import position_field
from .tenant import Tenant, within


class CurrentTransaction(Func):
    """The id of the writing transaction; readers stop at their snapshot's xmin (DESIGN: chronicle)."""

    template = "(pg_current_xact_id()::text::bigint)"
    arity = 0
    output_field = models.BigIntegerField()


class ChronicleEvent(Tenant):
    """One act: who did what to what, without its content."""

    position = position_field()
    transaction = models.BigIntegerField(db_default=CurrentTransaction(), editable=False)
    act = models.CharField(max_length=40)
    principal = within("provenance.Principal")
    key = within("provenance.ApiKey", null=True)
    about = models.CharField(max_length=20)
    about_id = models.UUIDField()
    detail = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        db_table = "chronicle_event"
        indexes = [
            models.Index(fields=["workspace", "position"], name="chronicle_in_order"),
            models.Index(fields=["workspace", "about_id"], name="chronicle_by_thing"),
        ]
