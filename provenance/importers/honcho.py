"""Honcho v3: what its API answered (lists, a session's context, a card) and requests to create.

docs/import/honcho.md says what becomes of each.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from .entries import Entry, entries
from .lines import mapping
from .marks import mark
from .records import Item, Link, Record, Skipped
from .shape import Shape, shape
from .source import Source
from .text import fingerprint, identifier
from .thread import Recent, Thread, Utterance
from .times import moment

HARNESS = "honcho"
MESSAGE = {"content", "peer_id"}
CONCLUSION = {"content", "observer_id", "observed_id"}
PAGE = {"items", "total", "page", "size", "pages"}
# A peer says of itself what it is, where somebody has written it there.
ROLES = {
    "agent": "assistant", "assistant": "assistant", "bot": "assistant", "ai": "assistant",
    "human": "user", "user": "user", "person": "user",
}  # fmt: skip


def claims(source: Source) -> list[str]:
    """The files that are shaped as answers of the API, or as requests to it."""
    return [name for name in source.names if _is_honcho(shape(source.head(name)))]


def _is_honcho(found: Shape) -> bool:
    for key in ("items", "messages", "conclusions", "observations"):
        members = found.inner.get(key, set())
        if members >= MESSAGE or members >= CONCLUSION:
            return True
    if found.outer == "{" and found.keys == {"peer_card"}:
        return True
    items = found.inner.get("items", set())
    return found.keys >= PAGE and {"id", "configuration", "metadata"} <= items


def read(source: Source, names: Sequence[str]) -> Iterator[Item]:
    """The records of each file; `line` is the number of the member or item."""
    roles = _roles(source, names)
    thread = Thread(harness=HARNESS)
    events: Recent[Record] = Recent(size=20_000)
    for name in names:
        reader = _File(name, roles, thread, events)
        with source.open(name) as stream:
            for entry in entries(stream):
                yield from reader.entry(entry)


def _roles(source: Source, names: Sequence[str]) -> Recent[str]:
    found: Recent[str] = Recent(size=100_000)
    for name in names:
        if "configuration" not in shape(source.head(name)).inner.get("items", set()):
            continue
        with source.open(name) as stream:
            for entry in entries(stream):
                peer = mapping(entry.value)
                kind = mapping(peer.get("metadata")).get("kind")
                if isinstance(peer.get("id"), str) and isinstance(kind, str):
                    found.keep(peer["id"], ROLES.get(kind.lower(), "unknown"))
    return found


class _File:
    """`events` are the messages read by now, by their ids: lists and contexts repeat each other."""

    def __init__(
        self, name: str, roles: Recent[str], thread: Thread, events: Recent[Record]
    ) -> None:
        self.name, self.roles, self.thread, self.events = name, roles, thread, events
        self.session: str | None = None
        self.met: Recent[int] = Recent(size=20_000)

    def entry(self, entry: Entry) -> Iterator[Item]:
        value = entry.value
        if entry.key == "id":
            self.session = identifier(value)
        if entry.reason:
            yield Skipped(line=entry.number, reason=entry.reason, file=self.name)
        elif entry.key == "summary" and isinstance(value, dict):
            yield from self._summary(value, entry.number)
        elif entry.key in ("peer_card", "peer_representation") and isinstance(value, str):
            yield from self._card(entry.key, value, entry.number)
        elif isinstance(value, dict) and value.keys() >= CONCLUSION:
            yield from self._conclusion(value, entry.number)
        elif isinstance(value, dict) and value.keys() >= MESSAGE:
            yield from self._message(value, entry.number)
        else:
            yield Skipped(line=entry.number, reason="metadata", file=self.name)

    def _message(self, value: dict[str, Any], line: int) -> Iterator[Item]:
        peer = value.get("peer_id")
        known = identifier(value.get("id"))
        session = identifier(value.get("session_id"))
        said = {
            "kind": "turn",
            "role": self._role(peer),
            "name": peer,
            "source_id": known or self._unnamed("message", peer, value),
            "session": session,
        }
        before = self.events.get(known or "")
        for item in self._write(value, said, line, "message", again=before is not None):
            if before is not None and isinstance(item, Record):
                yield replace(item, turn_index=before.turn_index)
                continue
            if known and isinstance(item, Record):
                self.events.keep(known, item)
            yield item

    def _conclusion(self, value: dict[str, Any], line: int) -> Iterator[Item]:
        """The observer concluded it of the observed: never what the observed said."""
        observer, level = value.get("observer_id"), value.get("level")
        labels = [f"level-{level}"] if isinstance(level, str) and level.isalpha() else []
        said = {
            "kind": "conclusion",
            "role": self._role(observer),
            "name": observer,
            "source_id": identifier(value.get("id"))
            or self._unnamed("conclusion", observer, value),
            "session": identifier(value.get("session_id")),
            "labels": (*(label[:100] for label in labels), "covers-unknown"),
            "metadata": {"observed": value.get("observed_id")},
        }
        yield from self._write(value, said, line, "conclusion")

    def _summary(self, value: dict[str, Any], line: int) -> Iterator[Item]:
        until = self.events.get(identifier(value.get("message_id")) or "")
        text = str(value.get("content"))
        said = {
            "kind": "summary",
            "role": "assistant",
            "source_id": f"summary:{fingerprint(text + str(value.get('message_id')))}",
            "session": self.session,
            "lineage": (Link(relation="summary_of", event_id=until.event_id),) if until else (),
            "labels": () if until else ("covers-unknown",),
        }
        yield from self._write(value, said, line, "summary")

    def _card(self, kind: str, text: str, line: int) -> Iterator[Item]:
        said = {
            "kind": "note",
            "role": "assistant",
            "source_id": f"{kind}:{fingerprint(text)}",
            "session": None,
            "labels": (kind.replace("_", "-"), "covers-unknown"),
        }
        yield from self._write({"content": text}, said, line, kind)

    def _write(
        self,
        value: dict[str, Any],
        said: dict[str, Any],
        line: int,
        kind: str,
        *,
        again: bool = False,
    ) -> Iterator[Item]:
        text, at = value.get("content"), moment(value.get("created_at"))
        if not isinstance(text, str):
            yield Skipped(line=line, reason="misshapen", file=self.name)
            return
        about = {"metadata_source": mapping(value.get("metadata")).get("source")}
        utterance = Utterance(
            **(said | {"metadata": about | said.get("metadata", {})}),
            text=text,
            at=at.at,
            foreign_session=said["session"],
        )
        # Only what was said takes a place in the order of its session, and that once.
        thread = Thread(harness=HARNESS) if again or kind != "message" else self.thread
        said_at: dict[str, Any] = {"source_type": kind, "time_notes": at.notes}
        if kind != "message":
            said_at["turn_index"] = None
        yield from mark(thread.write(utterance, line=line), file=self.name, **said_at)

    def _role(self, peer: object) -> str:
        return self.roles.get(peer, "unknown") if isinstance(peer, str) else "unknown"

    def _unnamed(self, kind: str, who: object, value: dict[str, Any]) -> str:
        """A request has no ids: what it says and when, and how often it says so."""
        same = "\x1f".join(str(each) for each in (kind, who, value.get("content"))) + str(
            value.get("created_at")
        )
        name = fingerprint(same, length=40)
        times = self.met.get(name, 0) + 1
        self.met.keep(name, times)
        return f"{kind}:{name}:{times}"
