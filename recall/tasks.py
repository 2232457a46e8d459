"""What Celery runs. The tables are the queue of record; these only hurry it."""

from datetime import UTC, datetime
from time import monotonic
from uuid import UUID

from celery import shared_task
from django.conf import settings

from provenance.database.tenancy import Tenancy
from provenance.services.importing.retention import sweep_sources
from provenance.services.importing.run import run_due
from recall.hurry import hurry
from recall.services.checking.run import run_due as check_due
from recall.services.consolidation.everywhere import consolidate_everywhere
from recall.services.sweep import sweep as sweep_now
from recall.services.tenants import with_checks, with_imports, with_themes
from recall.services.themes.find import find_due

# A task that ran on would keep its thread from every other workspace. The sweep comes each 30 s.
TASK_SECONDS = 20.0


@shared_task(name="recall.tasks.index_workspace")
def index_workspace(workspace_id: str) -> int:
    """Does the work of one workspace; returns how many texts got vectors. What is left is hurried anew."""
    tenancy = Tenancy(UUID(workspace_id))
    swept = sweep_now(at=datetime.now(UTC), only=tenancy, seconds=TASK_SECONDS)
    if not swept.finished:
        hurry(workspace_id=tenancy.workspace_id)
    return swept.vectors


@shared_task(name="recall.tasks.sweep")
def sweep() -> int:
    """Does the work of all workspaces, whether or not anybody hurried it."""
    return sweep_now(at=datetime.now(UTC), seconds=TASK_SECONDS).vectors


@shared_task(name="recall.tasks.consolidate")
def consolidate() -> int:
    """Proposes facts in all workspaces where CONSOLIDATION is on; returns how many proposals."""
    if settings.CONSOLIDATION != "on":
        return 0
    return sum(run.proposed for _, run in consolidate_everywhere(at=datetime.now(UTC)))


@shared_task(name="recall.tasks.find_themes")
def find_themes(workspace_id: str) -> int:
    """Finds the themes that somebody waits for in one workspace; returns of how many windows."""
    return _find_themes([Tenancy(UUID(workspace_id))])


@shared_task(name="recall.tasks.sweep_themes")
def sweep_themes() -> int:
    """The same for all workspaces: what was not hurried, failed, or lost its worker."""
    return _find_themes(with_themes(at=datetime.now(UTC)))


def _find_themes(tenancies: list[Tenancy]) -> int:
    end = monotonic() + TASK_SECONDS
    return sum(find_due(tenancy=one, at=datetime.now(UTC), end=end) for one in tenancies)


@shared_task(name="recall.tasks.run_imports")
def run_imports(workspace_id: str) -> int:
    """Goes on with the imports of one workspace; what is left is hurried anew."""
    tenancy = Tenancy(UUID(workspace_id))
    ended = run_due(tenancy=tenancy, end=monotonic() + TASK_SECONDS)
    if tenancy in with_imports(at=datetime.now(UTC)):
        hurry(workspace_id=tenancy.workspace_id, task="run_imports")
    return ended


@shared_task(name="recall.tasks.sweep_imports")
def sweep_imports() -> int:
    """The same for all workspaces: what was not hurried, broke off, or lost its worker.

    Deletes sources that no import needs any longer before that.
    """
    end = monotonic() + TASK_SECONDS
    sweep_sources(at=datetime.now(UTC), days=settings.IMPORT_SNAPSHOT_DAYS)
    tenancies = with_imports(at=datetime.now(UTC))
    return sum(run_due(tenancy=one, end=end) for one in tenancies)


@shared_task(name="recall.tasks.check_questions")
def check_questions(workspace_id: str) -> int:
    """Checks saved questions of one workspace; what is left is hurried anew."""
    tenancy = Tenancy(UUID(workspace_id))
    checked = _check([tenancy])
    if tenancy in with_checks(at=datetime.now(UTC)):
        hurry(workspace_id=tenancy.workspace_id, task="check_questions")
    return checked


@shared_task(name="recall.tasks.sweep_checks")
def sweep_checks() -> int:
    """The same for all workspaces: what was not hurried, broke off, or lost its worker."""
    return _check(with_checks(at=datetime.now(UTC)))


def _check(tenancies: list[Tenancy]) -> int:
    end = monotonic() + TASK_SECONDS
    return sum(check_due(tenancy=one, at=datetime.now(UTC), end=end) for one in tenancies)
