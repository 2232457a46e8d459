"""What people leave out of a plan before it is applied: a draft that the plan's run keeps."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from provenance.database.tenancy import workspace
from provenance.models import ImportItem, ImportRun
from provenance.models.import_run import AT_WORK
from provenance.problems import InvalidRequest, PlanNotReady
from provenance.services.access.caller import Caller
from provenance.services.importing.asking import MOST_NAMED, locked_for
from provenance.services.importing.choice import Choice, Narrowed, choice_of


def choose(
    *, caller: Caller, plan_id: UUID, ordinals: Collection[int], taken: bool, at: datetime
) -> None:
    """Takes items in, or leaves them out, of what will be applied.

    Raises NotFound, CapabilityRequired, PlanNotReady while the plan is being worked on or was taken
    back, InvalidRequest where too many would be named.
    """
    with workspace(caller):
        run = _to_choose_from(caller, plan_id, at=at)
        items = ImportItem.objects.here().filter(plan_id=plan_id, ordinal__in=ordinals)
        known = list(items.values_list("ordinal", flat=True))
        _keep(run, choice_of(run).with_(known, taken=taken))


def choose_only(*, caller: Caller, plan_id: UUID, ordinals: Collection[int], at: datetime) -> None:
    """Leaves out everything but these. Raises as `choose` does."""
    with workspace(caller):
        run = _to_choose_from(caller, plan_id, at=at)
        items = ImportItem.objects.here().filter(plan_id=plan_id, ordinal__in=ordinals)
        _keep(run, Choice(only=frozenset(items.values_list("ordinal", flat=True))))


def choose_all(
    *, caller: Caller, plan_id: UUID, narrowed: Narrowed, taken: bool, at: datetime
) -> None:
    """The same for every item that passes the filters; without any, for the whole plan."""
    with workspace(caller):
        run = _to_choose_from(caller, plan_id, at=at)
        if not narrowed.any:
            _keep(run, Choice() if taken else Choice(only=frozenset()))
            return
        items = narrowed.of(ImportItem.objects.here().filter(plan_id=plan_id))
        ordinals = list(items.values_list("ordinal", flat=True)[: MOST_NAMED + 1])
        _keep(run, choice_of(run).with_(ordinals, taken=taken))


def _to_choose_from(caller: Caller, plan_id: UUID, *, at: datetime) -> ImportRun:
    run = locked_for(caller, plan_id, of=None, at=at)
    if run.state in (*AT_WORK, "rolled_back"):
        # A worker reads the choice as it goes: it is not changed under its hands.
        raise PlanNotReady(f"It is {run.state}.")
    return run


def _keep(run: ImportRun, choice: Choice) -> None:
    if len(choice.but) > MOST_NAMED or len(choice.only or ()) > MOST_NAMED:
        raise InvalidRequest(f"At most {MOST_NAMED} items can be named one by one.")
    ImportRun.objects.here().filter(id=run.id).update(
        but=sorted(choice.but), only=None if choice.only is None else sorted(choice.only)
    )
