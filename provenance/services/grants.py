"""What a caller may do now, and over what: the one answer that every door asks for."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from provenance.models import ApiKey, Grant, GrantRevocation, GrantScope, KeyRevocation
from provenance.problems import CapabilityRequired, Unauthenticated
from provenance.services.caller import Caller


@dataclass(frozen=True, kw_only=True)
class LiveGrant:
    """One capability that is live now."""

    id: UUID
    capability: str
    scope: str
    serves_id: UUID | None
    principals: frozenset[UUID] = field(default_factory=frozenset)
    producers: frozenset[UUID] = field(default_factory=frozenset)

    def covers(self, *, principal_id: UUID, producer_id: UUID | None) -> bool:
        """True where what this principal contributes from this producer is within the scope."""
        if self.scope == "workspace":
            return True
        return principal_id in self.principals or producer_id in self.producers

    def rows(self) -> Q:
        """The observations within the scope, as a filter."""
        if self.scope == "workspace":
            return Q()
        return Q(principal_id__in=self.principals) | Q(producer_id__in=self.producers)


@dataclass(frozen=True)
class Grants:
    """A caller's live grants, read in the transaction of the act."""

    live: Sequence[LiveGrant]

    def of(self, capability: str) -> list[LiveGrant]:
        """Those that give the capability."""
        return [grant for grant in self.live if grant.capability == capability]

    def require(self, capability: str) -> None:
        """Raises CapabilityRequired where no grant gives the capability."""
        if not self.of(capability):
            raise CapabilityRequired(f"This act needs the capability {capability}.")

    def over(self, capability: str, *, principal_id: UUID, producer_id: UUID | None) -> Any:
        """The first grant of the capability that covers this principal and producer, or None."""
        for grant in self.of(capability):
            if grant.covers(principal_id=principal_id, producer_id=producer_id):
                return grant
        return None

    def reach(self, capability: str) -> Q:
        """The observations that the capability reaches. Raises CapabilityRequired for none."""
        self.require(capability)
        scopes = [grant.rows() for grant in self.of(capability)]
        if any(not scope for scope in scopes):
            return Q()
        reach = scopes[0]
        for scope in scopes[1:]:
            reach |= scope
        return reach


def live_grants(*, caller: Caller, at: datetime) -> Grants:
    """The caller's grants that are live at `at`, read inside the workspace.

    The key is looked at again here, so that a revocation stops a running batch too.
    Raises Unauthenticated where it has been revoked or has expired since.
    """
    if caller.key_id is not None:
        _demand_live_key(key_id=caller.key_id, at=at)
    ended = GrantRevocation.objects.here().filter(grant_id=OuterRef("id"))
    rows = (
        Grant.objects.here()
        .filter(principal_id=caller.principal_id, starts_at__lte=at)
        .filter(Q(ends_at=None) | Q(ends_at__gt=at))
        .filter(~Exists(ended))
        .order_by("id")
    )
    return Grants([_live(grant) for grant in rows])


def _demand_live_key(*, key_id: UUID, at: datetime) -> None:
    revoked = KeyRevocation.objects.here().filter(key_id=OuterRef("id"))
    live = ApiKey.objects.here().filter(
        Q(expires_at=None) | Q(expires_at__gt=at), ~Exists(revoked), id=key_id
    )
    if not live.exists():
        raise Unauthenticated


def _live(grant: Grant) -> LiveGrant:
    scopes: list[GrantScope] = []
    if grant.scope != "workspace":
        scopes = list(GrantScope.objects.here().filter(grant_id=grant.id))
    return LiveGrant(
        id=grant.id,
        capability=grant.capability,
        scope=grant.scope,
        serves_id=grant.serves_id,
        principals=frozenset(s.principal_id for s in scopes if s.principal_id),
        producers=frozenset(s.producer_id for s in scopes if s.producer_id),
    )
