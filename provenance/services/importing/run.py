"""Does what is due for plans: the one loop of commands and workers."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from time import monotonic
from uuid import UUID

from django.db import DatabaseError

from provenance.database.tenancy import Tenancy, workspace
from provenance.importers.refused import Refused
from provenance.models import ImportAct, ImportRun
from provenance.problems import CapabilityRequired, Unauthenticated
from provenance.services.importing.applying import apply_on
from provenance.services.importing.jobs import Held, HoldLost, give_back, take
from provenance.services.importing.planning import plan_on
from provenance.services.importing.rolling_back import roll_back_on
from provenance.services.importing.snapshot import UnusableSourceError
from provenance.services.reconciling import applying, planning, rolling_back
from provenance.services.reconciling.asked import is_reconciliation

log = logging.getLogger(__name__)
_IMPORT = {"planning": plan_on, "applying": apply_on, "rolling_back": roll_back_on}
_RECONCILE = {
    "planning": planning.plan_on,
    "applying": applying.apply_on,
    "rolling_back": rolling_back.roll_back_on,
}
Progress = Callable[[int, int], None]


def now() -> datetime:
    """The recording time of a chunk."""
    return datetime.now(UTC)


def run_due(*, tenancy: Tenancy, end: float = float("inf")) -> int:
    """Goes on with the plans of a workspace that are due; returns how many acts ended.

    Stops between chunks once `end` on the monotonic clock is past: what is left is due at once.
    """
    ended = 0
    while monotonic() <= end and (held := take(tenancy=tenancy, at=now())) is not None:
        ended += go_on(held, end=end)
    return ended


def run_plan(*, tenancy: Tenancy, plan_id: UUID, progress: Progress) -> None:
    """Does all that is due for one plan, here and now, telling (done, total) as it goes."""
    while (held := take(tenancy=tenancy, at=now(), plan_id=plan_id)) is not None:
        go_on(held, progress=progress)


def go_on(held: Held, *, end: float = float("inf"), progress: Progress | None = None) -> bool:
    """Goes on with what is held; True where its act has ended. Nothing is raised: what cannot be
    done is written down as failed, what broke off is taken up again."""
    try:
        acts = _RECONCILE if is_reconciliation(held.plan) else _IMPORT
        for done, total in acts[held.run.state](held, clock=now):
            if progress is not None:
                progress(done, total)
            if monotonic() > end and done < total:
                _release(held)
                return False
    except HoldLost:
        return False
    except (UnusableSourceError, Refused) as unusable:
        _fail(held, code=unusable.code)
    except (CapabilityRequired, Unauthenticated) as refused:
        _fail(held, code=refused.code)
    except (DatabaseError, OSError) as error:
        log.warning("A plan broke off and is taken up again (%s).", type(error).__name__)
        give_back(held, at=now())
        return False
    return True


def _release(held: Held) -> None:
    with workspace(held.caller):
        runs = ImportRun.objects.here().filter(id=held.run.id, not_before=held.until)
        runs.update(not_before=now())


def _fail(held: Held, *, code: str) -> None:
    at = now()
    with workspace(held.caller):
        runs = ImportRun.objects.here().filter(id=held.run.id, not_before=held.until, stop=False)
        if not runs.update(state="failed", code=code):
            return
        act = ImportAct(
            workspace_id=held.caller.workspace_id,
            plan_id=held.plan.id,
            act="failed",
            by_id=held.caller.principal_id,
            body={"code": code, "while": held.run.state, "done": held.run.done},
            at=at,
        )
        ImportAct.objects.all().add([act])
