"""Pairs that nobody has decided on, as a reader may see them."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from provenance.database.copies import SETTLED
from provenance.database.prepared import compiled, fetch
from provenance.database.tenancy import current_workspace
from provenance.models import UnresolvedPair
from provenance.services.access.caller import Caller
from provenance.services.reading.pages import Order, Page, Turn, page_of
from provenance.services.reading.reader import Reader, reading
from provenance.services.times import instant

WHY = {
    "possible_equivalent": (
        "They are alike, and nothing proves that they are the same: neither is counted for the "
        "other."
    ),
    "foreign_conflict": (
        "They go by the same name in another system, with another role or other words: both stand."
    ),
    "contradiction": (
        "The later one says what was withdrawn earlier: as its own statement it stands."
    ),
}
# The ids are made in the order of time.
_LATEST_FIRST = Order(field="id", tie="id", descending=True)


# Most observations are in none. LIMIT keeps the planner from reading the ledger for those in sight.
_PAIRED = """
SELECT p.observation_id, p.other_id, p.kind FROM (
  SELECT id, workspace_id, observation_id, other_id, kind FROM unresolved_pair
  WHERE workspace_id = %(here)s AND observation_id = ANY(%(ids)s::uuid[])
  UNION
  SELECT id, workspace_id, observation_id, other_id, kind FROM unresolved_pair
  WHERE workspace_id = %(here)s AND other_id = ANY(%(ids)s::uuid[])
) AS p
CROSS JOIN LATERAL (SELECT FROM ({sight}) AS s (id) WHERE s.id = p.observation_id LIMIT 1) AS here
CROSS JOIN LATERAL (SELECT FROM ({sight}) AS s (id) WHERE s.id = p.other_id LIMIT 1) AS there
WHERE NOT {settled} ORDER BY p.id
"""


class Paired(NamedTuple):
    """Two observations that nobody has decided on, and what kind of pair they are."""

    observation_id: UUID
    other_id: UUID
    kind: str


@dataclass(frozen=True, kw_only=True)
class PairFilters:
    """What a list is narrowed to; None leaves it open."""

    kind: str | None = None
    observation: UUID | None = None


def list_unresolved(*, caller: Caller, filters: PairFilters, turn: Turn, at: datetime) -> Page:
    """One page, the latest first. Raises CapabilityRequired without a recall grant."""
    with reading(caller=caller, at=at) as reader:
        page = pairs_page(reader, filters=filters, turn=turn)
        shown = represent_pairs(page.rows, reader=reader)
    return Page(rows=shown, next=page.next, previous=page.previous)


def pairs_page(reader: Reader, *, filters: PairFilters, turn: Turn) -> Page:
    """The rows of one page, as models."""
    rows = _in_sight(reader)
    if filters.kind is not None:
        rows = rows.filter(kind=filters.kind)
    if filters.observation is not None:
        rows = rows.filter(_of([filters.observation]))
    return page_of(rows, order=_LATEST_FIRST, turn=turn)


def pairs_of(observation_ids: Collection[UUID], *, reader: Reader) -> list[Paired]:
    """The unresolved pairs of these observations whose two ends the reader may see: one query."""
    sight, named = compiled(reader.observations(), "id", prefix="sight")
    asked = {"here": current_workspace(), "ids": list(observation_ids), **named}
    return [Paired(*row) for row in fetch(_PAIRED.format(sight=sight, settled=SETTLED), asked)]


def represent_pairs(pairs: Collection[UnresolvedPair], *, reader: Reader) -> list[dict[str, Any]]:
    """The pairs as the list shows them. One query.

    How much two are alike tells of their words, so it is for those who may read both.
    """
    ends = {end for pair in pairs for end in (pair.observation_id, pair.other_id)}
    rows = reader.readable().filter(id__in=ends) if ends else None
    readable = set(rows.values_list("id", flat=True)) if rows is not None else set()
    return [
        {
            "id": str(pair.id),
            "kind": pair.kind,
            "observation": str(pair.observation_id),
            "other": str(pair.other_id),
            "raised_at": instant(pair.at),
            "why": WHY[pair.kind],
            "likeness": _likeness(pair)
            if {pair.observation_id, pair.other_id} <= readable
            else None,
        }
        for pair in pairs
    ]


def _likeness(pair: UnresolvedPair) -> dict[str, Any] | None:
    if "likeness" not in pair.detail:
        return None
    return {"by": pair.detail["by"], "value": pair.detail["likeness"]}


def _in_sight(reader: Reader) -> QuerySet[UnresolvedPair]:
    visible = reader.observations()
    pairs: QuerySet[UnresolvedPair] = UnresolvedPair.objects.unsettled()
    return pairs.filter(Exists(visible.filter(id=OuterRef("observation_id")))).filter(
        Exists(visible.filter(id=OuterRef("other_id")))
    )


def _of(observation_ids: Collection[UUID]) -> Q:
    return Q(observation_id__in=observation_ids) | Q(other_id__in=observation_ids)


def pairs_in_sight(reader: Reader, *, kind: str) -> QuerySet[UnresolvedPair]:
    """The pairs of one kind that wait for a person, as far as the reader sees both ends."""
    return _in_sight(reader).filter(kind=kind)
