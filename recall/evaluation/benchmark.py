"""A benchmark in the one shape that everything here works on."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime


class UnreadableError(ValueError):
    """A file that is no benchmark, or a damaged one; the message is one sentence for a person."""


@dataclass(frozen=True, kw_only=True)
class Turn:
    """One unit of text that may be evidence.

    `number` numbers the sessions of the conversation, `order` the turns of a session from 0.
    `happened_at` is aware, None where the source does not tell.
    """

    id: str
    session: str
    number: int
    order: int
    speaker: str
    text: str
    happened_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class Query:
    """A question and the ids of the turns, and the sessions, that hold its evidence.

    `before`: only sessions of a lower number were there when it was asked; None for all of them.
    """

    id: str
    text: str
    gold: tuple[str, ...] = ()
    gold_sessions: tuple[str, ...] = ()
    category: str = "all"
    answerable: bool = True
    before: int | None = None


@dataclass(frozen=True, kw_only=True)
class Conversation:
    """A store of its own: its queries are answered from its turns alone, which are in order."""

    id: str
    turns: Sequence[Turn]
    queries: Sequence[Query]

    @property
    def in_steps(self) -> bool:
        """True where some questions were asked before everything had been said."""
        return any(query.before is not None for query in self.queries)

    def known_before(self, query: Query) -> int:
        """How many of the turns were there when the question was asked."""
        if query.before is None:
            return len(self.turns)
        return sum(turn.number < query.before for turn in self.turns)


@dataclass(frozen=True, kw_only=True)
class Benchmark:
    """A file: its name, the SHA-256 of its bytes (uncompressed), and its conversations.

    Those of `elsewhere` are the file's too: nothing is asked in them, but their questions are
    foreign to the others.
    """

    name: str
    sha256: str
    conversations: Sequence[Conversation]
    elsewhere: Sequence[Conversation] = ()

    @property
    def whole(self) -> Sequence[Conversation]:
        """All conversations of the file."""
        return [*self.conversations, *self.elsewhere]

    @property
    def label(self) -> str:
        """The name as a file may be called, in one word."""
        return re.sub(r"[^\w.-]+", "_", self.name)[:60].lstrip(".") or "unnamed"
