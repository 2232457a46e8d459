"""What was weighed beside the targets of a proposal, for the page on which a person decides."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from provenance.models import Observation
from provenance.services.reviewing.visitor import Visitor
from provenance.services.reviewing.words import words_of

_WHY = {
    "polarity": "says the opposite",
    "number": "names another number",
    "contradiction": "contradicts what was withdrawn",
    "foreign_conflict": "goes by the same name elsewhere, with other words",
}


@dataclass(frozen=True, kw_only=True)
class Beside:
    """One observation that was weighed and is no target: its words, and why it is here."""

    observation: Observation
    words: str
    why: str
    people: int | None = None


@dataclass(frozen=True, kw_only=True)
class Weighing:
    """What speaks for and against a proposal besides its targets, each in its order."""

    told: dict[str, Any]
    alike: list[Beside]
    against: list[Beside]

    @property
    def rows(self) -> list[Observation]:
        """The observations that the page names."""
        return [one.observation for one in [*self.alike, *self.against]]


def weighing_for(visitor: Visitor, told: dict[str, Any] | None) -> Weighing | None:
    """The weighing as `represent_to` tells it, with words; None where there is none."""
    if told is None:
        return None
    against = [*told["counter_evidence"], *told["conflicts"]]
    ids = [UUID(one["observation"]) for one in [*told["alike"], *against]]
    reader = visitor.reader()
    rows = list(reader.observations().filter(id__in=ids).with_source())
    found = {str(row.id): row for row in reader.as_seen(rows)}
    return Weighing(
        told=told,
        alike=[
            Beside(
                observation=found[one["observation"]],
                words=words_of(found[one["observation"]]),
                why="alike",
                people=one["independent"],
            )
            for one in told["alike"]
        ],
        against=[
            Beside(
                observation=found[one["observation"]],
                words=words_of(found[one["observation"]]),
                why=_WHY[one["why"]],
            )
            for one in against
        ],
    )
