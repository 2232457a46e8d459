"""The edges of a lineage graph: between what was walked, and to what is not here."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from provenance.models import Exposure, ProvenCopy
from provenance.services.reading.lineage_edges import KnownEdge, edges_from
from provenance.services.reading.reader import Reader

COPY_OF = "copy_of"


@dataclass(frozen=True, kw_only=True)
class GraphEdge:
    """From an observation to its source. `to` is None for an event awaited or kept elsewhere."""

    origin: UUID
    to: UUID | None
    relation: str
    known: KnownEdge | None = None

    def represent(self) -> dict[str, Any]:
        """As the contract shows it, with the other name of the source where it has one."""
        known = self.known
        return {
            "from": str(self.origin),
            "to": self.to and str(self.to),
            "relation": self.relation,
            "state": "unresolved" if self.to is None else "resolved",
            "event_id": known and known.event_id,
            "recall": known and known.recall and str(known.recall),
            "external": known
            and known.external
            and {"system": known.external[0], "ref": known.external[1]},
        }


def edges_among(nodes: Collection[UUID], *, reader: Reader) -> list[GraphEdge]:
    """The edges between these observations, and theirs that are unresolved. Three queries.

    An edge to what a recall returned becomes one for each observation that its exposures list.
    """
    known = edges_from(list(nodes), reader=reader)
    shown = _shown_by({edge.recall for edge in known if edge.recall})
    edges = [
        GraphEdge(origin=edge.observation, to=to, relation=edge.relation, known=edge)
        for edge in known
        for to in _sources(edge, shown)
        if to is None or to in nodes
    ]
    return [*edges, *_copies(nodes)]


def _sources(edge: KnownEdge, shown: dict[UUID, set[UUID]]) -> Iterator[UUID | None]:
    if edge.recall is not None:
        yield from sorted(shown.get(edge.recall, ()))
    else:
        yield edge.source


def _shown_by(recalls: Collection[UUID]) -> dict[UUID, set[UUID]]:
    """What each recall returned, as its exposures recorded it."""
    rows = Exposure.objects.here().filter(receipt_id__in=recalls)
    shown: dict[UUID, set[UUID]] = {}
    for receipt, observations in rows.values_list("receipt_id", "observations"):
        shown.setdefault(receipt, set()).update(observations)
    return shown


def _copies(nodes: Collection[UUID]) -> Iterator[GraphEdge]:
    here = list(nodes)
    rows = ProvenCopy.objects.live().filter(observation_id__in=here, original_id__in=here)
    for copy in rows.order_by("id"):
        yield GraphEdge(origin=copy.observation_id, to=copy.original_id, relation=COPY_OF)
