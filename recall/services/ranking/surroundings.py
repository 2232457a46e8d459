"""Where each candidate stands: its session, its neighbours there, who spoke and when."""

from collections.abc import Collection
from typing import Any, NamedTuple

from provenance.database.prepared import fetch
from provenance.database.tenancy import current_workspace
from recall.services.arrays import bigints
from recall.services.found import allowed_sql

# Turns without an index follow one another as they came. Each side is read from one index, and
# only one of its two halves is: the other's condition is of the row in hand. Both are ordered as
# the index is, so that a long session is not sorted for two of its turns. The LIMIT keeps the
# planner from reading the texts of the whole workspace to join some hundreds.
_THREAD = """
SELECT o.position, o.kind, o.session_id::text, o.speaker_name, o.admitted_as,
       extract(epoch FROM o.ordered_at)::float8, t.length,
       {before} || {before_alike}, {after} || {after_alike}
FROM observation AS o
LEFT JOIN LATERAL (
  SELECT length FROM indexed_text WHERE workspace_id = o.workspace_id AND observation_id = o.id LIMIT 1
) AS t ON true
WHERE o.workspace_id = %(workspace)s AND o.position = ANY(%(positions)s::bigint[])
"""
_BY_INDEX = """
ARRAY(SELECT n.position FROM observation n
 WHERE o.turn_index IS NOT NULL AND n.workspace_id = %(workspace)s AND n.session_id = o.session_id
 AND (n.turn_index, n.position) {sign} (o.turn_index, o.position)
 ORDER BY n.turn_index {order}, n.position {order} LIMIT 2)
"""
_BY_ARRIVAL = """
ARRAY(SELECT n.position FROM observation n
 WHERE o.turn_index IS NULL AND n.workspace_id = %(workspace)s AND n.session_id = o.session_id
 AND n.turn_index IS NULL AND n.position {sign} o.position
 ORDER BY n.turn_index {order}, n.position {order} LIMIT 2)
"""
_BEFORE, _AFTER = {"sign": "<", "order": "DESC"}, {"sign": ">", "order": "ASC"}
_AROUND = _THREAD.format(
    before=_BY_INDEX.format(**_BEFORE),
    before_alike=_BY_ARRIVAL.format(**_BEFORE),
    after=_BY_INDEX.format(**_AFTER),
    after_alike=_BY_ARRIVAL.format(**_AFTER),
)


class Surrounding(NamedTuple):
    """`session` by its id; `happened_at` in seconds of Unix time; `before` and `after`: positions of the
    neighbours, nearest first, at most two."""

    position: int
    kind: str
    session: str | None
    speaker: str | None
    admitted_as: str
    happened_at: float | None
    length: int
    before: tuple[int, ...]
    after: tuple[int, ...]


def surroundings(*, allowed: Any, positions: Collection[int]) -> dict[int, Surrounding]:
    """The surrounding of the observation at each of these ledger positions.

    Of its neighbours those among the `allowed` rows: what the caller may not see, or did not ask
    for, gives no candidate any weight.
    """
    values: dict[str, Any] = {"workspace": current_workspace(), "positions": bigints(positions)}
    rows = fetch(_AROUND, values)
    near = {position for row in rows for side in row[-2:] for position in side}
    seen = near & set(positions) | _among(allowed, near - set(positions))
    return {row[0]: _surrounding(row, seen=seen) for row in rows}


def _among(allowed: Any, positions: Collection[int]) -> set[int]:
    """Those of the positions that are allowed."""
    if not positions:
        return set()
    inner, values = allowed_sql(allowed)
    statement = (
        f"SELECT a.position FROM ({inner}) AS a (id, position)"  # noqa: S608 - our own SQL
        " WHERE a.position = ANY(%(positions)s::bigint[])"
    )
    rows = fetch(statement, {**values, "positions": bigints(positions)})
    return {position for (position,) in rows}


def _surrounding(row: tuple[Any, ...], *, seen: set[int]) -> Surrounding:
    """The columns of the statement, in its order."""
    position, kind, session, speaker, admitted_as, happened_at, length, before, after = row
    before, after = (
        tuple(side if seen.issuperset(side) else [one for one in side if one in seen])
        for side in (before, after)
    )
    return Surrounding(
        position, kind, session, speaker, admitted_as, happened_at, length or 0, before, after
    )
