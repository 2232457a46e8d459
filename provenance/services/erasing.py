"""The steps of an erasure: what belongs together, and what goes."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Self
from uuid import UUID

from django.db import connection
from django.db.models import Q, Subquery

from provenance.database.tenancy import current_workspace
from provenance.models import Fact, FactStanding, ProvenCopy
from provenance.services.correcting.fact_standing import standings_of_fact

_GONE = "The words that it stood on were erased."


@dataclass(frozen=True)
class Destroyed:
    """How many rows lost their words."""

    contents: int = 0
    questions: int = 0
    statements: int = 0

    def __add__(self, other: Self) -> "Destroyed":
        return Destroyed(
            self.contents + other.contents,
            self.questions + other.questions,
            self.statements + other.statements,
        )

    def represent(self) -> dict[str, int]:
        """As a receipt shows it."""
        return asdict(self)


def one_erasure_at_a_time() -> None:
    """Erasures of a workspace wait for each other, until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))",
            [f"erasures of {current_workspace()}"],
        )


def copies_of(observation_ids: Collection[UUID]) -> set[UUID]:
    """These observations with all that is proven to be the same, either way, transitively."""
    found, new = set(observation_ids), set(observation_ids)
    while new:
        pairs = ProvenCopy.objects.live().filter(Q(observation__in=new) | Q(original__in=new))
        ends = {one for pair in pairs.values_list("observation_id", "original_id") for one in pair}
        new = ends - found
        found |= new
    return found


def destroy(observation_ids: Collection[UUID]) -> tuple[Destroyed, set[UUID]]:
    """Calls the one function that may; returns what it destroyed, and the copies that it saw left."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT contents, questions, statements, copies_left FROM erase_content(%s, %s)",
            [current_workspace(), sorted(observation_ids)],
        )
        contents, questions, statements, left = cursor.fetchone()
    return Destroyed(contents, questions, statements), set(left)


def withdraw_wordless_facts(*, by: UUID, at: datetime) -> int:
    """Ends the facts whose wording was destroyed; returns how many."""
    now = Subquery(standings_of_fact().values("standing")[:1])
    facts = Fact.objects.here().filter(statement__text="").annotate(now=now)
    over = list(facts.filter(Q(now=None) | ~Q(now="withdrawn")))
    FactStanding.objects.all().add(
        FactStanding(
            workspace_id=current_workspace(),
            fact=fact,
            standing="withdrawn",
            by_id=by,
            reason=_GONE,
            at=at,
        )
        for fact in over
    )
    return len(over)
