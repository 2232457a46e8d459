"""What is asked of each system that is put beside this one."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, kw_only=True)
class Record:
    """One text to remember. `time` is RFC 3339, None where unknown; `order` counts in its session.

    `attributed` is the text with its speaker's name before it, None where it begins with that.
    """

    id: str
    session: str
    order: int
    speaker: str
    text: str
    time: str | None = None
    attributed: str | None = None

    @property
    def named(self) -> str:
        """For a system that keeps no speaker: who said it is part of what is found."""
        return self.attributed or self.text


@dataclass(frozen=True, kw_only=True)
class Found:
    """One result: the record's own id, and the text that came back."""

    id: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Place:
    """What a system may use: nothing beyond this machine.

    `database`: URL of a PostgreSQL database of its own, with pgvector. `embeddings`: base URL of an
    OpenAI-compatible server, of `model` with `dimension`. `folder`: a directory of its own.
    """

    database: str
    embeddings: str
    model: str
    dimension: int
    folder: str


class RefusedError(Exception):
    """The system did not take a record, and said so; the message is how, such as "409"."""


class Peer(Protocol):
    """One system. A `user` is whoever a system keeps apart: user, bank, namespace, workspace."""

    # Its version, and what was chosen where it gives a choice.
    version: str
    settings: str

    def enter(self, user: str) -> None:
        """Makes room for a user; not timed."""

    def write(self, record: Record, *, user: str) -> None:
        """Stores one record. RefusedError where the system refuses it."""

    def settle(self, user: str) -> None:
        """Waits until everything of the user can be found; not timed."""

    def ask(self, text: str, *, user: str, limit: int) -> list[Found]:
        """The best records of the user, best first."""

    def close(self) -> None:
        """Ends what it started."""
