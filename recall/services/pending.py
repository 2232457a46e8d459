"""How many observations still wait for their vector."""

from typing import Any

from provenance.database.prepared import fetch
from provenance.database.tenancy import current_workspace
from recall.services.found import allowed_sql

# Ids are named in the query: joined to a subquery, the planner reads the whole ledger for them.
_MOST = 1_000
_WAITING = """
SELECT observation_id FROM index_work
WHERE workspace_id = %(here)s AND semantic_pending LIMIT %(most)s
"""


def waiting(allowed: Any) -> int:
    """How many of the allowed observations do, counted up to a limit. Inside the workspace."""
    ids = [one for (one,) in fetch(_WAITING, {"here": current_workspace(), "most": _MOST})]
    if not ids:
        return 0
    inner, named = allowed_sql(allowed)
    statement = f"SELECT count(*) FROM ({inner}) AS a (id, position) WHERE a.id = ANY(%(ids)s)"  # noqa: S608 - our own SQL
    ((count,),) = fetch(statement, {**named, "ids": ids})
    return int(count)
