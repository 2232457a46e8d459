"""ChatGPT exports (`conversations.json`, also in numbered files): trees of messages.

docs/import/chatgpt.md says what becomes of each.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from .chatgpt_content import said
from .chatgpt_tree import Placed, placed
from .entries import Entry, entries
from .lines import mapping
from .marks import mark
from .records import Item, Link, Skipped, Status
from .said import Said
from .shape import shape
from .source import Source
from .text import identifier, label
from .thread import Thread, Utterance, first_event
from .times import moment

HARNESS = "chatgpt"


def claims(source: Source) -> list[str]:
    """The files that are arrays of conversations, each with a mapping of nodes."""
    return [
        name
        for name in source.names
        if "mapping" in shape(source.head(name)).inner.get("", ())
        and shape(source.head(name)).outer == "["
    ]


def read(source: Source, names: Sequence[str]) -> Iterator[Item]:
    """The records of each conversation, the kept branch first; `line` is the conversation's number.

    The same conversation in another file, or twice in one, has the same event ids.
    """
    for name in names:
        with source.open(name) as stream:
            for entry in entries(stream):
                yield from _conversation(entry, file=name)


def _conversation(entry: Entry, *, file: str) -> Iterator[Item]:
    talk, nodes = mapping(entry.value), mapping(mapping(entry.value).get("mapping"))
    session = identifier(talk.get("conversation_id")) or identifier(talk.get("id"))
    reason = entry.reason
    if reason is None and talk.get("is_do_not_remember") is True:
        reason = "do_not_remember"
    if reason is None and (session is None or "mapping" not in talk):
        reason = "misshapen"
    if reason or session is None:
        yield Skipped(line=entry.number, reason=reason or "misshapen", file=file)
        return
    whole = {name: node for name, node in nodes.items() if isinstance(node, dict)}
    for _ in range(len(nodes) - len(whole)):
        yield Skipped(line=entry.number, reason="misshapen", file=file)
    if not nodes:
        yield Skipped(line=entry.number, reason="empty", file=file)
    reader = _Reader(talk=talk, session=session, line=entry.number, file=file)
    for place in placed(whole, current=talk.get("current_node")):
        yield from reader.node(place)


@dataclass
class _Reader:
    """`said` and `asked` give, for each node, the last event and the last of the user up to it."""

    talk: dict[str, Any]
    session: str
    line: int
    file: str
    said: dict[str, str | None] = field(default_factory=dict)
    asked: dict[str, str | None] = field(default_factory=dict)
    turns: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        title = label(self.talk.get("title"), limit=500)
        titles = {self.session: title} if title else {}
        self.thread = Thread(harness=HARNESS, titles=titles)

    def node(self, place: Placed) -> list[Item]:
        above = place.parent or ""
        self.said[place.id] = self.said.get(above)
        self.asked[place.id] = self.asked.get(above)
        self.turns[place.id] = self.turns.get(above, 0)
        message = place.node.get("message")
        if not isinstance(message, dict):
            reason = "metadata" if message is None else "misshapen"
            return [Skipped(line=self.line, reason=reason, file=self.file)]
        found: list[Item] = []
        for one in said(message):
            if isinstance(one, Said):
                found += self._write(place, message, one)
            else:
                found.append(Skipped(line=self.line, reason=one, file=self.file))
        return found

    def _write(self, place: Placed, message: dict[str, Any], one: Said) -> list[Item]:
        at = moment(message.get("create_time"))
        lineage = self._lineage(place, one)
        derived = "bio" in one.labels and not lineage
        name = (identifier(message.get("id")) or identifier(place.id) or "-") + one.suffix
        about = mapping(message.get("metadata"))
        utterance = Utterance(
            kind=one.kind,
            role=one.role,
            text=one.text,
            name=one.name,
            source_id=name,
            session=self.session,
            foreign_session=self.session,
            at=at.at,
            lineage=lineage,
            labels=(*one.labels, "covers-unknown") if derived else one.labels,
            metadata={
                "model": about.get("model_slug"),
                "gizmo": self.talk.get("gizmo_id"),
                "archived": True if self.talk.get("is_archived") is True else None,
            },
        )
        items = self.thread.write(utterance, line=self.line)
        event = first_event(items)
        if event is None:
            return list(mark(items, file=self.file))
        if "custom-instructions" not in one.labels:
            self.said[place.id] = event
        if (one.kind, one.role) == ("turn", "user"):
            self.asked[place.id] = event
        return self._placed(items, place, at.notes)

    def _placed(self, items: Sequence[Item], place: Placed, notes: tuple[str, ...]) -> list[Item]:
        """A turn's index is its depth on its branch: that stays, whichever branch is kept."""
        found: list[Item] = []
        for item in items:
            known = {} if place.kept is None else {"turn_index": self.turns[place.id]}
            self.turns[place.id] += 1
            status: Status = "off_branch" if place.kept is False else "current"
            said = {"status": status, "time_notes": notes, "source_type": "message"}
            found += mark([item], file=self.file, **said, **known)
        return found

    def _lineage(self, place: Placed, one: Said) -> tuple[Link, ...]:
        if "bio" in one.labels:
            event = self.asked[place.id]
            return (Link(relation="derived_from", event_id=event),) if event else ()
        event = None if "custom-instructions" in one.labels else self.said[place.id]
        return (Link(relation="responds_to", event_id=event),) if event else ()
