"""A lineage as a tree, to be read beside its picture."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from provenance.services.reviewing.lineage import Edge, Lineage, Node


@dataclass(frozen=True, kw_only=True)
class Branch:
    """A node under another. `again` is one that stands further up, and is not opened twice."""

    node: Node
    relation: str
    again: bool
    branches: Sequence["Branch"]


def sources_of(lineage: Lineage, *, start: UUID) -> list[Branch]:
    """What an observation comes from, and what that comes from."""
    return _grow(lineage, start, [(edge.later, edge) for edge in lineage.edges])


def descendants_of(lineage: Lineage, *, start: UUID) -> list[Branch]:
    """What came of an observation, and what came of that."""
    return _grow(lineage, start, [(edge.earlier, edge) for edge in lineage.edges])


def _grow(lineage: Lineage, start: UUID, steps: Sequence[tuple[UUID, Edge]]) -> list[Branch]:
    onward: dict[UUID, list[tuple[UUID, str]]] = defaultdict(list)
    for here, edge in steps:
        there = edge.earlier if here == edge.later else edge.later
        onward[here].append((there, edge.relation))
    return _branches(start, onward, lineage.nodes, {start})


def _branches(
    here: UUID,
    onward: Mapping[UUID, Sequence[tuple[UUID, str]]],
    nodes: Mapping[UUID, Node],
    seen: set[UUID],
) -> list[Branch]:
    branches = []
    for there, relation in onward.get(here, ()):
        again = there in seen
        seen.add(there)
        below = [] if again else _branches(there, onward, nodes, seen)
        branches.append(Branch(node=nodes[there], relation=relation, again=again, branches=below))
    return branches
