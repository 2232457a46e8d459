"""Copies are one item: the one that counts for most stands for all of them."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from uuid import UUID

from provenance.database.prepared import fetch
from provenance.database.tenancy import current_workspace
from provenance.models import Observation
from recall.services.arrays import bigints
from recall.services.question import Candidate

_PERSONS_OWN = "user_primary"
# Of several originals the earliest counts: it comes last, and so stays.
# OFFSET keeps the planner from reading all copies to join them with a few hundred candidates.
_ORIGINALS = """
SELECT o.id, c.original_id FROM observation o CROSS JOIN LATERAL (
  SELECT c.original_id FROM live_copy c
  WHERE c.workspace_id = o.workspace_id AND c.observation_id = o.id OFFSET 0
) AS c CROSS JOIN LATERAL (
  SELECT s.position FROM observation s
  WHERE s.workspace_id = o.workspace_id AND s.id = c.original_id OFFSET 0
) AS s
WHERE o.workspace_id = %(workspace)s AND o.position = ANY(%(positions)s::bigint[])
ORDER BY s.position DESC
"""


def without_copies(candidates: list[Candidate]) -> tuple[list[Candidate], int]:
    """The candidates (best first) without proven copies of others, and how many were dropped.

    Of copies that were found the best place is kept, and the person's own word takes it, else
    the earliest: a claim that a copy is the same never puts itself in the original's stead.
    """
    originals = _originals(candidate.position for candidate in candidates)
    if not originals:
        return candidates, 0
    groups: dict[UUID, list[Candidate]] = {}
    for candidate in candidates:
        groups.setdefault(_event(candidate.observation_id, originals), []).append(candidate)
    standing = _standing_for([group for group in groups.values() if len(group) > 1])
    kept = [
        replace(
            group[0], observation_id=standing.get(group[0].observation_id, group[0].observation_id)
        )
        for group in groups.values()
    ]
    return kept, len(candidates) - len(kept)


def _originals(positions: Iterable[int]) -> dict[UUID, UUID]:
    """What the observations at these ledger positions are copies of, by their ids."""
    values: dict[str, Any] = {"workspace": current_workspace(), "positions": bigints(positions)}
    return dict(fetch(_ORIGINALS, values))


def _event(observation_id: UUID, originals: dict[UUID, UUID]) -> UUID:
    """The first original of a chain of copies. Copies point to earlier rows, so a chain ends."""
    while observation_id in originals:
        observation_id = originals[observation_id]
    return observation_id


def _standing_for(groups: list[list[Candidate]]) -> dict[UUID, UUID]:
    """For the best-ranked of each group: which of the group is shown in its place."""
    ids = [candidate.observation_id for group in groups for candidate in group]
    rows = Observation.objects.here().filter(id__in=ids)
    rank = {
        row_id: (admitted_as != _PERSONS_OWN, position)
        for row_id, admitted_as, position in rows.values_list("id", "admitted_as", "position")
    }
    return {
        group[0].observation_id: min((one.observation_id for one in group), key=rank.__getitem__)
        for group in groups
    }
