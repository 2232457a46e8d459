"""What an erasure would destroy and what it would leave, before anybody erases."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection

from provenance.database.tenancy import current_workspace
from provenance.models import Observation
from provenance.problems import CapabilityRequired, NotFound
from provenance.services.contributing.erased import erased_among
from provenance.services.erasing import copies_of
from provenance.services.reviewing.visitor import Visitor

MOST_COPIES = 25

# As `erase_content` finds them: a wording goes with its sayer, or with all that it stands on.
_WORDINGS = """
SELECT s.id FROM statement s
WHERE s.workspace_id = %(here)s AND s.text <> '' AND s.id IN (
  SELECT said.id FROM statement said
    WHERE said.workspace_id = %(here)s AND said.said_in_id = ANY (%(going)s::uuid[])
  UNION SELECT c.statement_id FROM correction_target t JOIN correction c
    ON c.workspace_id = t.workspace_id AND c.id = t.correction_id
    WHERE t.workspace_id = %(here)s AND t.observation_id = ANY (%(going)s::uuid[])
  UNION SELECT c.statement_id FROM correction c
    WHERE c.workspace_id = %(here)s AND c.observation_id = ANY (%(going)s::uuid[])
  UNION SELECT f.statement_id FROM fact_evidence v JOIN fact f
    ON f.workspace_id = v.workspace_id AND f.id = v.fact_id
    WHERE v.workspace_id = %(here)s AND v.observation_id = ANY (%(going)s::uuid[])
  UNION SELECT f.statement_id FROM fact f
    WHERE f.workspace_id = %(here)s AND f.adoption_id = ANY (%(going)s::uuid[]))
AND (s.said_in_id = ANY (%(going)s::uuid[])
  OR (SELECT bool_and(ground = ANY (%(going)s::uuid[]))
      FROM statement_grounds(%(here)s, s.id) AS ground))
"""
_COUNTS = f"""
WITH wording AS ({_WORDINGS})
SELECT
  (SELECT count(*) FROM content c
   WHERE c.workspace_id = %(here)s AND c.observation_id = ANY (%(going)s::uuid[])),
  (SELECT count(*) FROM question q WHERE q.workspace_id = %(here)s AND q.receipt_id IN (
     SELECT x.receipt_id FROM exposure x
     WHERE x.workspace_id = %(here)s AND x.receipt_id IS NOT NULL
       AND x.observations && %(going)s::uuid[]
       AND x.at >= (SELECT min(o.recorded_at) - interval '1 day' FROM observation o
                    WHERE o.workspace_id = %(here)s AND o.id = ANY (%(going)s::uuid[])))),
  (SELECT count(*) FROM wording),
  (SELECT count(*) FROM fact f
   WHERE f.workspace_id = %(here)s AND f.statement_id IN (SELECT id FROM wording))
"""  # noqa: S608 - our own SQL


@dataclass(frozen=True, kw_only=True)
class Destruction:
    """What would go: `copies` are the first of those in sight, `copy_count` all of them.

    Counted as of now, the restricted lane aside. `refusal` says why the visitor may not erase.
    """

    observation: Observation
    copies: Sequence[Observation]
    copy_count: int
    contents: int
    questions: int
    wordings: int
    facts: int
    already: bool
    refusal: str | None

    @property
    def unseen(self) -> int:
        """How many copies are not listed."""
        return self.copy_count - len(self.copies)


def destruction_of(visitor: Visitor, *, observation_id: UUID) -> Destruction:
    """Writes nothing. NotFound alike for what is not there and what the visitor may not see.

    Raises CapabilityRequired where no grant to administer reaches the observation.
    """
    reader = visitor.reader()
    rows = reader.observations().with_source()
    if (observation := rows.filter(id=observation_id).first()) is None:
        raise NotFound
    reach = visitor.grants.reach("administer")
    going = copies_of({observation_id})
    within = Observation.objects.here().filter(reach, id__in=going)
    reached = set(within.values_list("id", flat=True))
    if observation_id not in reached:
        raise CapabilityRequired("Your administer grants do not reach this observation.")
    copies = rows.filter(id__in=going - {observation_id}).order_by("position")
    seen = reader.as_seen([observation, *copies[:MOST_COPIES]])
    contents, questions, wordings, facts = _counts(going)
    return Destruction(
        observation=observation,
        copies=seen[1:],
        copy_count=len(going) - 1,
        contents=contents,
        questions=questions,
        wordings=wordings,
        facts=facts,
        already=bool(erased_among([observation_id])),
        refusal=None
        if reached == going
        else "Your administer grants do not reach all of its copies, which would go with it.",
    )


def _counts(going: Collection[UUID]) -> tuple[int, int, int, int]:
    asked: dict[str, Any] = {"here": current_workspace(), "going": sorted(going)}
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS, asked)
        contents, questions, wordings, facts = cursor.fetchone()
    return contents, questions, wordings, facts
