"""Finds what the assistant last said after a user's turn and before the next one."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from provenance.database.tenancy import current_workspace

# A session belongs to one principal and one producer, so who may see the question may see the
# answer. Turns with an index are walked in the order of the index `observations_thread`; those
# without one, by event time and arrival, within their session.
_ANSWERS = """
SELECT q.id, a.id, c.text
FROM observation q
LEFT JOIN LATERAL (
  SELECT n.turn_index, n.ordered_at, n.position FROM observation n
  WHERE n.workspace_id = q.workspace_id AND n.session_id = q.session_id
    AND n.kind = 'turn' AND n.speaker_role = 'user' AND coalesce(n.part_index, 0) = 0
    AND (n.turn_index, n.position) > (q.turn_index, q.position)
  ORDER BY n.turn_index, n.position LIMIT 1
) indexed ON q.turn_index IS NOT NULL
LEFT JOIN LATERAL (
  SELECT n.ordered_at, n.position FROM observation n
  WHERE n.workspace_id = q.workspace_id AND n.session_id = q.session_id
    AND n.kind = 'turn' AND n.speaker_role = 'user' AND coalesce(n.part_index, 0) = 0
    AND n.turn_index IS NULL
    AND (coalesce(n.ordered_at, '-infinity'), n.position)
      > (coalesce(q.ordered_at, '-infinity'), q.position)
  ORDER BY coalesce(n.ordered_at, '-infinity'), n.position LIMIT 1
) timed ON q.turn_index IS NULL
JOIN LATERAL (
  (SELECT s.id FROM observation s
   LEFT JOIN current_standing h ON h.workspace_id = s.workspace_id AND h.observation_id = s.id
   WHERE q.turn_index IS NOT NULL
     AND s.workspace_id = q.workspace_id AND s.session_id = q.session_id
     AND s.kind = 'turn' AND s.speaker_role = 'assistant' AND coalesce(s.part_index, 0) = 0
     AND coalesce(h.admission, s.admission) = 'admitted'
     AND coalesce(h.standing, 'reported') <> 'withdrawn'
     AND (s.turn_index, s.position) > (q.turn_index, q.position)
     AND (indexed.position IS NULL
          OR (s.turn_index, s.position) < (indexed.turn_index, indexed.position))
   ORDER BY s.turn_index DESC, s.position DESC LIMIT 1)
  UNION ALL
  (SELECT s.id FROM observation s
   LEFT JOIN current_standing h ON h.workspace_id = s.workspace_id AND h.observation_id = s.id
   WHERE q.turn_index IS NULL AND s.turn_index IS NULL
     AND s.workspace_id = q.workspace_id AND s.session_id = q.session_id
     AND s.kind = 'turn' AND s.speaker_role = 'assistant' AND coalesce(s.part_index, 0) = 0
     AND coalesce(h.admission, s.admission) = 'admitted'
     AND coalesce(h.standing, 'reported') <> 'withdrawn'
     AND (coalesce(s.ordered_at, '-infinity'), s.position)
       > (coalesce(q.ordered_at, '-infinity'), q.position)
     AND (timed.position IS NULL
          OR (coalesce(s.ordered_at, '-infinity'), s.position)
             < (coalesce(timed.ordered_at, '-infinity'), timed.position))
   ORDER BY coalesce(s.ordered_at, '-infinity') DESC, s.position DESC LIMIT 1)
) a ON true
JOIN content c ON c.workspace_id = q.workspace_id AND c.observation_id = a.id
WHERE q.workspace_id = %(here)s AND q.id = ANY(%(ids)s)
"""


class Answer(NamedTuple):
    """What the assistant said, and which observation says so."""

    id: UUID
    text: str


def answers_to(question_ids: Sequence[UUID]) -> dict[UUID, Answer]:
    """The answer to each question that has one, in one query. Inside the workspace.

    A question outside a session has none.
    """
    if not question_ids:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_ANSWERS, {"here": current_workspace(), "ids": list(question_ids)})
        return {question: Answer(one, text) for question, one, text in cursor.fetchall()}
