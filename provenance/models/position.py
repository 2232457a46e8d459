"""The ledger's order: one sequence for observations, standings and chronicle events."""

from typing import Any

from django.db import models
from django.db.models.expressions import Func


class NextPosition(Func):
    """The next ledger position, taken by the database at insertion."""

    template = "nextval('ledger_position')"
    arity = 0
    output_field = models.BigIntegerField()


def position_field() -> Any:
    """A ledger position, given by the database. Unique across the cluster, not gapless."""
    return models.BigIntegerField(db_default=NextPosition(), editable=False)
