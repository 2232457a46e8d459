"""Gives and revokes grants, with reasons."""

from collections.abc import Collection, Iterable
from datetime import datetime
from uuid import UUID

from provenance.database.tenancy import current_workspace
from provenance.models import Grant, GrantRevocation, GrantScope, Principal
from provenance.problems import GrantExceedsGiver, InvalidRequest, field_error
from provenance.services.access.giving import Offer, may_end, require_may_give
from provenance.services.access.grants import grants_of
from provenance.services.chronicle import record
from provenance.services.screening.judge import require_kept


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

    Runs inside the workspace. Raises GrantExceedsGiver where `by` may not give it, InvalidRequest
    where a capture grant serves no human, PolicyRejected for the reason; IntegrityError where a
    named thing is not of this workspace, the capability is unknown, or the grant would end before
    it starts; ValueError where both principals and producers are named.
    """
    if principals and producers:
        raise ValueError("a grant reaches principals or producers, not both")
    offer = Offer(
        capability=capability,
        principals=frozenset(principals),
        producers=frozenset(producers),
        ends_at=ends_at,
    )
    require_may_give(grants_of(principal_id=by, at=at), offer)
    require_kept([reason])
    if capability == "capture":
        _require_a_human(serves_id or principal_id)
    return _give(
        offer,
        by=by,
        principal_id=principal_id,
        serves_id=serves_id,
        starts_at=starts_at or at,
        reason=reason,
        at=at,
    )


def give_first_grants(*, founder: UUID, capabilities: Collection[str], at: datetime) -> None:
    """The grants that nobody could give: the founder's own, in a workspace that has none yet.

    Inside the workspace. GrantExceedsGiver where any grant was ever given here.
    """
    if Grant.objects.here().exists():
        raise GrantExceedsGiver("Only a workspace without any grant has first grants to give.")
    for capability in capabilities:
        _give(
            Offer(capability=capability),
            by=founder,
            principal_id=founder,
            serves_id=None,
            starts_at=at,
            reason="administrator of the workspace",
            at=at,
        )


def revoke(*, by: UUID, grant: Grant, reason: str, at: datetime) -> None:
    """Ends a grant from the next request on. Twice is the same as once. Inside the workspace.

    Raises GrantExceedsGiver where `by` does not administer what the grant reaches, and
    PolicyRejected for the reason.
    """
    scopes = list(GrantScope.objects.here().filter(grant_id=grant.id))
    if not may_end(grants_of(principal_id=by, at=at), offer_of(grant, scopes), at=at):
        raise GrantExceedsGiver("You do not administer what this grant reaches.")
    require_kept([reason])
    row = GrantRevocation(
        workspace_id=grant.workspace_id, grant_id=grant.id, by_id=by, reason=reason, at=at
    )
    GrantRevocation.objects.all().add([row], skip_existing=True)
    record(act="grant_revoked", by=by, about="grant", about_id=grant.id, at=at)


def offer_of(grant: Grant, scopes: Iterable[GrantScope]) -> Offer:
    """What was given by a grant, whose scopes these are."""
    rows = list(scopes)
    return Offer(
        capability=grant.capability,
        principals=frozenset(one.principal_id for one in rows if one.principal_id),
        producers=frozenset(one.producer_id for one in rows if one.producer_id),
        ends_at=grant.ends_at,
    )


def _require_a_human(principal_id: UUID) -> None:
    """What capture admits counts as this human's word, so it must be one."""
    if not Principal.objects.here().filter(id=principal_id, kind="human").exists():
        raise InvalidRequest(
            "A capture grant serves a human of the workspace: name whose words are captured.",
            errors=[field_error(pointer="/serves", code="required")],
        )


def _give(
    offer: Offer,
    *,
    by: UUID,
    principal_id: UUID,
    serves_id: UUID | None,
    starts_at: datetime,
    reason: str,
    at: datetime,
) -> Grant:
    workspace_id = current_workspace()
    grant = Grant(
        workspace_id=workspace_id,
        principal_id=principal_id,
        capability=offer.capability,
        scope=offer.scope,
        serves_id=serves_id,
        starts_at=starts_at,
        ends_at=offer.ends_at,
        given_by_id=by,
        reason=reason,
    )
    grant.save(force_insert=True)
    within = [GrantScope(grant_id=grant.id, principal_id=one) for one in offer.principals]
    within += [GrantScope(grant_id=grant.id, producer_id=one) for one in offer.producers]
    for row in within:
        row.workspace_id = workspace_id
    GrantScope.objects.all().add(within)
    record(
        act="grant_given",
        by=by,
        about="grant",
        about_id=grant.id,
        at=at,
        detail={"capability": offer.capability, "scope": offer.scope},
    )
    return grant
