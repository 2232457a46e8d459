"""Adds a principal that is no person, with its first key."""

from datetime import datetime

from provenance.models import Principal
from provenance.services.access.giving import require_whole_workspace
from provenance.services.access.grants import grants_of
from provenance.services.access.keys import NewKey, make_key
from provenance.services.access.workspaces import add_principal

NEWCOMERS = ("agent", "service")


def add_with_key(
    *,
    by: Principal,
    name: str,
    kind: str,
    key_kind: str,
    label: str,
    at: datetime,
    expires_at: datetime | None = None,
) -> NewKey:
    """Adds an agent or a service, which may do nothing until it is granted, and makes its key.

    Inside the workspace. GrantExceedsGiver unless `by` administers all of it; IntegrityError where
    the name is taken; PolicyRejected for name or label; ValueError for a human, who has a login.
    """
    if kind not in NEWCOMERS:
        raise ValueError("a human is added with a login")
    require_whole_workspace(grants_of(principal_id=by.id, at=at))
    new = add_principal(by=by, name=name, kind=kind, at=at)
    return make_key(
        by=by.id,
        principal_id=new.id,
        workspace_id=by.workspace_id,
        kind=key_kind,
        label=label,
        expires_at=expires_at,
        at=at,
    )
