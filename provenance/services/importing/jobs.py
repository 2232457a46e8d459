"""Who works on a plan: one at a time, found again when it dies."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import F

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import ImportPlan, ImportRun, Principal
from provenance.models.import_run import AT_WORK
from provenance.services.access.caller import Caller

# A worker that says nothing for so long is dead.
HOLD = timedelta(minutes=2)
_AGAIN = timedelta(seconds=20)
MOST_ATTEMPTS = 5


class HoldLost(Exception):  # noqa: N818 - it says what happened
    """Another worker has the plan, or nobody wants it to go on."""


@dataclass
class Held:
    """A run that is held: the plan, how far it is, and on whose behalf."""

    run: ImportRun
    plan: ImportPlan
    caller: Caller
    until: datetime

    def advance(self, *, at: datetime, **progress: Any) -> None:
        """Writes how far it is, in the transaction that did it. Raises HoldLost."""
        until = max(at + HOLD, self.until + timedelta(microseconds=1))
        held = ImportRun.objects.here().filter(id=self.run.id, not_before=self.until, stop=False)
        if not held.update(not_before=until, attempts=0, **progress):
            raise HoldLost
        self.until = until
        for name, value in progress.items():
            setattr(self.run, name, value)


def take(*, tenancy: Tenancy, at: datetime, plan_id: UUID | None = None) -> Held | None:
    """The run that has waited longest, or that of one plan; None where there is nothing to do.

    What failed too often is given up: state `failed`, code `gave_up`.
    """
    with workspace(tenancy):
        due = ImportRun.objects.here().filter(state__in=AT_WORK, not_before__lte=at)
        if plan_id is not None:
            due = due.filter(plan_id=plan_id)
        due.filter(attempts__gte=MOST_ATTEMPTS).update(state="failed", code="gave_up")
        run = due.select_for_update(skip_locked=True).order_by("not_before", "id").first()
        if run is None:
            return None
        ImportRun.objects.here().filter(id=run.id).update(
            attempts=F("attempts") + 1, not_before=at + HOLD
        )
        who = Principal.objects.here().get(id=run.by_id)
        return Held(
            run=run,
            plan=ImportPlan.objects.here().get(id=run.plan_id),
            caller=Caller(
                workspace_id=run.workspace_id,
                principal_id=who.id,
                name=who.name,
                kind=who.kind,
                key_id=run.key_id,
            ),
            until=at + HOLD,
        )


def give_back(held: Held, *, at: datetime) -> None:
    """What failed is taken up again a little later."""
    with workspace(held.caller):
        run = ImportRun.objects.here().filter(id=held.run.id, not_before=held.until)
        run.update(not_before=at + _AGAIN)


def is_stopped(held: Held) -> bool:
    """True where somebody has asked to stop. Inside the workspace."""
    return bool(ImportRun.objects.here().filter(id=held.run.id, stop=True).exists())
