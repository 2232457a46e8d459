"""Where each candidate stands: its session, its neighbours there, who spoke and when."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from provenance.database.tenancy import current_workspace
from recall.services.found import allowed_sql

# Neighbours are looked for among the allowed rows alone: what the caller may not see, or did not
# ask for, gives no candidate any weight. Turns without an index follow one another as they came.
_THREAD = """
SELECT o.id, o.session_id, o.speaker_name, o.admitted_as, o.ordered_at,
       t.length, before.positions, before.ids, after.positions, after.ids
FROM observation AS o
LEFT JOIN indexed_text AS t ON t.workspace_id = o.workspace_id AND t.observation_id = o.id
LEFT JOIN LATERAL (
  SELECT array_agg(position) AS positions, array_agg(id) AS ids FROM ({before}) AS near) AS before ON true
LEFT JOIN LATERAL (
  SELECT array_agg(position) AS positions, array_agg(id) AS ids FROM ({after}) AS near) AS after ON true
WHERE o.workspace_id = %(workspace)s AND o.position = ANY(%(positions)s)
"""
_NEAR = """
(SELECT a.position, a.id FROM ({allowed}) AS a (position, id, session_id, turn_index)
 WHERE a.session_id = o.session_id AND (a.turn_index, a.position) {sign} (o.turn_index, o.position)
 ORDER BY a.turn_index {order}, a.position {order} LIMIT 2)
UNION ALL
(SELECT a.position, a.id FROM ({allowed}) AS a (position, id, session_id, turn_index)
 WHERE a.session_id = o.session_id AND a.turn_index IS NULL AND o.turn_index IS NULL
 AND a.position {sign} o.position ORDER BY a.position {order} LIMIT 2)
"""


@dataclass(frozen=True)
class Surrounding:
    """`before` and `after`: ledger position and id of the neighbours, nearest first, at most two."""

    session: UUID | None
    speaker: str | None
    admitted_as: str
    happened_at: datetime | None
    length: int
    before: tuple[tuple[int, UUID], ...]
    after: tuple[tuple[int, UUID], ...]


def surroundings(*, allowed: Any, positions: Collection[int]) -> dict[UUID, Surrounding]:
    """The surrounding of the observation at each of these ledger positions, by its id."""
    inner, values = allowed_sql(allowed, "position", "id", "session_id", "turn_index")
    near = {
        "before": _NEAR.format(allowed=inner, sign="<", order="DESC"),
        "after": _NEAR.format(allowed=inner, sign=">", order="ASC"),
    }
    here: dict[str, Any] = {"workspace": current_workspace(), "positions": list(positions)}
    with connection.cursor() as cursor:
        cursor.execute(_THREAD.format(**near), {**values, **here})
        return {row[0]: _surrounding(row[1:]) for row in cursor.fetchall()}


def _surrounding(row: tuple[Any, ...]) -> Surrounding:
    """The columns of the statement after the first, in its order."""
    session, speaker, admitted_as, happened_at, length, *near = row
    before, before_ids, after, after_ids = (found or () for found in near)
    return Surrounding(
        session=session,
        speaker=speaker,
        admitted_as=admitted_as,
        happened_at=happened_at,
        length=length or 0,
        before=tuple(zip(before, before_ids, strict=True)),
        after=tuple(zip(after, after_ids, strict=True)),
    )
