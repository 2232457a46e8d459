"""What became of one question."""

from dataclasses import asdict, dataclass, field
from typing import Any

MEMORY = "memory"
OWN, FOREIGN = "own", "foreign"

Scores = dict[str, float]


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What recall returned: turn ids, best first, and what it said of its own answer.

    `confidence` is 0–1. `tokens` is the size of the answer within the large budget in which it is
    scored, `tokens_default` and `ms` the size and the time of the same question as callers ask it.
    """

    ranked: tuple[str, ...]
    confidence: float
    abstained: bool
    tokens: int
    tokens_default: int
    ms: float


@dataclass(frozen=True, kw_only=True)
class Answered:
    """A question with its answer, and by system what was found and how well.

    `scores` is empty for questions without known evidence. `leaked` counts turns that were
    returned though they were said later: always 0.
    """

    conversation: str
    id: str
    kind: str
    category: str
    answerable: bool
    answer: Answer
    ranked: dict[str, tuple[str, ...]] = field(default_factory=dict)
    scores: dict[str, Scores] = field(default_factory=dict)
    leaked: int = 0

    @property
    def scored(self) -> bool:
        """True where it counts for the means: it has an answer, and known evidence."""
        return self.kind == OWN and self.answerable and bool(self.scores)

    def as_json(self) -> dict[str, Any]:
        """For a file."""
        return asdict(self)

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> "Answered":
        """From a file."""
        answer = {**row["answer"], "ranked": tuple(row["answer"]["ranked"])}
        ranked = {system: tuple(ids) for system, ids in row["ranked"].items()}
        return cls(**{**row, "answer": Answer(**answer), "ranked": ranked})
