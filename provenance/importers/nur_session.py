"""nur's session files: messages, and the calls of tools that only the input items have."""

from collections import Counter
from collections.abc import Iterator
from pathlib import PurePosixPath

from .codex_items import voices
from .entries import Entry, entries
from .lines import mapping
from .marks import mark
from .nur_memory import SYSTEM
from .records import Item, Link, Skipped
from .source import Source
from .text import fingerprint, identifier
from .thread import Recent, Thread, Utterance, first_event
from .times import Moment, moment

_ROLES = {"user", "assistant", "tool", "system"}
CUT_AT = 500


class Sessions:
    """Reads session files one entry at a time; remembers what was said, for its copies."""

    def __init__(self, thread: Thread) -> None:
        self._thread = thread
        self._said: Recent[list[tuple[str, str]]] = Recent(size=100_000)

    def read(self, source: Source, name: str) -> Iterator[Item]:
        """The turns of a session, then its calls. `line` counts the entries of the file."""
        own = identifier(PurePosixPath(name).name.split(".")[0])
        equal: Counter[str] = Counter()
        call = None
        with source.open(name) as stream:
            for entry in entries(stream):
                at, found = Moment(None), list[Item]()
                if entry.reason:
                    found = [Skipped(line=entry.number, reason=entry.reason)]
                elif entry.key == "messages":
                    at = moment(mapping(entry.value).get("ts"))
                    found = self._message(entry, own, equal)
                elif entry.key == "input_items":
                    at = moment(None)
                    found = self._call(entry, own, call)
                    call = first_event(found) or call
                else:
                    reason = "double_log" if entry.key == "ui_log" else "metadata"
                    found = [Skipped(line=entry.number, reason=reason)]
                yield from mark(found, file=name, time_notes=at.notes)

    def copy_of(self, role: str, text: str) -> Link | None:
        """The message that a log repeats, each message for one repetition."""
        waiting = self._said.get(f"{role}/{fingerprint(text[:CUT_AT])}")
        if not waiting:
            return None
        session, own = waiting.pop(0)
        return Link(relation="mirrors", foreign=(SYSTEM, session, own))

    def _message(self, entry: Entry, session: str | None, equal: Counter[str]) -> list[Item]:
        row = mapping(entry.value)
        role, text = row.get("role"), row.get("content")
        if not isinstance(role, str) or role not in _ROLES or not isinstance(text, str):
            return [Skipped(line=entry.number, reason="misshapen")]
        if role == "system":
            return [Skipped(line=entry.number, reason="instructions")]
        words = fingerprint(text)
        number = equal[f"{role}:{words}"]
        equal[f"{role}:{words}"] += 1
        said = Utterance(
            kind="tool_result" if role == "tool" else "turn",
            role=role,
            text=text,
            source_id=f"{role}:{words}:{number}",
            session=session,
            foreign_session=session,
            at=moment(row.get("ts")).at,
        )
        found = self._thread.write(said, line=entry.number)
        if first_event(found) and session:
            key = f"{role}/{fingerprint(text[:CUT_AT])}"
            self._said.keep(key, [*self._said.get(key, []), (session, said.source_id)][-16:])
        return found

    def _call(self, entry: Entry, session: str | None, call: str | None) -> list[Item]:
        """What a tool was asked and what it answered; messages stand above already."""
        item = mapping(entry.value)
        if item.get("type") in ("message", None):
            return [Skipped(line=entry.number, reason="double_log")]
        found: list[Item] = []
        for voice in voices(item):
            if isinstance(voice, str):
                found.append(Skipped(line=entry.number, reason=voice))
                continue
            said = Utterance(
                kind=voice.kind,
                role=voice.role,
                name=voice.speaker,
                text=voice.text,
                source_id=voice.name_in_thread,
                session=session,
                foreign_session=session,
                lineage=self._answered(voice.role, call),
                labels=voice.labels,
                metadata=voice.metadata,
            )
            found += self._thread.write(said, line=entry.number)
        return found or [Skipped(line=entry.number, reason="empty")]

    def _answered(self, role: str, call: str | None) -> tuple[Link, ...]:
        return (Link(relation="responds_to", event_id=call),) if role == "tool" and call else ()
