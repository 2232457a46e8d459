"""The near lineage of an observation, small enough to look at."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models.functions import Left

from provenance.services.reading.lineage_graph_edges import GraphEdge, edges_among
from provenance.services.reading.lineage_walk import walk
from provenance.services.reading.reader import Reader
from provenance.services.reading.standing_now import standing_of

DEPTH = 6
MOST_NODES = 40
_EXCERPT = 200
_CONTEXT = "responds_to"


@dataclass(frozen=True, kw_only=True)
class Node:
    """One observation of a lineage; `text` is its beginning, nothing where that is hidden."""

    id: UUID
    position: int
    speaker: str
    kind: str
    text: str
    hidden: bool
    admitted_as: str
    standing: str
    here: bool


@dataclass(frozen=True, kw_only=True)
class Edge:
    """`later` has this relation to `earlier`."""

    later: UUID
    earlier: UUID
    relation: str


@dataclass(frozen=True, kw_only=True)
class Lineage:
    """Nodes and edges around an observation, and the sources of its own that are not here."""

    nodes: Mapping[UUID, Node]
    edges: Sequence[Edge]
    elsewhere: Sequence[GraphEdge]
    complete: bool


def lineage_of(reader: Reader, *, start: UUID) -> Lineage:
    """What the observation comes from and what came of it, as far as the reader may see.

    Derivations are followed; answers only from the observation itself, since they would lead
    through the whole conversation. `complete` is false where something was cut off.
    """
    walked = walk(reader, start=start, direction="both", depth=DEPTH)
    edges = edges_among(walked.nodes, reader=reader)
    near = _near(start, edges)
    kept = set(near[:MOST_NODES])
    rows = reader.observations().filter(id__in=kept).select_related("current")
    shown = rows.annotate(excerpt=Left("content__text", _EXCERPT)).order_by("position")
    return Lineage(
        nodes={row.id: _node(row, here=row.id == start) for row in reader.as_seen(list(shown))},
        edges=_between(edges, kept),
        elsewhere=[edge for edge in edges if edge.to is None and edge.origin == start],
        complete=walked.complete and len(near) <= MOST_NODES,
    )


def _near(start: UUID, edges: Iterable[GraphEdge]) -> list[UUID]:
    """What is drawn, nearest first."""
    beside: dict[UUID, list[UUID]] = defaultdict(list)
    for edge in edges:
        if edge.to is not None and _followed(edge, start):
            beside[edge.origin].append(edge.to)
            beside[edge.to].append(edge.origin)
    found = [start]
    known = {start}
    for node in found:
        fresh = [other for other in dict.fromkeys(beside[node]) if other not in known]
        known.update(fresh)
        found.extend(fresh)
    return found


def _followed(edge: GraphEdge, start: UUID) -> bool:
    return edge.relation != _CONTEXT or start in (edge.origin, edge.to)


def _between(edges: Iterable[GraphEdge], kept: Collection[UUID]) -> list[Edge]:
    return [
        Edge(later=edge.origin, earlier=edge.to, relation=edge.relation)
        for edge in edges
        if edge.to in kept and edge.to is not None and edge.origin in kept
    ]


def _node(row: Any, *, here: bool) -> Node:
    return Node(
        id=row.id,
        position=row.position,
        speaker=row.speaker_name or row.speaker_role,
        kind=row.kind,
        text="" if row.words_hidden else row.excerpt or "",
        hidden=row.words_hidden,
        admitted_as=row.admitted_as,
        standing=standing_of(row)[0],
        here=here,
    )
