"""The cards of the queue: each thing that waits, with what a person needs to decide on it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from provenance.models import Observation
from provenance.services.correcting.proposal import FACT_MAKING
from provenance.services.reading.standing_now import standing_of
from provenance.services.reading.support import NONE, Support
from provenance.services.reviewing.queue.near_lineage import Near
from provenance.services.reviewing.queue.rights import May
from provenance.services.reviewing.queue.would import Would

NO_LINE = Near(0, 0)


@dataclass(frozen=True, kw_only=True)
class Moved:
    """One observation, and where it stands before and after."""

    observation: Observation
    before: str
    after: str


@dataclass(frozen=True, kw_only=True)
class Card:
    """One thing that waits.

    `about` are the observations that it is about, as their reader sees them, `claim` the one whose
    words stand on the card. `told` is the proposal, pair or plan as its list shows it. `recall`
    says what recall would answer differently, `age` for how long it has waited.
    """

    kind: str
    id: UUID
    since: datetime
    age: str
    may: May
    recall: Sequence[str]
    about: Sequence[Moved] = ()
    told: dict[str, Any] = field(default_factory=dict)
    would: Would = field(default_factory=Would)
    statement: str | None = None
    support: Support = NONE
    lineage: Near = NO_LINE
    rule: str | None = None
    likeness: int | None = None

    @property
    def claim(self) -> Moved | None:
        """The first of what it is about."""
        return self.about[0] if self.about else None

    @property
    def further(self) -> int:
        """How many more observations it is about."""
        return max(len(self.about) - 1, 0)

    @property
    def item(self) -> str:
        """What a form names it by."""
        return f"{self.kind}:{self.id}"

    @property
    def alike(self) -> bool:
        """True for a pair whose two may be one event; others never are."""
        return self.kind == "equivalent"

    @property
    def decidable(self) -> bool:
        """True for those kinds that are decided from the queue."""
        return self.kind in ("change", "fact", "held")


def moved(rows: Sequence[Observation], would: Would) -> list[Moved]:
    """The rows with where they stand and would stand."""
    found = []
    for row in rows:
        before, _ = standing_of(row)
        found.append(Moved(observation=row, before=before, after=would.after.get(row.id, before)))
    return found


def statement_of(told: dict[str, Any], targets: Sequence[Observation]) -> str | None:
    """The words that would become a fact, where they are not those of the claim itself."""
    statement: str | None = told["statement"]
    said = targets[0].said if targets and not targets[0].words_hidden else None
    return statement if statement and (said is None or said.text != statement) else None


def makes_fact(told: dict[str, Any]) -> bool:
    """True where acceptance would make a fact."""
    if told["kind"] not in FACT_MAKING:
        return False
    return told["kind"] != "supersede" or told["statement"] is not None
