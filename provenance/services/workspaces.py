"""Makes workspaces and principals."""

from datetime import datetime

from provenance.database.tenancy import workspace
from provenance.models import Principal, Workspace
from provenance.models.grant import CAPABILITIES
from provenance.services.chronicle import record
from provenance.services.granting import give


def create_workspace(
    *, slug: str, name: str, administrator: str, login_id: int | None, at: datetime
) -> Principal:
    """Makes a workspace with a human administrator, who holds every capability but capture.

    Returns the administrator. IntegrityError where the slug is taken.
    """
    new = Workspace(slug=slug, name=name, created_at=at)
    with workspace(new):  # type: ignore[arg-type]
        new.save(force_insert=True)
        human = Principal(
            workspace=new, name=administrator, kind="human", login_id=login_id, created_at=at
        )
        human.save(force_insert=True)
        record(act="workspace_made", by=human.id, about="workspace", about_id=new.id, at=at)
        for capability in CAPABILITIES:
            if capability == "capture":
                continue
            give(
                by=human.id,
                principal_id=human.id,
                capability=capability,
                reason="administrator of the workspace",
                at=at,
            )
    return human


def add_principal(
    *, by: Principal, name: str, kind: str, at: datetime, login_id: int | None = None
) -> Principal:
    """Adds a principal to the workspace of `by`. Inside the workspace.

    IntegrityError where the name is taken or the login has a principal here already.
    """
    new = Principal(
        workspace_id=by.workspace_id, name=name, kind=kind, login_id=login_id, created_at=at
    )
    new.save(force_insert=True)
    record(act="principal_added", by=by.id, about="principal", about_id=new.id, at=at)
    return new
