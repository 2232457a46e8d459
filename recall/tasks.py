"""What Celery runs. The tables are the queue of record; these only hurry it."""

from datetime import UTC, datetime
from uuid import UUID

from celery import shared_task

from provenance.database.tenancy import Tenancy
from recall.services.sweep import sweep as sweep_now


@shared_task(name="recall.tasks.index_workspace")
def index_workspace(workspace_id: str) -> int:
    """Does the work of one workspace; returns how many vectors were made."""
    return sweep_now(at=datetime.now(UTC), only=Tenancy(UUID(workspace_id)))


@shared_task(name="recall.tasks.sweep")
def sweep() -> int:
    """Does the work of all workspaces, whether or not anybody hurried it."""
    return sweep_now(at=datetime.now(UTC))
