"""Whose view a person may take: to see what another would be told (P13)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from provenance.models import Grant, GrantRevocation, GrantScope, Principal
from provenance.problems import NotFound
from provenance.services.access.caller import Caller
from provenance.services.access.giving import administers_all
from provenance.services.access.grants import Grants, LiveGrant, grants_of

# As many can be chosen from: the first by name.
MOST = 500


@dataclass(frozen=True, kw_only=True)
class View:
    """A principal whose view may be taken. One who may not recall would be told nothing."""

    id: UUID
    name: str
    kind: str
    recalls: bool


def grants_of_view(principal_id: UUID, *, by: Grants, at: datetime) -> Grants:
    """The live grants of another, for one whose own are `by`. Inside the workspace.

    Raises NotFound alike for nobody and for one whose view may not be taken.
    """
    theirs = grants_of(principal_id=principal_id, at=at)
    here = Principal.objects.here().filter(id=principal_id)
    if not may_take(theirs, by=by) or not here.exists():
        raise NotFound
    return theirs


def may_take(theirs: Grants, *, by: Grants) -> bool:
    """True for who administers the whole workspace, and for a reviewer who recalls all that the
    other recalls. Nobody else learns what another may see."""
    return administers_all(by) or (bool(by.of("review")) and _covers(by, theirs))


def reach_of_views(grants: Grants) -> Q:
    """All that somebody with these grants may see through any view.

    Raises CapabilityRequired for one who neither recalls nor administers.
    """
    return Q() if administers_all(grants) else grants.reach("recall")


def views_open_to(*, caller: Caller, grants: Grants, at: datetime) -> list[View]:
    """The caller's own view, then those of others by name. Three queries, however many."""
    own = View(
        id=caller.principal_id,
        name=caller.name,
        kind=caller.kind,
        recalls=bool(grants.of("recall")),
    )
    if not (administers_all(grants) or grants.of("review")):
        return [own]
    others = Principal.objects.here().exclude(id=caller.principal_id).order_by("name")[:MOST]
    recalling = _recalling(at)
    return [own] + [
        View(id=one.id, name=one.name, kind=one.kind, recalls=bool(recalling[one.id]))
        for one in others
        if may_take(Grants(recalling[one.id]), by=grants)
    ]


def _covers(own: Grants, theirs: Grants) -> bool:
    """True where all that `theirs` reach to recall is named by grants of `own`."""
    held = own.of("recall")
    if any(grant.scope == "workspace" for grant in held):
        return True
    principals = frozenset[UUID]().union(*(grant.principals for grant in held))
    producers = frozenset[UUID]().union(*(grant.producers for grant in held))
    return all(
        grant.scope != "workspace"
        and grant.principals <= principals
        and grant.producers <= producers
        for grant in theirs.of("recall")
    )


def _recalling(at: datetime) -> Mapping[UUID, Sequence[LiveGrant]]:
    """Who may recall now, and by which grants."""
    revoked = GrantRevocation.objects.here().filter(grant_id=OuterRef("id"))
    live = list(
        Grant.objects.here()
        .filter(Q(ends_at=None) | Q(ends_at__gt=at), capability="recall", starts_at__lte=at)
        .filter(~Exists(revoked))
    )
    scopes: dict[UUID, list[GrantScope]] = defaultdict(list)
    for scope in GrantScope.objects.here().filter(grant_id__in=[grant.id for grant in live]):
        scopes[scope.grant_id].append(scope)
    found: dict[UUID, list[LiveGrant]] = defaultdict(list)
    for grant in live:
        found[grant.principal_id].append(
            LiveGrant(
                id=grant.id,
                capability=grant.capability,
                scope=grant.scope,
                serves_id=None,
                ends_at=grant.ends_at,
                principals=frozenset(s.principal_id for s in scopes[grant.id] if s.principal_id),
                producers=frozenset(s.producer_id for s in scopes[grant.id] if s.producer_id),
            )
        )
    return found
