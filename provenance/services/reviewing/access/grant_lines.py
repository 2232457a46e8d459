"""Grants as a page tells them: their scope by name, and whether they hold."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from provenance.models import Grant, GrantRevocation, GrantScope
from provenance.services.access.giving import may_end
from provenance.services.access.granting import offer_of
from provenance.services.reviewing.visitor import Visitor

SOON = timedelta(days=14)


@dataclass(frozen=True, kw_only=True)
class GrantLine:
    """One grant. `state`: live, to come, ended or revoked. `reaches` names its scope, empty for
    the whole workspace. `administered`: within what the visitor administers, and so to be ended by
    them while it is live or to come."""

    grant: Grant
    state: str
    reaches: tuple[str, ...]
    revocation: GrantRevocation | None
    ends_soon: bool
    administered: bool

    @property
    def holds(self) -> bool:
        """True for what is live or to come: there is something to revoke."""
        return self.state in ("live", "to come")

    @property
    def over(self) -> str:
        """What it reaches, in one phrase."""
        return ", ".join(self.reaches) or "the whole workspace"


def grant_lines(visitor: Visitor, grants: Sequence[Grant]) -> list[GrantLine]:
    """The lines of grants that were read with their principals. Two queries, however many."""
    ids = [grant.id for grant in grants]
    scopes: dict[UUID, list[GrantScope]] = defaultdict(list)
    rows = GrantScope.objects.here().filter(grant_id__in=ids)
    for scope in rows.select_related("principal", "producer").order_by("id"):
        scopes[scope.grant_id].append(scope)
    revoked = GrantRevocation.objects.here().filter(grant_id__in=ids).select_related("by")
    revocations = {one.grant_id: one for one in revoked}
    return [_line(visitor, grant, scopes[grant.id], revocations.get(grant.id)) for grant in grants]


def _line(
    visitor: Visitor,
    grant: Grant,
    scopes: list[GrantScope],
    revocation: GrantRevocation | None,
) -> GrantLine:
    state = _state(grant, revocation, at=visitor.at)
    soon = grant.ends_at is not None and grant.ends_at - visitor.at <= SOON
    return GrantLine(
        grant=grant,
        state=state,
        reaches=tuple(sorted(str(one.principal or one.producer) for one in scopes)),
        revocation=revocation,
        ends_soon=state == "live" and soon,
        administered=may_end(visitor.grants, offer_of(grant, scopes), at=visitor.at),
    )


def _state(grant: Grant, revocation: GrantRevocation | None, *, at: datetime) -> str:
    if revocation is not None:
        return "revoked"
    if grant.ends_at is not None and grant.ends_at <= at:
        return "ended"
    return "to come" if grant.starts_at > at else "live"


def grant_line(visitor: Visitor, grant_id: UUID) -> GrantLine | None:
    """The line of one grant; None where there is none. Inside the workspace."""
    rows = Grant.objects.here().filter(id=grant_id)
    found = list(rows.select_related("principal", "serves", "given_by"))
    return grant_lines(visitor, found)[0] if found else None
