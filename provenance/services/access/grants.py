"""What a caller may do now, and over what: the one answer that every door asks for."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q

from provenance.database.key_ends import KEY_IS_LIVE
from provenance.database.prepared import fetch
from provenance.database.tenancy import current_workspace
from provenance.problems import CapabilityRequired, Unauthenticated
from provenance.services.access.caller import Caller


@dataclass(frozen=True, kw_only=True)
class LiveGrant:
    """One capability that is live now."""

    id: UUID
    capability: str
    scope: str
    serves_id: UUID | None
    ends_at: datetime | None = None
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


# One statement, since every act begins with it. The key is looked at again here.
_LIVE = f"""
SELECT k.live, g.id, g.capability, g.scope, g.serves_id, g.ends_at,
       array_remove(array_agg(s.principal_id), NULL), array_remove(array_agg(s.producer_id), NULL)
FROM (SELECT %(key)s::uuid IS NULL OR EXISTS (
        SELECT FROM api_key k
        WHERE k.workspace_id = %(workspace)s AND k.id = %(key)s
          AND {KEY_IS_LIVE.format(at="%(at)s")}) AS live) AS k
LEFT JOIN capability_grant g
  ON g.workspace_id = %(workspace)s AND g.principal_id = %(principal)s
  AND g.starts_at <= %(at)s AND (g.ends_at IS NULL OR g.ends_at > %(at)s)
  AND NOT EXISTS (SELECT FROM grant_revocation r
                  WHERE r.workspace_id = g.workspace_id AND r.grant_id = g.id)
LEFT JOIN grant_scope s ON s.workspace_id = g.workspace_id AND s.grant_id = g.id
GROUP BY k.live, g.id, g.capability, g.scope, g.serves_id, g.ends_at ORDER BY g.id
"""  # noqa: S608 - our own SQL


def live_grants(*, caller: Caller, at: datetime) -> Grants:
    """The caller's grants that are live at `at`, read inside the workspace.

    Raises Unauthenticated where the caller's key has been revoked or has expired since the door
    looked, so that a revocation stops a running batch too.
    """
    return grants_of(principal_id=caller.principal_id, key_id=caller.key_id, at=at)


def grants_of(*, principal_id: UUID, at: datetime, key_id: UUID | None = None) -> Grants:
    """The principal's grants that are live at `at`, with `key_id` only while that key is live.

    Inside the workspace. Raises Unauthenticated as `live_grants` does.
    """
    asked = {
        "workspace": current_workspace(),
        "principal": principal_id,
        "key": key_id,
        "at": at,
    }
    rows = fetch(_LIVE, asked)
    if not rows[0][0]:
        raise Unauthenticated
    return Grants([_live(row) for row in rows if row[1] is not None])


def _live(row: tuple[Any, ...]) -> LiveGrant:
    _, grant_id, capability, scope, serves_id, ends_at, principals, producers = row
    return LiveGrant(
        id=grant_id,
        capability=capability,
        scope=scope,
        serves_id=serves_id,
        ends_at=ends_at,
        principals=frozenset(principals),
        producers=frozenset(producers),
    )
