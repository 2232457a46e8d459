"""Gives and revokes grants, with reasons."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from provenance.database.tenancy import current_workspace
from provenance.models import Grant, GrantRevocation, GrantScope
from provenance.services.chronicle import record


def give(
    *,
    by: UUID,
    principal_id: UUID,
    capability: str,
    reason: str,
    at: datetime,
    serves_id: UUID | None = None,
    principals: Collection[UUID] = (),
    producers: Collection[UUID] = (),
    starts_at: datetime | None = None,
    ends_at: datetime | None = None,
) -> Grant:
    """Gives one capability. Scope: the whole workspace, or the named principals or producers.

    Runs inside the workspace. IntegrityError where a named thing is not of this workspace, the
    capability is unknown, or the grant would end before it starts; ValueError where both
    principals and producers are named.
    """
    if principals and producers:
        raise ValueError("a grant reaches principals or producers, not both")
    scope = "principals" if principals else "producers" if producers else "workspace"
    workspace_id = current_workspace()
    grant = Grant(
        workspace_id=workspace_id,
        principal_id=principal_id,
        capability=capability,
        scope=scope,
        serves_id=serves_id,
        starts_at=starts_at or at,
        ends_at=ends_at,
        given_by_id=by,
        reason=reason,
    )
    grant.save(force_insert=True)
    within = [GrantScope(grant_id=grant.id, principal_id=one) for one in principals]
    within += [GrantScope(grant_id=grant.id, producer_id=one) for one in producers]
    for row in within:
        row.workspace_id = workspace_id
    GrantScope.objects.all().add(within)
    record(
        act="grant_given",
        by=by,
        about="grant",
        about_id=grant.id,
        at=at,
        detail={"capability": capability, "scope": scope},
    )
    return grant


def revoke(*, by: UUID, grant: Grant, reason: str, at: datetime) -> None:
    """Ends a grant from the next request on. Twice is the same as once. Inside the workspace."""
    row = GrantRevocation(
        workspace_id=grant.workspace_id, grant_id=grant.id, by_id=by, reason=reason, at=at
    )
    GrantRevocation.objects.all().add([row], skip_existing=True)
    record(act="grant_revoked", by=by, about="grant", about_id=grant.id, at=at)
