"""How many sources an observation has and how much came of it, for one line of a card."""

from collections.abc import Collection
from typing import NamedTuple
from uuid import UUID

from provenance.database.prepared import compiled, fetch
from provenance.database.tenancy import current_workspace
from provenance.models.lineage_edge import DERIVATIONS
from provenance.services.reading.reader import Reader

# Counted so far, and no further.
MOST = 100
# The inner LIMIT keeps the planner from reading the ledger for those in sight.
_NEAR = """
SELECT a.id, up.n, down.n FROM unnest(%(ids)s::uuid[]) AS a (id)
CROSS JOIN LATERAL (SELECT count(*) AS n FROM (
  SELECT FROM lineage_edge e
  CROSS JOIN LATERAL (SELECT FROM ({sight}) AS s (id) WHERE s.id = e.source_id LIMIT 1) AS seen
  WHERE e.workspace_id = %(here)s AND e.observation_id = a.id
    AND e.relation = ANY(%(derivations)s) LIMIT %(most)s) AS counted) AS up
CROSS JOIN LATERAL (SELECT count(*) AS n FROM (
  SELECT FROM lineage_edge e
  CROSS JOIN LATERAL (SELECT FROM ({sight}) AS s (id) WHERE s.id = e.observation_id LIMIT 1) AS seen
  WHERE e.workspace_id = %(here)s AND e.source_id = a.id
    AND e.relation = ANY(%(derivations)s) LIMIT %(most)s) AS counted) AS down
"""


class Near(NamedTuple):
    """The sources that the reader sees, and what was made of it directly; each at most MOST."""

    sources: int
    made: int


def near_lineage(observation_ids: Collection[UUID], *, reader: Reader) -> dict[UUID, Near]:
    """Of each observation: one query, however many. Inside the workspace."""
    sight, named = compiled(reader.observations(), "id", prefix="sight")
    asked = {
        "here": current_workspace(),
        "ids": list(observation_ids),
        "derivations": list(DERIVATIONS),
        "most": MOST,
        **named,
    }
    rows = fetch(_NEAR.format(sight=sight), asked)
    return {one: Near(sources, made) for one, sources, made in rows}
