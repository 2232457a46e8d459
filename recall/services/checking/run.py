"""Checks all saved questions of a workspace, one after the other: now, or as a job of a worker."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from time import monotonic
from uuid import UUID

from django.db.models import QuerySet

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import CheckRun, QuestionCheck
from provenance.services.access.caller import Caller
from provenance.services.access.grants import live_grants
from provenance.services.saved.shelf import Saved, live_questions, told
from recall.services.checking.check import check
from recall.signals import checks_begun

# A worker that says nothing for so long is dead.
HOLD = timedelta(minutes=2)
UNFINISHED = ("queued", "running")
_READ = 50


def check_all(
    *, tenancy: Tenancy, clock: Callable[[], datetime]
) -> Iterator[tuple[Saved, QuestionCheck]]:
    """Each live saved question with its outcome, the oldest first, stored as it is found.

    Who stops reading stops the run; what is done stays done.
    """
    last: UUID | None = None
    while batch := questions_after(last, tenancy=tenancy, most=_READ):
        for saved in batch:
            yield saved, check(saved, tenancy=tenancy, at=clock())
        last = batch[-1].id


def questions_after(last: UUID | None, *, tenancy: Tenancy, most: int) -> list[Saved]:
    """The next live saved questions in the order in which they were saved."""
    with workspace(tenancy):
        rows = live_questions() if last is None else live_questions().filter(id__gt=last)
        return told(rows[:most])


def how_many(tenancy: Tenancy) -> int:
    """How many questions a run would check."""
    with workspace(tenancy):
        return live_questions().count()


def begin(*, caller: Caller, at: datetime) -> None:
    """Has all saved questions of the workspace checked by a worker; a run under way goes on.

    Raises CapabilityRequired without a recall grant.
    """
    with workspace(caller):
        live_grants(caller=caller, at=at).require("recall")
        fresh = {
            "state": "queued",
            "done": 0,
            "total": live_questions().count(),
            "last": None,
            "asked_by_id": caller.principal_id,
            "asked_at": at,
            "not_before": at,
        }
        run = CheckRun(workspace_id=caller.workspace_id, **fresh)
        CheckRun.objects.all().add([run], skip_existing=True)
        CheckRun.objects.here().exclude(state__in=UNFINISHED).update(**fresh)
        checks_begun.send(CheckRun, workspace_id=caller.workspace_id)


def cancel(*, caller: Caller, at: datetime) -> bool:
    """Ends the run of the workspace after the question in hand; False where there is none.

    Raises CapabilityRequired without a recall grant.
    """
    with workspace(caller):
        live_grants(caller=caller, at=at).require("recall")
        return bool(_unfinished().update(state="cancelled"))


def run_due(*, tenancy: Tenancy, at: datetime, end: float = float("inf")) -> int:
    """Goes on with the run of the workspace, where one is due; returns how many it checked.

    Stops at `end` on the monotonic clock, and leaves the rest to who comes next. No transaction is
    open while a question is asked.
    """
    run = _take(tenancy, at=at)
    if run is None:
        return 0
    last, count = run.last, 0
    while True:
        if monotonic() > end:
            _give_back(tenancy)
            return count
        batch = questions_after(last, tenancy=tenancy, most=1)
        if not batch:
            with workspace(tenancy):
                _unfinished().update(state="done")
            return count
        check(batch[0], tenancy=tenancy, at=datetime.now(UTC))
        last, count = batch[0].id, count + 1
        if not _advance(tenancy, last=last, done=run.done + count):
            return count


def _unfinished() -> QuerySet[CheckRun]:
    rows: QuerySet[CheckRun] = CheckRun.objects.here().filter(state__in=UNFINISHED)
    return rows


def _take(tenancy: Tenancy, *, at: datetime) -> CheckRun | None:
    with workspace(tenancy):
        due = _unfinished().filter(not_before__lte=at)
        run: CheckRun | None = due.select_for_update(skip_locked=True).first()
        if run is not None:
            _unfinished().update(state="running", not_before=at + HOLD)
        return run


def _advance(tenancy: Tenancy, *, last: UUID, done: int) -> bool:
    """False where it was cancelled meanwhile."""
    with workspace(tenancy):
        held = datetime.now(UTC) + HOLD
        return bool(_unfinished().update(last=last, done=done, not_before=held))


def _give_back(tenancy: Tenancy) -> None:
    with workspace(tenancy):
        _unfinished().update(state="queued", not_before=datetime.now(UTC))
