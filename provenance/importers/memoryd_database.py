"""A MemoryD database: turns first, then what was made of them. docs/import/memoryd.md has the map.

Rows are counted over all tables in the order in which they are read here.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import Any

from . import memoryd_speaker as speaker
from .database import Damaged, Row, Tables
from .memoryd_ancestry import Ancestry
from .memoryd_decode import decoded
from .memoryd_ids import CHECKPOINT, EPISODE, MEMORY, SYSTEM, handle
from .memoryd_memory import Memory, entries, items
from .memoryd_standing import clock
from .memoryd_work import checkpoint, episode, procedure, relation
from .records import Item, Link, Record, Skipped
from .text import fingerprint, identifier
from .thread import Recent, Thread, Utterance, first_event
from .times import Moment

WITHOUT_SPEECH = {
    "schema_meta": "metadata",
    "instance_metadata": "metadata",
    "profiles": "metadata",
    "workspaces": "metadata",
    "repos": "metadata",
    "sessions": "metadata",
    "subjects": "metadata",
    "subject_aliases": "metadata",
    "memory_sources": "metadata",
    "portable_object_origins": "metadata",
    "evidence_ledger": "excerpt",
    "sync_cursors": "harness_event",
    "policy_events": "harness_event",
    "dream_runs": "harness_event",
    "dream_jobs": "harness_event",
    "bundle_import_receipts": "harness_event",
    "consolidation_proposals": "harness_event",
}
_TIME = ("created_at",)


def read(tables: Tables) -> Iterator[Item]:
    """The items of an open database; a table that breaks off ends in one that is skipped."""
    reader = _Database(tables)
    number = count(1)
    for table, order, take in reader.tables():
        try:
            for row in tables.rows(table, order=order):
                line = next(number)
                yield from take(decoded(row), line) or [Skipped(line=line, reason="empty")]
        except Damaged:
            yield Skipped(line=next(number), reason="damaged")
    for _ in reader.unknown():
        yield Skipped(line=next(number), reason="unknown_type")


class _Database:
    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._ancestry = Ancestry(tables)
        self._thread = Thread(harness=SYSTEM)
        self._delivered: Recent[str] = Recent()

    def tables(self) -> Iterator[tuple[str, tuple[str, ...], Callable[[Row, int], list[Item]]]]:
        for table, reason in WITHOUT_SPEECH.items():
            yield table, (), _left_out(reason)
        yield "visible_turns", _TIME, self._turn
        yield "conclusions", _TIME, self._conclusion
        yield "checkpoints", _TIME, self._checkpoint
        yield "episodes", _TIME, self._episode
        yield "procedures", _TIME, self._procedure
        yield "relations", _TIME, self._relation
        yield "memory_records", _TIME, self._memory

    def unknown(self) -> Iterator[str]:
        """Tables that this reader does not know. The search index is a copy of the records."""
        known = {table for table, _, _ in self.tables()}
        try:
            for name in self._tables.names():
                if name not in known and not name.startswith(("sqlite_", "memory_records_fts")):
                    yield name
        except Damaged:
            return

    def _turn(self, row: Row, line: int) -> list[Item]:
        own, text = identifier(row.get("id")), row.get("content")
        if own is None or not isinstance(text, str):
            return [Skipped(line=line, reason="misshapen")]
        session = self._tables.of_id("sessions", row.get("session_id"))
        known, metadata = identifier(row.get("session_id")), row["metadata"]
        self._name(known, metadata.get("title"))
        same = fingerprint(
            "\x1f".join(map(str, (known, row.get("actor"), text, row.get("created_at"))))
        )
        first = self._delivered.get(same)
        facts = ("source_kind", "turn_index", "conversation_id", "message_id")
        said = Utterance(
            kind="turn",
            role=speaker.role(row.get("actor")),
            text=text,
            source_id=own,
            session=known,
            foreign_session=known,
            at=clock(row.get("created_at")).at,
            lineage=_copied(metadata)
            + ((Link(relation="mirrors", event_id=first),) if first else ()),
            labels=("redelivered",) if first else (),
            metadata={name: metadata.get(name) for name in facts}
            | {"host": session.get("source"), "thread": session.get("thread_id")}
            | {"profile": session.get("profile_id"), "workspace": session.get("workspace_id")},
        )
        found = self._say(said, line, "turn", clock(row.get("created_at")), session)
        if not first and (event := first_event(found)):
            self._delivered.keep(same, event)
        return found

    def _conclusion(self, row: Row, line: int) -> list[Item]:
        own, text, metadata = identifier(row.get("id")), row.get("content"), row["metadata"]
        if own is None or not isinstance(text, str):
            return [Skipped(line=line, reason="misshapen")]
        at = clock(row.get("created_at"))
        several = entries(text)
        copy = speaker.mirrored(metadata)
        found: list[Item] = []
        for index, entry in enumerate(several):
            said = Utterance(
                kind="conclusion",
                role=speaker.of_conclusion(row.get("target"), metadata),
                text=entry,
                source_id=f"{own}:e{index}" if len(several) > 1 else own,
                session=None,
                at=at.at,
                labels=("mirrored", "ancestry-unknown") if copy else ("ancestry-unknown",),
                metadata={"target": row.get("target"), "source_kind": metadata.get("source_kind")}
                | {"action": metadata.get("action"), "profile": row.get("profile_id")}
                | {"workspace": row.get("workspace_id")},
            )
            found += self._say(said, line, "conclusion", at, row)
        if metadata.get("action") == "remove":  # it tells that the entry was taken out there
            return [replace(i, status="deleted") if isinstance(i, Record) else i for i in found]
        return found

    def _checkpoint(self, row: Row, line: int) -> list[Item]:
        return self._work(checkpoint(row, handle(CHECKPOINT, row.get("id"))), row, line)

    def _episode(self, row: Row, line: int) -> list[Item]:
        return self._work(episode(row, handle(EPISODE, row.get("id"))), row, line)

    def _procedure(self, row: Row, line: int) -> list[Item]:
        told = procedure(row, identifier(row.get("id")))
        known = tuple(
            Link(relation="derived_from", foreign=(SYSTEM, None, own))
            for raw in row.get("source_episode_ids", [])[:32]
            if (own := handle(EPISODE, raw)) and self._tables.of_id("episodes", raw)
        ) if told else ()  # fmt: skip
        return self._work(told, row, line, parents=known)

    def _relation(self, row: Row, line: int) -> list[Item]:
        ends = [
            self._tables.of_id("subjects", row.get(name)).get("display_name")
            for name in ("from_subject_id", "to_subject_id")
        ]
        return self._work(relation(row, ends, identifier(row.get("id"))), row, line)

    def _work(
        self,
        told: tuple[Utterance, dict[str, Any]] | None,
        row: Row,
        line: int,
        *,
        parents: tuple[Link, ...] = (),
    ) -> list[Item]:
        """What `memoryd_work` made of a row."""
        if told is None:
            return [Skipped(line=line, reason="misshapen")]
        said, more = told
        if parents:
            kept = tuple(word for word in said.labels if word != "ancestry-unknown")
            said = replace(said, lineage=parents, labels=kept)
        at: Moment = more.pop("moment")
        found = self._say(replace(said, at=at.at), line, more.pop("source_type"), at, row)
        return [replace(item, **more) if isinstance(item, Record) else item for item in found]

    def _memory(self, row: Row, line: int) -> list[Item]:
        own = handle(MEMORY, row.get("id"))
        if own is None:
            return [Skipped(line=line, reason="misshapen")]
        metadata = row["metadata"]
        parents = self._ancestry.parents(row, metadata)
        conclusion = self._ancestry.conclusion(metadata, parents)
        role, name = speaker.of_memory(metadata, conclusion)
        if role == "unknown" and metadata.get("origin") == "visible_turn":
            role = speaker.role(self._ancestry.actor(parents))
        origin, aliases = self._ancestry.origin(row.get("id"))
        memory = Memory(
            value=row,
            handle=own,
            role=role,
            name=name,
            parents=parents,
            labels=("mirrored",) if speaker.mirrored(conclusion.get("metadata") or {}) else (),
            metadata={"aliases": aliases},
            subjects=self._ancestry.subjects(row),
            origin=origin,
        )
        return items(memory, thread=self._thread, line=line)

    def _say(
        self, said: Utterance, line: int, source_type: str, at: Moment, row: Row
    ) -> list[Item]:
        subjects = self._ancestry.subjects(row)
        return [
            replace(item, source_type=source_type, time_notes=at.notes, subjects=subjects)
            if isinstance(item, Record)
            else item
            for item in self._thread.write(said, line=line)
        ]

    def _name(self, session: str | None, title: object) -> None:
        if session and isinstance(title, str):
            self._thread.titles.keep(session, title)


def _left_out(reason: str) -> Callable[[Row, int], list[Item]]:
    return lambda _, line: [Skipped(line=line, reason=reason)]


def _copied(metadata: dict[str, Any]) -> tuple[Link, ...]:
    """A turn that came out of a ChatGPT export is the message of that name."""
    conversation, message = (identifier(metadata.get(n)) for n in ("conversation_id", "message_id"))
    if metadata.get("origin") != "chatgpt-export" or not conversation or not message:
        return ()
    return (Link(relation="mirrors", foreign=("chatgpt", conversation, message)),)
