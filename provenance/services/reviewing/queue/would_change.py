"""What accepting each of several proposals would change, each for itself: a what-if for a page.

The page of one proposal reckons the whole region (`reviewing/decisions.py`). Here the walk down
ends after MOST_REACHED observations a proposal, so that a page of cards stays quick, and says so.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from provenance.database.prepared import fetch
from provenance.database.tenancy import current_workspace
from provenance.models import Correction, Observation
from provenance.models.lineage_edge import DERIVATIONS
from provenance.services.correcting.fact_standing import FactChange, fact_changes, facts_on
from provenance.services.reading.reader import Reader
from provenance.services.reviewing.queue.would import Move, Sight, Would
from provenance.services.standing.region import (
    RECALLED,
    STEP_DOWN,
    Region,
    Supposed,
    read_region,
)
from provenance.services.standing.rules import EFFECTS, Act

MOST_REACHED = 200
# A decision that is yet to come has a position after all others.
_TO_COME = 2**62

# The walk of `standing/region.py`, from each proposal's targets apart, and no further than so many.
_DOWN_EACH = f"""
WITH {RECALLED},
asked AS (
  SELECT a.origin, array_agg(a.start) AS starts
  FROM unnest(%(origins)s::uuid[], %(starts)s::uuid[]) AS a (origin, start) GROUP BY a.origin
)
SELECT asked.origin, w.node FROM asked CROSS JOIN LATERAL (
  WITH RECURSIVE walk (node) AS (
    SELECT unnest(asked.starts)
    UNION
    SELECT s.node FROM walk w CROSS JOIN LATERAL ({STEP_DOWN}) s
  )
  SELECT node FROM walk LIMIT %(most)s
) w
"""  # noqa: S608 - our own SQL


def would_change(
    reader: Reader,
    proposals: Sequence[Correction],
    *,
    targets: Mapping[UUID, Sequence[Observation]],
) -> dict[UUID, Would]:
    """What each would change, by its id. A fixed number of queries. Inside the workspace."""
    moving = [one for one in proposals if one.kind in EFFECTS and targets[one.id]]
    if not moving:
        return {one.id: Would() for one in proposals}
    reached = _reached({one.id: [row.id for row in targets[one.id]] for one in moving})
    everything = {node for nodes in reached.values() for node in nodes}
    facts = facts_on(everything)
    beside = {one for fact in facts for one in fact.stands_on}
    region = _Parts(read_region(everything | beside))
    present = _present(everything)
    found: dict[UUID, tuple[list[Move], list[FactChange]]] = {}
    for one in moving:
        nodes = reached[one.id]
        touched = [fact for fact in facts if fact.stands_on & nodes]
        looked_at = nodes | {node for fact in touched for node in fact.stands_on}
        suppose = Supposed(accepted=[Act(row.id, one.kind, _TO_COME) for row in targets[one.id]])
        standing = region.around(looked_at).standing(looked_at, suppose=suppose)
        moves = [
            Move(node, present[node], after)
            for node in nodes
            if node in standing
            and node in present
            and (after := _kept(present[node], standing[node].standing)) != present[node]
        ]
        found[one.id] = moves, fact_changes(touched, standing=standing, suppose=suppose)
    sight = Sight(
        reader,
        moves=[move.id for moves, _ in found.values() for move in moves],
        facts=[fact.fact_id for _, some in found.values() for fact in some],
    )
    return {one.id: Would() for one in proposals} | {
        one.id: sight.of(
            *found[one.id],
            targets={row.id for row in targets[one.id]},
            complete=len(reached[one.id]) <= MOST_REACHED,
        )
        for one in moving
    }


class _Parts:
    """A region of which parts are reckoned: what some observations of it come from."""

    def __init__(self, region: Region) -> None:
        self.region = region
        self.beside: dict[UUID, set[UUID]] = defaultdict(set)
        for later, source in region.edges:
            self.beside[later].add(source)
        for one, other in [*region.copies, *region.said_again]:
            self.beside[one].add(other)
            self.beside[other].add(one)

    def around(self, start: Iterable[UUID]) -> Region:
        """The part that the standing of these is reckoned from."""
        kept, open_ends = set(start), list(start)
        while open_ends:
            fresh = self.beside[open_ends.pop()] - kept
            kept |= fresh
            open_ends += fresh
        return Region(
            nodes=[node for node in self.region.nodes if node.id in kept],
            edges=[edge for edge in self.region.edges if edge[0] in kept],
            copies=[pair for pair in self.region.copies if pair[0] in kept],
            said_again=[pair for pair in self.region.said_again if pair[0] in kept],
            acts=[act for act in self.region.acts if act.observation in kept],
        )


def _reached(starts: Mapping[UUID, Sequence[UUID]]) -> dict[UUID, set[UUID]]:
    asked: dict[str, Any] = {
        "here": current_workspace(),
        "derivations": list(DERIVATIONS),
        "origins": [origin for origin, ids in starts.items() for _ in ids],
        "starts": [one for ids in starts.values() for one in ids],
        "most": MOST_REACHED + 1,
    }
    reached: dict[UUID, set[UUID]] = {origin: set() for origin in starts}
    for origin, node in fetch(_DOWN_EACH, asked):
        reached[origin].add(node)
    return reached


def _present(observation_ids: Collection[UUID]) -> dict[UUID, str]:
    """Where these stand now. The restricted lane is closed: what lies there is left out."""
    rows = Observation.objects.here().filter(id__in=list(observation_ids))
    return {one: now or "reported" for one, now in rows.values_list("id", "current__standing")}


def _kept(before: str, after: str) -> str:
    """A standing that is better than reported was given elsewhere; corrections leave it."""
    return before if after == "reported" and before == "current" else after
