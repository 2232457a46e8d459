"""Makes workspaces and principals."""

from datetime import datetime
from uuid import UUID

from django.db import connection

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import Principal, Workspace
from provenance.models.grant import CAPABILITIES
from provenance.services.access.granting import give_first_grants
from provenance.services.chronicle import record
from provenance.services.screening.judge import require_kept


def create_workspace(
    *, slug: str, name: str, administrator: str, login_id: int | None, at: datetime
) -> Principal:
    """Makes a workspace with a human administrator, who holds every capability but capture.

    Returns the administrator. IntegrityError where the slug is taken, PolicyRejected for names
    that the built-in policy refuses.
    """
    new = Workspace(slug=slug, name=name, created_at=at)
    with workspace(Tenancy(new.id)):
        require_kept([slug, name, administrator])
        new.save(force_insert=True)
        human = Principal(
            workspace=new, name=administrator, kind="human", login_id=login_id, created_at=at
        )
        human.save(force_insert=True)
        record(act="workspace_made", by=human.id, about="workspace", about_id=new.id, at=at)
        held = [capability for capability in CAPABILITIES if capability != "capture"]
        give_first_grants(founder=human.id, capabilities=held, at=at)
    return human


def workspace_for_slug(slug: str) -> UUID:
    """The id of the workspace of this name. LookupError where there is none."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT workspace_for_slug(%s)", [slug])
        (workspace_id,) = cursor.fetchone()
    if workspace_id is None:
        raise LookupError(slug)
    found: UUID = workspace_id
    return found


def enter_workspace(*, slug: str) -> Principal:
    """The oldest human principal of the workspace: in whose name a command acts.

    LookupError where there is no such workspace.
    """
    with workspace(Tenancy(workspace_for_slug(slug))):
        return Principal.objects.here().filter(kind="human").earliest("id")


def add_principal(
    *, by: Principal, name: str, kind: str, at: datetime, login_id: int | None = None
) -> Principal:
    """Adds a principal to the workspace of `by`. Inside the workspace.

    IntegrityError where the name is taken or the login has a principal here already,
    PolicyRejected for a name that may not be kept.
    """
    require_kept([name])
    new = Principal(
        workspace_id=by.workspace_id, name=name, kind=kind, login_id=login_id, created_at=at
    )
    new.save(force_insert=True)
    record(act="principal_added", by=by.id, about="principal", about_id=new.id, at=at)
    return new
