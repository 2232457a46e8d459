"""The lineage of one observation as a graph: what it stands on, and what stands on it."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models.functions import Left

from provenance.models.lineage_edge import DERIVATIONS
from provenance.problems import NotFound
from provenance.services.access.caller import Caller
from provenance.services.reading.ceiling import ceilings_of
from provenance.services.reading.lineage_graph_edges import COPY_OF, GraphEdge, edges_among
from provenance.services.reading.lineage_walk import Walked, walk
from provenance.services.reading.reader import Reader, reading
from provenance.services.reading.representation import source_of, times_of
from provenance.services.reading.standing_now import standing_of
from provenance.services.reading.support import support_of
from provenance.services.reading.unresolved import pairs_of

LINEAGE = "lineage"
EXCERPT_LENGTH = 200


def get_lineage(
    *, caller: Caller, observation_id: UUID, direction: str, depth: int, at: datetime
) -> dict[str, Any]:
    """The graph around an observation, as the contract shows it.

    `direction`: up (sources), down (what came of it) or both; `depth` counts edges. What the
    caller may not see is neither shown nor walked through. `complete` is false where depth or
    size cut something off. Raises NotFound.
    """
    with reading(caller=caller, at=at) as reader:
        if not reader.observations().filter(id=observation_id).exists():
            raise NotFound
        walked = walk(reader, start=observation_id, direction=direction, depth=depth)
        return graph_of(reader, start=observation_id, walked=walked)


def graph_of(reader: Reader, *, start: UUID, walked: Walked) -> dict[str, Any]:
    """Nodes, edges, roots, support and open questions of what was walked."""
    rows = _rows(reader, walked.nodes)
    edges = edges_among(walked.nodes, reader=reader)
    primaries = {row.id for row in rows if row.admitted_as == "user_primary"}
    return {
        "nodes": [_node(row, depth=walked.nodes[row.id]) for row in rows],
        "edges": [edge.represent() for edge in edges],
        "roots": [str(root) for root in _derived_from(start, edges) if root in primaries],
        "ceiling": ceilings_of([start])[start],
        "support": support_of([start])[start].represent(),
        "unresolved": _unresolved(walked.nodes, edges, reader=reader),
        "complete": walked.complete,
    }


def _rows(reader: Reader, nodes: Mapping[UUID, int]) -> list[Any]:
    # The whole text may be 64 KiB a node; a picture needs its beginning.
    rows: Any = reader.observations().filter(id__in=list(nodes)).with_source()
    rows = rows.defer("content__text").annotate(excerpt=Left("content__text", EXCERPT_LENGTH))
    return sorted(
        reader.shown(list(rows), door=LINEAGE), key=lambda row: (nodes[row.id], row.position)
    )


def _node(row: Any, *, depth: int) -> dict[str, Any]:
    standing, admission = standing_of(row)
    return {
        "id": str(row.id),
        "depth": depth,
        "kind": row.kind,
        "excerpt": None if row.words_hidden else row.excerpt,
        "speaker": {"role": row.speaker_role, "name": row.speaker_name},
        "admitted_as": row.admitted_as,
        "admission": admission,
        "standing": standing,
        "source": source_of(row),
        "times": times_of(row),
    }


def _derived_from(start: UUID, edges: Collection[GraphEdge]) -> list[UUID]:
    """The observation, its copies, and all that they are derived from, in the order found."""
    onward: dict[UUID, list[UUID]] = defaultdict(list)
    for edge in edges:
        if edge.to is not None and edge.relation in (*DERIVATIONS, COPY_OF):
            onward[edge.origin].append(edge.to)
            if edge.relation == COPY_OF:
                onward[edge.to].append(edge.origin)
    found = {start: None}
    waiting = [start]
    while waiting:
        fresh = [one for one in onward[waiting.pop()] if one not in found]
        found.update(dict.fromkeys(fresh))
        waiting += fresh
    return list(found)


def _unresolved(
    nodes: Collection[UUID], edges: Collection[GraphEdge], *, reader: Reader
) -> list[dict[str, Any]]:
    pairs = [
        {
            "kind": pair.kind,
            "observation": str(pair.observation_id),
            "other": str(pair.other_id),
            "event_id": None,
        }
        for pair in pairs_of(nodes, reader=reader)
    ]
    awaited = [
        {
            "kind": "awaited_event",
            "observation": str(edge.origin),
            "other": None,
            "event_id": edge.known.event_id,
        }
        for edge in edges
        if edge.to is None and edge.known is not None and edge.known.event_id is not None
    ]
    return [*pairs, *awaited]
