"""Lineage edges as a reader may see them."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Subquery

from provenance.database.prepared import fetch
from provenance.database.tenancy import current_workspace
from provenance.models import LineageEdge, Observation
from provenance.services.reading.reader import Reader


@dataclass(frozen=True, kw_only=True)
class KnownEdge:
    """One edge of `observation`. Where `source` is None, one of the other names stands, unless it
    is hidden."""

    observation: UUID
    relation: str
    source: UUID | None = None
    event_id: str | None = None
    recall: UUID | None = None
    external: tuple[str, str] | None = None

    @property
    def state(self) -> str:
        """`unresolved` until an awaited event has come; what lies elsewhere stays so."""
        return "resolved" if self.source or self.recall else "unresolved"

    def represent(self) -> dict[str, Any]:
        """As an observation's `lineage` shows it: the relation, its state and one name."""
        shown: dict[str, Any] = {"relation": self.relation, "state": self.state}
        if self.source is not None:
            return {**shown, "observation": str(self.source)}
        if self.recall is not None:
            return {**shown, "recall": str(self.recall)}
        if self.external is not None:
            system, ref = self.external
            return {**shown, "external": {"system": system, "ref": ref}}
        return {**shown, "event_id": self.event_id}


# Most observations have none: whether they have is asked first, since the names cost more.
_WITH_EDGES = """
SELECT DISTINCT observation_id FROM lineage_edge
WHERE workspace_id = %(here)s AND observation_id = ANY(%(ids)s::uuid[])
"""


def edges_from(observation_ids: Collection[UUID], *, reader: Reader) -> list[KnownEdge]:
    """The edges of these observations to their sources, in two queries.

    Those to what the reader may not see are left out. An awaited event is looked for in the
    observation's own session now. Names in words are left out where the reader may not read what
    gave them.
    """
    asked = {"here": current_workspace(), "ids": list(observation_ids)}
    with_edges = [one for (one,) in fetch(_WITH_EDGES, asked)]
    if not with_edges:
        return []
    rows = (
        LineageEdge.objects.here()
        .filter(observation_id__in=with_edges)
        .annotate(
            seen=_first(reader.observations().filter(id=OuterRef("source_id"))),
            arrived=_first(_awaited(reader)),
            told=Exists(reader.readable().filter(id=OuterRef("observation_id"))),
        )
        .order_by("observation_position", "id")
    )
    return [_known(row) for row in rows if row.source_id is None or row.seen is not None]


def _awaited(reader: Reader) -> Any:
    return reader.observations().filter(
        principal_id=OuterRef("observation__principal_id"),
        producer_id=OuterRef("observation__producer_id"),
        session_id=OuterRef("observation__session_id"),
        event_id=OuterRef("awaited_event_id"),
    )


def _first(rows: Any) -> Subquery:
    return Subquery(rows.values("id")[:1], output_field=Observation._meta.get_field("id"))


def _known(row: Any) -> KnownEdge:
    external = None
    if row.external_ref is not None:
        external = (row.external_system, row.external_ref)
    known = KnownEdge(
        observation=row.observation_id,
        relation=row.relation,
        source=row.seen or row.arrived,
        event_id=row.awaited_event_id,
        recall=row.recall_id,
        external=external,
    )
    return known if row.told else replace(known, event_id=None, external=None)
