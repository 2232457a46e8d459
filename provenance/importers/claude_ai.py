"""Claude.ai data exports (`conversations.json`): conversations with their messages.

docs/import/claude-ai.md says what becomes of each.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from .chatgpt_tree import Placed, placed
from .claude_ai_content import said
from .entries import Entry, entries
from .lines import mapping
from .marks import mark
from .records import Item, Link, Skipped
from .said import Said
from .shape import shape
from .source import Source
from .text import fingerprint, identifier, label
from .thread import Thread, Utterance, first_event
from .times import Moment, moment

HARNESS = "claude-ai"
MAX_COVERED = 32
# What the first message of a conversation names as the one before it.
NOBODY = "00000000-0000-4000-8000-000000000000"


def claims(source: Source) -> list[str]:
    """The files that are arrays of conversations with `chat_messages`."""
    return [
        name
        for name in source.names
        if {"uuid", "chat_messages"} <= shape(source.head(name)).inner.get("", set())
    ]


def read(source: Source, names: Sequence[str]) -> Iterator[Item]:
    """The records of each conversation; `line` is the conversation's number in its file."""
    for name in names:
        with source.open(name) as stream:
            for entry in entries(stream):
                yield from _conversation(entry, file=name)


def _conversation(entry: Entry, *, file: str) -> Iterator[Item]:
    talk = mapping(entry.value)
    session, messages = identifier(talk.get("uuid")), talk.get("chat_messages")
    if entry.reason or session is None or not isinstance(messages, list):
        yield Skipped(line=entry.number, reason=entry.reason or "misshapen", file=file)
        return
    if not messages:
        yield Skipped(line=entry.number, reason="empty", file=file)
    reader = _Reader(talk=talk, session=session, line=entry.number, file=file)
    for place in _ordered(talk, messages):
        yield from reader.message(place)
    yield from reader.summary()


def _ordered(talk: dict[str, Any], messages: list[Any]) -> list[Placed]:
    """By the tree where the export has one, else in the order of the file, each after the last."""
    nodes: dict[str, dict[str, Any]] = {}
    for index, value in enumerate(messages):
        name = identifier(mapping(value).get("uuid")) or f"#{index}"
        parent = identifier(mapping(value).get("parent_message_uuid"))
        nodes.setdefault(name, {"message": value, "parent": None if parent == NOBODY else parent})
    leaf = identifier(talk.get("current_leaf_message_uuid"))
    if leaf is not None:
        return placed(nodes, current=leaf)
    above = [None, *nodes]
    return [
        Placed(name, node, parent, None)
        for parent, (name, node) in zip(above, nodes.items(), strict=False)
    ]


@dataclass
class _Reader:
    talk: dict[str, Any]
    session: str
    line: int
    file: str
    said: dict[str, str | None] = field(default_factory=dict)
    covered: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        title = label(self.talk.get("name"), limit=500)
        self.thread = Thread(harness=HARNESS, titles={self.session: title} if title else {})

    def message(self, place: Placed) -> Iterator[Item]:
        self.said[place.id] = self.said.get(place.parent or "")
        value = place.node["message"]
        if not isinstance(value, dict):
            yield Skipped(line=self.line, reason="misshapen", file=self.file)
            return
        at = moment(value.get("created_at"))
        for one in said(value):
            if isinstance(one, Said):
                yield from self._write(place, one, at)
            else:
                yield Skipped(line=self.line, reason=one, file=self.file)

    def _write(self, place: Placed, one: Said, at: Moment) -> Iterator[Item]:
        before = self.said[place.id]
        found = self.thread.write(
            Utterance(
                kind=one.kind,
                role=one.role,
                text=one.text,
                name=one.name,
                source_id=place.id + one.suffix,
                session=self.session,
                foreign_session=self.session,
                at=at.at,
                lineage=(Link(relation="responds_to", event_id=before),) if before else (),
                labels=one.labels,
            ),
            line=self.line,
        )
        if event := first_event(found):
            self.said[place.id] = event
            if place.kept is not False:
                self.covered = [*self.covered, event][-MAX_COVERED:]
        status = "off_branch" if place.kept is False else "current"
        yield from mark(
            found, file=self.file, source_type="message", status=status, time_notes=at.notes
        )

    def summary(self) -> Iterator[Item]:
        """The service's own summary of the whole: it has no time."""
        text = self.talk.get("summary")
        if not isinstance(text, str) or not text.strip():
            return
        links = tuple(Link(relation="summary_of", event_id=event) for event in self.covered)
        of = self.covered[-1] if self.covered else ""
        said = Utterance(
            kind="summary",
            role="assistant",
            text=text,
            source_id=f"summary:{fingerprint(text + of)}",
            session=self.session,
            foreign_session=self.session,
            lineage=links,
            labels=() if links else ("covers-unknown",),
        )
        found = self.thread.write(said, line=self.line)
        yield from mark(found, file=self.file, source_type="summary", time_notes=("missing",))
