"""Hermes sessions, message by message: a compression goes on in a child session."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .hermes_message import has_marker, said
from .marks import mark
from .records import Item, Link, Record, Skipped, Status
from .said import Said
from .text import fingerprint, identifier, label
from .thread import Recent, Thread, Utterance, first_event
from .times import Moment, moment

HARNESS = "hermes"
Row = dict[str, Any]
MAX_COVERED = 32
NAMED = {
    "platform": "source",
    "model": "model",
    "cwd": "cwd",
    "branch": "git_branch",
    "parent_session": "parent_session_id",
    "chat_type": "chat_type",
}


@dataclass
class Past:
    """What was read of one session: its latest events with their foreign ids, and the last one.

    `inherits` holds while a session only repeats what its parent ended with: after the summary
    that a compression begins it with, or from the start of a branch.
    """

    last: str | None = None
    turns: int = 0
    inherits: bool = False
    events: deque[tuple[str, str]] = field(default_factory=lambda: deque(maxlen=MAX_COVERED))
    texts: deque[tuple[str, str]] = field(default_factory=lambda: deque(maxlen=256))
    calls: Recent[str] = field(default_factory=lambda: Recent(size=256))


class Sessions:
    """Reads messages of many sessions; parents first, where they are known."""

    def __init__(self, *, file: str) -> None:
        self.file = file
        self.thread = Thread(harness=HARNESS)
        self.past: Recent[Past] = Recent(size=2_000)

    def message(self, row: Row, *, session: Row, line: int) -> Iterator[Item]:
        """The items of one message; `session` is the row of its session, {} where it is lost."""
        name = identifier(row.get("session_id")) or identifier(session.get("id"))
        if name is None:
            yield Skipped(line=line, reason="misshapen", file=self.file)
            return
        past = self.past.get(name) or Past(inherits=has_marker(session, "_branched_from"))
        self.past.keep(name, past)
        if title := label(session.get("title"), limit=500):
            self.thread.titles.keep(name, title)
        reader = _Message(self, row, session, name, past, line)
        for one in said(row, session=session):
            if isinstance(one, Said):
                yield from reader.write(one)
            else:
                yield Skipped(line=line, reason=one, file=self.file)


@dataclass
class _Message:
    sessions: Sessions
    row: Row
    session: Row
    name: str
    past: Past
    line: int

    def write(self, one: Said) -> list[Item]:
        text = fingerprint(one.role + one.text)
        before = self._parent()
        if one.kind == "summary" and self.past.turns == 0:
            self.past.inherits = True
        if one.kind == "summary" and before and any(known == text for known, _ in before.texts):
            return [Skipped(line=self.line, reason="repeated_summary", file=self.sessions.file)]
        at, kept = moment(self.row.get("timestamp")), self._in_parent(one, text, before)
        foreign_session, foreign_id = kept or (self.name, self._id(one))
        lineage = self._lineage(one, before)
        covers = () if one.kind != "summary" or lineage else ("covers-unknown",)
        utterance = Utterance(
            kind=one.kind,
            role=one.role,
            name=one.name,
            text=one.text,
            source_id=self._id(one),
            session=self.name,
            foreign_session=foreign_session,
            foreign_id=foreign_id,
            at=at.at,
            lineage=lineage,
            labels=(*one.labels, *covers),
            metadata={ours: self.session.get(theirs) for ours, theirs in NAMED.items()}
            | {
                "tool_call_id": one.answers,
                "platform_message": self.row.get("platform_message_id"),
            },
        )
        items = self.sessions.thread.write(utterance, line=self.line)
        self._remember(one, text, items, foreign_id)
        return self._marked(items, at, inherited=kept is not None)

    def _id(self, one: Said) -> str:
        known = self.row.get("id")
        if isinstance(known, int) and not isinstance(known, bool) and abs(known) < 2**63:
            return f"{known}{one.suffix}"
        given = identifier(known, limit=60)
        return (given or f"n{self.past.turns}-{fingerprint(one.role + one.text)}") + one.suffix

    def _parent(self) -> Past | None:
        return self.sessions.past.get(identifier(self.session.get("parent_session_id")) or "")

    def _in_parent(self, one: Said, text: str, before: Past | None) -> tuple[str, str] | None:
        """The parent's session and id of a message that a child's beginning repeats."""
        if before is None or not self.past.inherits or one.kind == "summary":
            return None
        parent = identifier(self.session.get("parent_session_id")) or ""
        found = [foreign for known, foreign in before.texts if known == text]
        self.past.inherits = bool(found)
        return (parent, found[-1]) if found else None

    def _lineage(self, one: Said, before: Past | None) -> tuple[Link, ...]:
        if one.kind == "summary":
            if self.past.events:
                return _covers(self.past)
            parent = identifier(self.session.get("parent_session_id"))
            of = [(HARNESS, parent, foreign) for _, foreign in before.events] if before else []
            return tuple(Link(relation="summary_of", foreign=each) for each in of)
        called = self.past.calls.get(one.answers or "") if one.kind == "tool_result" else None
        event = called or self.past.last
        return (Link(relation="responds_to", event_id=event),) if event else ()

    def _remember(self, one: Said, text: str, items: list[Record | Skipped], foreign: str) -> None:
        event = first_event(items)
        # Exports hold no inactive rows: what links to them would differ from export to database.
        if event is None or self.row.get("active") == 0:
            return
        self.past.last = event
        self.past.texts.append((text, foreign))
        if one.kind != "summary":
            self.past.events.append((event, foreign))
        if one.answers and "tool-call" in one.labels:
            self.past.calls.keep(one.answers, event)

    def _marked(self, items: list[Record | Skipped], at: Moment, *, inherited: bool) -> list[Item]:
        notes = (*at.notes, "invented") if inherited and at.at else at.notes
        found: list[Item] = []
        for item in items:
            turn, self.past.turns = self.past.turns, self.past.turns + 1
            said = {"status": self._status(), "time_notes": notes, "source_type": "message"}
            found += mark([item], file=self.sessions.file, turn_index=turn, **said)
        return found

    def _status(self) -> Status:
        if self.row.get("compacted"):
            return "superseded"
        if self.row.get("active") == 0:
            return "rolled_back"
        away = self.session.get("archived") or self.session.get("hidden")
        return "archived" if away else "current"


def _covers(past: Past) -> tuple[Link, ...]:
    return tuple(Link(relation="summary_of", event_id=event) for event, _ in past.events)
