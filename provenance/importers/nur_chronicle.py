"""nur's chronicle: what happened in a scope, partly said again, and its checkpoints."""

from collections.abc import Callable, Iterator
from typing import Any

from .lines import bounded, mapping, objects
from .marks import mark
from .records import Item, Link, Skipped
from .source import Source
from .text import fingerprint
from .thread import Recent, Thread, Utterance, first_event
from .times import moment
from .whole import value

CUT_AT = 500  # characters that the chronicle keeps of what an assistant says
_ROLES = {"user": "user", "assistant": "assistant"}
Known = Callable[[str, str, str], Link | None]


class Chronicle:
    """Reads events, then checkpoints. `known` finds what was read before: kind, scope, text."""

    def __init__(self, thread: Thread, known: Known) -> None:
        self._thread = thread
        self._known = known
        self._events: Recent[str] = Recent()

    def events(self, source: Source, name: str, scope: str) -> Iterator[Item]:
        """The events of a scope in order; two processes may have given one number twice."""
        with source.open(name) as stream:
            for line, row in objects(bounded(stream)):
                found = [row] if isinstance(row, Skipped) else self._event(row, scope, line)
                notes = () if isinstance(row, Skipped) else moment(row.get("ts_unix")).notes
                yield from mark(found, file=name, source_type="event", time_notes=notes)

    def checkpoints(self, source: Source, name: str, scope: str) -> Iterator[Item]:
        """The named places of a scope; each points at an event."""
        found = value(source, name)
        if isinstance(found, Skipped):
            yield found
            return
        for line, row in enumerate(found if isinstance(found, list) else [], start=1):
            entry = mapping(row)
            items = self._checkpoint(entry, scope, line)
            notes = moment(entry.get("ts_unix")).notes
            yield from mark(items, file=name, source_type="checkpoint", time_notes=notes)

    def _event(self, row: dict[str, Any], scope: str, line: int) -> list[Item]:
        kind, text, seq = row.get("kind"), row.get("text"), row.get("seq")
        if not isinstance(kind, str) or not isinstance(text, str):
            return [Skipped(line=line, reason="misshapen")]
        if kind == "compact":
            return [Skipped(line=line, reason="harness_event")]
        role = _ROLES.get(kind, "unknown")
        links = []
        copy = self._known(kind, scope, text)
        if copy:
            links.append(copy)
        if cause := self._events.get(f"{scope}/{row.get('causation_seq')}"):
            links.append(Link(relation="responds_to", event_id=cause))
        labels = ["chronicle"]
        if kind == "remember" and not copy:
            labels.append("ancestry-unknown")
        if kind == "assistant" and len(text) >= CUT_AT:
            labels.append("cut")
        said = Utterance(
            kind="turn" if kind in _ROLES else "checkpoint" if kind == "checkpoint" else "note",
            role=role,
            text=text,
            source_id=_named("chronicle", row, kind, text),
            session=scope,
            foreign_session=scope,
            at=moment(row.get("ts_unix")).at,
            lineage=tuple(links),
            labels=tuple(labels),
            metadata={"kind": kind},
        )
        found = self._thread.write(said, line=line)
        if event := first_event(found):
            self._events.keep(f"{scope}/{seq}", event)
        return found

    def _checkpoint(self, row: dict[str, Any], scope: str, line: int) -> list[Item]:
        name, note = row.get("name"), row.get("note")
        if not isinstance(name, str):
            return [Skipped(line=line, reason="misshapen")]
        told = f"{name}: {note}" if isinstance(note, str) and note.strip() else name
        event = self._events.get(f"{scope}/{row.get('seq')}")
        said = Utterance(
            kind="checkpoint",
            role="unknown",
            text=told,
            source_id=_named("checkpoint", row, told),
            session=scope,
            foreign_session=scope,
            at=moment(row.get("ts_unix")).at,
            lineage=(Link(relation="derived_from", event_id=event),) if event else (),
            labels=() if event else ("ancestry-unknown",),
        )
        return self._thread.write(said, line=line)


def _named(what: str, row: dict[str, Any], *words: str) -> str:
    """A name of what identifies a row: numbers are given twice there."""
    facts = (str(row.get("seq"))[:40], str(row.get("ts_unix"))[:40], *words)
    joined = "\x1f".join(facts)
    return f"{what}:{fingerprint(joined)}"
