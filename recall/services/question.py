"""What a caller asks of the memory."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from recall.services.ranking.reasons import Reasons

INTENTS = (
    "recent",
    "preference",
    "relation",
    "semantic",
    "exact",
    "arc",
    "message",
    "goal",
)
SECTIONS = ("facts", "episodic")


@dataclass(frozen=True, kw_only=True)
class SubjectAsked:
    """A subject that the answer must be about; branch and revision mark, they do not filter."""

    kind: str
    key: str
    branch: str | None = None
    revision: str | None = None


@dataclass(frozen=True, kw_only=True)
class ShownTo:
    """The conversation that the answer is shown to."""

    session: str | None = None
    harness: str | None = None
    instance: str | None = None


@dataclass(frozen=True, kw_only=True)
class Question:
    """One recall. Times are aware; `budget_tokens` bounds the content that is returned."""

    query: str | None = None
    shown_to: ShownTo = ShownTo()
    intent: str | None = None
    session: str | None = None
    exclude_session: str | None = None
    subjects: tuple[SubjectAsked, ...] = ()
    kinds: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    as_of: datetime | None = None
    recency_weight: float | None = None
    sort: str = "relevance"
    # Turns of its session that each hit may bring along, on each side.
    neighbours: int = 0
    limit: int = 20
    budget_tokens: int = 2000
    min_score: float | None = None
    include: tuple[str, ...] = SECTIONS
    explain: bool = False

    @property
    def text(self) -> str:
        """The question's words, or nothing."""
        return (self.query or "").strip()


@dataclass
class Candidate:
    """An observation that may be returned, with what each stage says of it."""

    observation_id: UUID
    position: int
    lexical: float = 0.0
    lexical_rank: int | None = None
    matched: float = 0.0
    semantic: float | None = None
    semantic_rank: int | None = None
    recency: float = 0.0
    score: float = 0.0
    # A person said or adopted it, as the server decided when it came.
    persons_word: bool = False
    stages: tuple[str, ...] = ()
    # Its place among all candidates, from 1, before what does not hold was left out.
    rank: int | None = None
    # What its score is made of. Asked for only where somebody wants it explained.
    reasons: Callable[[], Reasons] = Reasons
