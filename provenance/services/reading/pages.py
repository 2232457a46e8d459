"""Keyset pages: stable while rows are added, and read from an index however deep."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q

from provenance.services.times import instant


@dataclass(frozen=True, kw_only=True)
class Order:
    """The order of a list: by `field`, then `tie`, both descending or both ascending.

    Rows without a value in `field` come last either way, in the order of `tie`.
    """

    field: str
    tie: str
    descending: bool


class Cursor(NamedTuple):
    """A row's place in an order, as JSON can carry it, and the direction to read on in."""

    value: str | int | None
    tie: str | int
    backwards: bool


@dataclass(frozen=True, kw_only=True)
class Turn:
    """Which page is wanted: at most `limit` rows, from the cursor on or from the start."""

    limit: int
    cursor: Cursor | None = None


@dataclass(frozen=True, kw_only=True)
class Page:
    """Rows in the list's order (models, or what represents them), and where it goes on."""

    rows: Sequence[Any]
    next: Cursor | None
    previous: Cursor | None


def page_of(rows: Any, *, order: Order, turn: Turn) -> Page:
    """One page of a queryset: two queries at most, each within an index range."""
    backwards = turn.cursor is not None and turn.cursor.backwards
    found: list[Any] = []
    for part in _parts(rows, order=order, cursor=turn.cursor, backwards=backwards):
        if len(found) <= turn.limit:
            found += part[: turn.limit + 1 - len(found)]
    more = len(found) > turn.limit
    shown = found[: turn.limit]
    if backwards:
        shown.reverse()
    onward = shown and (more or backwards)
    back = shown and (more if backwards else turn.cursor is not None)
    return Page(
        rows=shown,
        next=_place(shown[-1], order, backwards=False) if onward else None,
        previous=_place(shown[0], order, backwards=True) if back else None,
    )


def _parts(rows: Any, *, order: Order, cursor: Cursor | None, backwards: bool) -> list[Any]:
    """The rows with a value and those without, in reading order, from the cursor on."""
    sign = "-" if order.descending != backwards else ""
    step = "lt" if order.descending != backwards else "gt"
    # The two are asked for apart, since "descending, unknown last" is no order of the index,
    # and a cursor over both would be an OR that no index range answers.
    known = rows.filter(**{f"{order.field}__isnull": False})
    unknown = rows.filter(**{f"{order.field}__isnull": True})
    known, unknown = (
        part.order_by(sign + order.field, sign + order.tie) for part in (known, unknown)
    )
    if cursor is None:
        return [known, unknown]
    if cursor.value is None:
        rest = unknown.filter(**{f"{order.tie}__{step}": cursor.tie})
        return [rest, known] if backwards else [rest]
    rest = known.filter(
        Q(**{f"{order.field}__{step}": cursor.value}) | Q(**{f"{order.tie}__{step}": cursor.tie}),
        **{f"{order.field}__{step}e": cursor.value},
    )
    return [rest] if backwards else [rest, unknown]


def _place(row: Any, order: Order, *, backwards: bool) -> Cursor:
    value, tie = getattr(row, order.field), getattr(row, order.tie)
    if isinstance(value, datetime):
        value = instant(value)
    return Cursor(
        str(value) if isinstance(value, UUID) else value,
        tie if isinstance(tie, int) else str(tie),
        backwards,
    )
