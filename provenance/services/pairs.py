"""Records that two observations may be the same: neither merged, nor counted, nor erased for it."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from provenance.database.kept import Kept
from provenance.database.prepared import fetch
from provenance.database.tenancy import current_workspace
from provenance.models import LineageEdge, Observation, UnresolvedPair
from provenance.services.contributing.echo import sources_of
from provenance.services.contributing.exposures_seen import shown_among

POSSIBLE_EQUIVALENT = "possible_equivalent"
MOST_PAIRS = 3
_TAKEN = """
SELECT observation_id, other_id FROM unresolved_pair
WHERE workspace_id = %(here)s AND kind = %(kind)s AND observation_id = ANY(%(ids)s::uuid[])
UNION
SELECT observation_id, other_id FROM unresolved_pair
WHERE workspace_id = %(here)s AND kind = %(kind)s AND other_id = ANY(%(ids)s::uuid[])
"""
# Copies among these and the observation itself, and what names the observation as its source.
_LINKED = """
SELECT observation_id FROM live_copy
WHERE workspace_id = %(here)s AND observation_id = ANY(%(own)s::uuid || %(ids)s::uuid[])
UNION ALL
SELECT observation_id FROM lineage_edge
WHERE workspace_id = %(here)s AND source_id = %(own)s AND observation_id = ANY(%(ids)s::uuid[])
"""
_EDGES = Kept(
    LineageEdge, rest="WHERE one.workspace_id = %(here)s AND one.observation_id = %(own)s"
)


@dataclass(frozen=True)
class Alike:
    """Another observation, by what it is like this one (text, trigram, vector), and how much: 0–1."""

    other: Observation
    by: str
    likeness: float


def record_equivalents(observation: Observation, alike: Sequence[Alike], *, at: datetime) -> int:
    """Pairs the observation with the first of these, best first; returns with how many.

    No observation is in more than MOST_PAIRS pairs of this kind. A proven copy is in none, since
    its event is; nor is what names the other as its source. The later one of a pair is its
    `observation`. Inside the workspace.
    """
    others = without_lineage(observation, alike)
    if not others:
        return 0
    pairs = _pairs([observation.id, *(one.other.id for one in others)])
    taken = Counter(one for pair in pairs for one in pair)
    free = [
        one
        for one in others
        if taken[one.other.id] < MOST_PAIRS and {observation.id, one.other.id} not in pairs
    ][: max(0, MOST_PAIRS - taken[observation.id])]
    UnresolvedPair.objects.all().add(
        [_pair(observation, one, at=at) for one in free], skip_existing=True
    )
    return len(free)


def _pair(observation: Observation, alike: Alike, *, at: datetime) -> UnresolvedPair:
    later, earlier = observation, alike.other
    if later.position < earlier.position:
        later, earlier = earlier, later
    shown = shown_among([earlier], to=later, until=later.recorded_at)
    return UnresolvedPair(
        workspace_id=observation.workspace_id,
        observation=later,
        other=earlier,
        kind=POSSIBLE_EQUIVALENT,
        detail={"by": alike.by, "likeness": round(alike.likeness, 3), "shown": bool(shown)},
        at=at,
    )


def _pairs(observation_ids: Collection[UUID]) -> list[set[UUID]]:
    """The possible equivalents in which one of these takes part."""
    rows = fetch(
        _TAKEN,
        {"here": current_workspace(), "ids": list(observation_ids), "kind": POSSIBLE_EQUIVALENT},
    )
    return [set(pair) for pair in rows]


def without_lineage(observation: Observation, alike: Sequence[Alike]) -> list[Alike]:
    """Those of which nothing is known yet: no copies, no sources, nothing made of it."""
    ids = [one.other.id for one in alike]
    if not ids:
        return []  # as mostly: nothing has to be asked then
    asked = {"here": current_workspace(), "own": observation.id, "ids": ids}
    known = {one for (one,) in fetch(_LINKED, asked)}
    if observation.id in known:
        return []
    known.update(sources_of(_EDGES.rows(own=observation.id)))
    return [one for one in alike if one.other.id not in known]
