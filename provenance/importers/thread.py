"""What a reader remembers between lines: bounded, so that a file of any length can be read."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Generic, TypeVar

from .records import Link, Record, Skipped
from .text import facts, fingerprint, label, pieces, trouble

V = TypeVar("V")
MAX_EVENT_ID = 200


class Recent(OrderedDict[str, V], Generic[V]):
    """A mapping that forgets its oldest entries beyond `size`."""

    def __init__(self, *, size: int = 20_000) -> None:
        super().__init__()
        self.size = size

    def keep(self, key: str, value: V) -> None:
        self[key] = value
        self.move_to_end(key)
        if len(self) > self.size:
            self.popitem(last=False)


@dataclass(kw_only=True)
class Utterance:
    """What one part of a line says, before it is cut to size and named.

    `foreign_id` is what the source itself calls it, where it does; else `source_id` does for both.
    """

    kind: str
    role: str
    text: str
    source_id: str
    session: str | None
    name: str | None = None
    at: datetime | None = None
    lineage: tuple[Link, ...] = ()
    labels: tuple[str, ...] = ()
    metadata: Mapping[str, object] = field(default_factory=dict)
    foreign_session: str | None = None
    foreign_id: str | None = None
    suffix: str = ""


class Thread:
    """Names utterances and counts the turns of each session of one file."""

    def __init__(self, *, harness: str, titles: Mapping[str, str] | None = None) -> None:
        self.harness = harness
        self.titles: Recent[str] = Recent(size=1_000)
        for session, title in (titles or {}).items():
            self.titles.keep(session, title)
        self._turns: Recent[int] = Recent(size=1_000)

    def write(self, said: Utterance, *, line: int) -> list[Record | Skipped]:
        """One record, or ordered parts of one; or why the text cannot be stored."""
        if reason := trouble(said.text):
            return [Skipped(line=line, reason=reason)]
        texts = pieces(said.text)
        return [
            self._record(said, text, line=line, part=(index, len(texts)))
            for index, text in enumerate(texts)
        ]

    def _record(self, said: Utterance, text: str, *, line: int, part: tuple[int, int]) -> Record:
        several = part[1] > 1
        source_id = f"{said.source_id}:{part[0]}" if several else said.source_id
        return Record(
            event_id=self._event_id(said.session, source_id + said.suffix),
            kind=said.kind,
            speaker_role=said.role,
            speaker_name=label(said.name, limit=200),
            content=text,
            part=part if several else None,
            session_id=said.session,
            session_title=label(self.titles.get(said.session or ""), limit=500),
            turn_index=self._next_turn(said.session),
            observed_at=said.at,
            # Parts share it: which one it is stands beside it.
            foreign=(self.harness, said.foreign_session, said.foreign_id or said.source_id),
            harness=self.harness,
            instance="imported",
            lineage=said.lineage,
            labels=said.labels,
            metadata=facts(said.metadata),
            line=line,
        )

    def _event_id(self, session: str | None, source_id: str) -> str:
        full = f"import:{self.harness}:{session or '-'}:{source_id}"
        if len(full) <= MAX_EVENT_ID:
            return full
        return f"import:{self.harness}:sha256-{fingerprint(full, length=64)}"

    def _next_turn(self, session: str | None) -> int | None:
        if session is None:
            return None
        turn = self._turns.get(session, -1) + 1
        self._turns.keep(session, turn)
        return turn


def first_event(found: list[Record | Skipped]) -> str | None:
    """The event id that later records of the thread point to."""
    return next((item.event_id for item in found if isinstance(item, Record)), None)
