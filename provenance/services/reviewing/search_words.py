"""Looks texts and titles through for words, row by row, in one statement."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from provenance.database.prepared import compiled, fetch
from provenance.database.tenancy import current_workspace
from provenance.models.observation_queries import ObservationQuerySet

# Each text is fetched by its index for the rows in question: left to itself the planner reads all
# contents of the ledger for a window of it.
_MET = """
WITH looked_at (id, position, session_id) AS MATERIALIZED ({rows}),
met AS MATERIALIZED (
  SELECT l.id, l.position, l.session_id, said.by_text, said.by_title
  FROM looked_at l CROSS JOIN LATERAL (
    SELECT c.text ILIKE ALL(%(patterns)s::text[]) AS by_text,
           coalesce(c.title ILIKE ALL(%(patterns)s::text[]), false) AS by_title
    FROM content c WHERE c.workspace_id = %(here)s AND c.observation_id = l.id LIMIT 1
  ) AS said
  WHERE said.by_text OR said.by_title
)
(SELECT true, id, position FROM met WHERE by_text ORDER BY position DESC LIMIT %(most)s::int)
UNION ALL
(SELECT false, session_id, max(position) FROM met WHERE by_title AND session_id IS NOT NULL
 GROUP BY session_id ORDER BY 3 DESC LIMIT %(most_titles)s::int)
"""


class Met(NamedTuple):
    """Observations by their text, sessions by a title that they bore; each the newest first."""

    observations: list[UUID]
    sessions: list[UUID]


def met_by_words(
    rows: ObservationQuerySet, *, words: Sequence[str], most: int, most_titles: int
) -> Met:
    """Those of the rows whose text or title holds every word, in any case. One query.

    It reads the text of each of the rows, so they are to be few. Inside the workspace.
    """
    sql, named = compiled(rows, "id", "position", "session_id", prefix="row")
    asked: dict[str, Any] = {
        "here": current_workspace(),
        "patterns": [f"%{_plain(word)}%" for word in words],
        "most": most,
        "most_titles": most_titles,
        **named,
    }
    found = sorted(fetch(_MET.format(rows=sql), asked), key=lambda row: -row[2])
    return Met(
        observations=[one for by_text, one, _ in found if by_text],
        sessions=[one for by_text, one, _ in found if not by_text],
    )


def _plain(word: str) -> str:
    """As a pattern that stands for itself."""
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
