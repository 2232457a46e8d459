"""What people ask of a plan: apply it, stop, take it back. `of` names the family of its door."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from provenance.database.tenancy import workspace
from provenance.models import ImportAct, ImportItem, ImportOutcome, ImportPlan, ImportRun
from provenance.problems import InvalidRequest, NotFound, PlanNotReady, field_error
from provenance.services.access.caller import Caller
from provenance.services.access.grants import live_grants
from provenance.services.chronicle import record
from provenance.services.correcting.reviewers import require_person
from provenance.services.importing.begin import require_importer
from provenance.services.importing.choice import choice_of
from provenance.services.importing.ending import chronicled
from provenance.services.importing.snapshot import require_kept
from provenance.services.reconciling.asked import is_reconciliation, plans_of
from provenance.signals import import_due

MOST_NAMED = 50_000
_MAY_APPLY = ("planned", "cancelled", "applied", "failed")
_MAY_ROLL_BACK = ("applied", "cancelled", "failed")


def ask_to_apply(
    *,
    caller: Caller,
    plan_id: UUID,
    only: Sequence[UUID] | None = None,
    but: Collection[UUID] = (),
    at: datetime,
    of: str | None = None,
) -> None:
    """Queues the application of a plan, or of some of its items; applied ones are passed over.

    Where all are applied there is nothing to do: twice is the same as once.

    Raises NotFound, CapabilityRequired, PersonRequired where it is of what is here already and the
    caller is none, PlanNotReady where it is not planned to the end or was taken back, SourceGone
    where its bytes are no longer kept, InvalidRequest for items that are not in it.
    """
    with workspace(caller):
        run = locked_for(caller, plan_id, of=of, at=at, accepts=True)
        if not _may_be_applied(run):
            return
        _queue(
            run,
            caller=caller,
            at=at,
            state="applying",
            done=0,
            total=_total(plan_id),
            only=None if only is None else _ordinals(plan_id, only, pointer="/items"),
            but=_ordinals(plan_id, list(but), pointer="/exclude"),
        )


def ask_to_apply_chosen(*, caller: Caller, plan_id: UUID, mark: str, at: datetime) -> None:
    """Queues what the plan's draft has not left out. Raises as `ask_to_apply` does.

    `mark` is that of the choice which was confirmed: PlanNotReady where another one holds by now.
    """
    with workspace(caller):
        run = locked_for(caller, plan_id, of=None, at=at, accepts=True)
        if choice_of(run).mark != mark:
            raise PlanNotReady("What is left out was changed since. Look at it again.")
        if _may_be_applied(run):
            _queue(run, caller=caller, at=at, state="applying", done=0, total=_total(plan_id))


def ask_to_roll_back(*, caller: Caller, plan_id: UUID, at: datetime, of: str | None = None) -> None:
    """Queues taking back what the plan admitted. Raises as `ask_to_apply` does."""
    with workspace(caller):
        run = locked_for(caller, plan_id, of=of, at=at, accepts=True)
        accepted = _outcomes(plan_id).filter(result="accepted")
        if run.state not in _MAY_ROLL_BACK or not accepted.exists():
            raise PlanNotReady(f"It is {run.state}.")
        total = accepted.exclude(observation_id=None).count()
        _queue(run, caller=caller, at=at, state="rolling_back", done=0, total=total)


def ask_to_go_on(*, caller: Caller, plan_id: UUID, at: datetime, of: str | None = None) -> None:
    """Takes up what was cancelled or has failed where it was. Raises as `ask_to_apply` does."""
    with workspace(caller):
        run = locked_for(caller, plan_id, of=of, at=at, accepts=_is_planned(plan_id))
        if run.state not in ("cancelled", "failed"):
            raise PlanNotReady(f"It is {run.state}.")
        _require_source(run.plan)
        state = "applying" if _is_planned(plan_id) else "planning"
        _queue(run, caller=caller, at=at, state=state)


def cancel(*, caller: Caller, plan_id: UUID, at: datetime, of: str | None = None) -> None:
    """Stops what is being done; what is committed stays. Raises NotFound, CapabilityRequired, and
    PlanNotReady where nothing is being done."""
    with workspace(caller):
        run = locked_for(caller, plan_id, of=of, at=at)
        if run.state not in ("planning", "applying"):
            raise PlanNotReady(f"It is {run.state}.")
        # The worker's next chunk finds `stop` and is taken back whole.
        ImportRun.objects.here().filter(id=run.id).update(state="cancelled", stop=True)
        act = ImportAct(
            workspace_id=caller.workspace_id,
            plan_id=plan_id,
            act="cancelled",
            by_id=caller.principal_id,
            body={"while": run.state, "done": run.done, "total": run.total},
            at=at,
        )
        ImportAct.objects.all().add([act])
        record(
            act=chronicled(run.plan, "cancelled"),
            by=caller.principal_id,
            key_id=caller.key_id,
            about="plan",
            about_id=plan_id,
            at=at,
        )


def locked_for(
    caller: Caller, plan_id: UUID, *, of: str | None, at: datetime, accepts: bool = False
) -> ImportRun:
    """The run, locked, for one who may act on its plan. What is one event with what, a person
    accepts (`accepts`); imports bring evidence in, which any who may contribute can do.

    Raises NotFound, CapabilityRequired, PersonRequired.
    """
    grants = live_grants(caller=caller, at=at)
    grants.require("reconcile")
    run = _locked_run(plan_id, of=of)
    if not is_reconciliation(run.plan):
        require_importer(grants)
    elif accepts:
        require_person(caller)
    return run


def _locked_run(plan_id: UUID, *, of: str | None) -> ImportRun:
    """The run of the plan, locked until the transaction ends. Raises NotFound."""
    runs = ImportRun.objects.here().filter(plan_id=plan_id).select_related("plan")
    run: ImportRun | None = runs.select_for_update(of=("self",)).first()
    if run is None or not plans_of(of).filter(id=plan_id).exists():
        raise NotFound
    return run


def _may_be_applied(run: ImportRun) -> bool:
    """False where all is applied by now. Raises PlanNotReady, and SourceGone."""
    if run.state not in _MAY_APPLY or not _is_planned(run.plan_id):
        raise PlanNotReady(f"It is {run.state}.")
    if run.state == "applied" and _outcomes(run.plan_id).count() == _total(run.plan_id):
        return False
    _require_source(run.plan)
    return True


def _require_source(plan: ImportPlan) -> None:
    """Raises SourceGone where an import's bytes are no longer kept; what is here needs none."""
    if not is_reconciliation(plan):
        require_kept(plan)


def _total(plan_id: UUID) -> int:
    return int(ImportItem.objects.here().filter(plan_id=plan_id).count())


def _outcomes(plan_id: UUID) -> Any:
    return ImportOutcome.objects.here().filter(plan_id=plan_id)


def _is_planned(plan_id: UUID) -> bool:
    return bool(ImportAct.objects.here().filter(plan_id=plan_id, act="planned").exists())


def _queue(run: ImportRun, *, caller: Caller, at: datetime, **changes: object) -> None:
    ImportRun.objects.here().filter(id=run.id).update(
        stop=False,
        attempts=0,
        code=None,
        by_id=caller.principal_id,
        key_id=caller.key_id,
        not_before=at,
        **changes,
    )
    import_due.send(ImportPlan, workspace_id=caller.workspace_id)


def _ordinals(plan_id: UUID, ids: Sequence[UUID], *, pointer: str) -> list[int]:
    """The places of items, each once. Raises InvalidRequest."""
    found = ImportItem.objects.here().filter(plan_id=plan_id, id__in=ids)
    ordinals = list(found.order_by("ordinal").values_list("ordinal", flat=True))
    if len(ordinals) != len(set(ids)) or len(ids) > MOST_NAMED:
        raise InvalidRequest(errors=[field_error(pointer=pointer, code="unknown_reference")])
    return ordinals
