"""Who may do what: the principals of a workspace against the capabilities."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q

from provenance.models import ApiKey, Grant, GrantRevocation, KeyRevocation, Principal
from provenance.models.grant import CAPABILITIES
from provenance.services.reading.pages import Order, Page, Turn, page_of
from provenance.services.reviewing.access.grant_lines import SOON, GrantLine, grant_lines
from provenance.services.reviewing.visitor import Visitor

BY_NAME = Order(field="name", tie="id", descending=False)


@dataclass(frozen=True, kw_only=True)
class MatrixRow:
    """One principal: for each capability, in the order of CAPABILITIES, the grants that hold.

    `hidden` counts grants beyond what the visitor administers. `keys`: its live keys; None where
    the visitor does not administer the whole workspace.
    """

    principal: Principal
    cells: tuple[tuple[str, tuple[GrantLine, ...]], ...]
    hidden: int
    keys: int | None


def matrix_page(visitor: Visitor, *, turn: Turn) -> Page:
    """One page of MatrixRows, by name. Inside the workspace; CapabilityRequired without a grant
    to administer. What somebody holds beyond what the visitor administers is only counted."""
    visitor.grants.require("administer")
    page = page_of(Principal.objects.here(), order=BY_NAME, turn=turn)
    ids = [row.id for row in page.rows]
    lines: dict[UUID, list[GrantLine]] = defaultdict(list)
    for line in grant_lines(visitor, list(standing_grants(visitor).filter(principal_id__in=ids))):
        lines[line.grant.principal_id].append(line)
    keys = live_keys(visitor, ids) if visitor.administers else None
    rows = [_row(one, lines[one.id], None if keys is None else keys[one.id]) for one in page.rows]
    return Page(rows=rows, next=page.next, previous=page.previous)


def grants_ending_soon(visitor: Visitor, *, most: int) -> list[GrantLine]:
    """At most `most` grants that the visitor administers and that end soon, the first end first."""
    ending = standing_grants(visitor).filter(ends_at__lte=visitor.at + SOON).order_by("ends_at")
    lines = grant_lines(visitor, list(ending[: 4 * most]))
    return [line for line in lines if line.administered and line.ends_soon][:most]


def standing_grants(visitor: Visitor) -> Any:
    """Grants that are live or to come, with the principals that they name."""
    revoked = GrantRevocation.objects.here().filter(grant_id=OuterRef("id"))
    rows: Any = Grant.objects.here().filter(~Exists(revoked))
    rows = rows.filter(Q(ends_at=None) | Q(ends_at__gt=visitor.at)).order_by("id")
    return rows.select_related("principal", "serves", "given_by")


def live_keys(visitor: Visitor, ids: Sequence[UUID]) -> dict[UUID, int]:
    """How many live keys each of these principals has."""
    over = KeyRevocation.objects.here().filter(key_id=OuterRef("id"))
    gone = Exists(over.filter(Q(ends_at=None) | Q(ends_at__lte=visitor.at)))
    live = ApiKey.objects.here().filter(
        Q(expires_at=None) | Q(expires_at__gt=visitor.at), ~gone, principal_id__in=ids
    )
    counted = live.order_by().values_list("principal_id").annotate(keys=Count("id"))
    return defaultdict(int, dict(counted))


def _row(principal: Principal, lines: list[GrantLine], keys: int | None) -> MatrixRow:
    shown = [line for line in lines if line.administered]
    cells = tuple(
        (capability, tuple(one for one in shown if one.grant.capability == capability))
        for capability in CAPABILITIES
    )
    return MatrixRow(principal=principal, cells=cells, hidden=len(lines) - len(shown), keys=keys)
