"""A ruflo (claude-flow) memory database. docs/import/ruflo.md says what becomes of each row.

Rows are counted over all tables in the order in which they are read here.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any

from .database import MAGIC, Damaged, Row, Tables, tables, with_tables
from .marks import mark
from .records import Item, Link, Skipped, Status, Subject
from .source import Source
from .text import identifier, label
from .thread import Recent, Thread, Utterance, first_event
from .times import Moment, moment

SYSTEM = "ruflo"
_OWN = {"id", "key", "namespace", "content"}
_METADATA = ("metadata", "sessions", "vector_indexes", "migration_state")
_ENTRIES: dict[object, Status] = {"archived": "archived", "deleted": "deleted"}
_PATTERNS: dict[object, Status] = {
    "archived": "archived",
    "deprecated": "retired",
    "experimental": "quarantined",
}


def claims(source: Source) -> list[str]:
    """Databases with ruflo's table of entries, and the logs beside them."""
    found = []
    for name in with_tables(source, {"memory_entries"}):
        with tables(source.path(name)) as opened:
            if opened.columns("memory_entries") >= _OWN:
                found += [name, *(n for n in (f"{name}-wal", f"{name}-shm") if n in source.names)]
    return found


def read(source: Source, names: Sequence[str]) -> Iterator[Item]:
    """The items of databases."""
    for name in names:
        head = source.head(name)
        if head.startswith(MAGIC):
            with tables(source.path(name)) as opened:
                yield from mark(_Database(opened).read(), file=name)
        elif name.endswith(("-wal", "-shm")):
            lost = head and name.endswith("-wal")
            yield Skipped(line=1, reason="write_ahead_log" if lost else "harness_event", file=name)
        else:
            yield Skipped(line=1, reason="damaged", file=name)


class _Database:
    def __init__(self, opened: Tables) -> None:
        self._tables = opened
        self._thread = Thread(harness=SYSTEM)
        self._events: Recent[str] = Recent(size=100_000)

    def read(self) -> Iterator[Item]:
        """All rows; a table that breaks off ends in one that is skipped."""
        number = count(1)
        takes: dict[str, Callable[[Row, int], Iterator[Item]]] = {
            **dict.fromkeys(_METADATA, _left_out("metadata")),
            "pattern_history": _left_out("harness_event"),
            "trajectories": self._trajectory,
            "trajectory_steps": self._step,
            "patterns": self._pattern,
            "memory_entries": self._entry,
        }
        for table, take in takes.items():
            try:
                for row in self._tables.rows(table, order=("created_at", "started_at")):
                    yield from take(row, next(number))
            except Damaged:
                yield Skipped(line=next(number), reason="damaged")

    def _entry(self, row: Row, line: int) -> Iterator[Item]:
        own, text = identifier(row.get("id")), row.get("content")
        at = moment(row.get("created_at"))
        key, space = label(row.get("key"), limit=200), label(row.get("namespace"), limit=90)
        about = f"{space or 'default'}/{key}" if key else ""
        # Storing under a key again replaces the row and its time: of the first one nothing is left.
        notes = (*at.notes, "invented") if at.at else at.notes
        yield from self._say(
            own,
            text,
            line,
            Utterance(
                kind="note",
                role="unknown",
                text="",
                source_id="",
                session=None,
                labels=("ancestry-unknown",),
                metadata={"key": key, "namespace": space, "tags": row.get("tags")}
                | {"owner": row.get("owner_id"), "type": row.get("type")},
            ),
            Moment(at.at, notes),
            source_type="entry",
            status=_status(_ENTRIES, row),
            valid_until=moment(row.get("expires_at")).at,
            subjects=(Subject(kind="key", key=about),) if about.isprintable() and about else (),
        )

    def _pattern(self, row: Row, line: int) -> Iterator[Item]:
        """A lesson that the program drew out of its runs."""
        names = ("name", "condition", "action")
        name, condition, action = (label(row.get(part), limit=20_000) for part in names)
        text = f"{name}: when {condition}, {action}" if name and condition and action else None
        links = []
        origin = label(row.get("source"), limit=200)
        if origin and origin.startswith("trajectory:"):
            links.append(self._link("trajectories", origin.removeprefix("trajectory:")))
        if row.get("parent_id"):
            links.append(self._link("patterns", row.get("parent_id")))
        known = tuple(link for link in links if link)
        said = Utterance(
            kind="lesson",
            role="assistant",
            text="",
            source_id="",
            session=None,
            lineage=known,
            labels=() if known else ("ancestry-unknown",),
            metadata={"type": row.get("pattern_type"), "source": origin},
        )
        yield from self._say(
            identifier(row.get("id")),
            text,
            line,
            said,
            moment(row.get("created_at")),
            source_type="pattern",
            status=_status(_PATTERNS, row),
        )

    def _trajectory(self, row: Row, line: int) -> Iterator[Item]:
        own, session = identifier(row.get("id")), identifier(row.get("session_id"))
        said = Utterance(
            kind="checkpoint",
            role="unknown",
            text="",
            source_id="",
            session=session,
            foreign_session=session,
            labels=("ancestry-unknown",),
            metadata={"state": row.get("status"), "verdict": row.get("verdict")},
        )
        found = list(
            self._say(
                own,
                row.get("task"),
                line,
                said,
                moment(row.get("started_at")),
                source_type="trajectory",
            )
        )
        if own and (event := first_event(found)):
            self._events.keep(own, event)
        yield from found

    def _step(self, row: Row, line: int) -> Iterator[Item]:
        """One step of a run: what was done, and what was seen."""
        run = self._tables.of_id("trajectories", row.get("trajectory_id"))
        session = identifier(run.get("session_id"))
        parts = [row.get(name) for name in ("action", "observation")]
        words = [part for part in parts if isinstance(part, str) and part.strip()]
        event = self._events.get(str(row.get("trajectory_id")))
        named = (row.get("trajectory_id"), row.get("step_number"))
        said = Utterance(
            kind="note",
            role="unknown",
            text="",
            source_id="",
            session=session,
            foreign_session=session,
            lineage=(Link(relation="responds_to", event_id=event),) if event else (),
            labels=("step",),
        )
        yield from self._say(
            identifier(f"step:{named[0]}:{named[1]}"),
            "\n".join(words) if words else None,
            line,
            said,
            moment(row.get("created_at")),
            source_type="step",
        )

    def _say(
        self, own: str | None, text: object, line: int, said: Utterance, at: Moment, **more: Any
    ) -> Iterator[Item]:
        if own is None or not isinstance(text, str):
            yield Skipped(line=line, reason="misshapen")
            return
        said.source_id, said.text, said.at = own, text, at.at
        found = self._thread.write(said, line=line)
        yield from mark(found, file="", time_notes=at.notes, **more)

    def _link(self, table: str, raw: object) -> Link | None:
        """What a pattern came from; by name alone where the row is gone."""
        own = identifier(raw)
        if own is None:
            return None
        row = self._tables.of_id(table, raw)
        if not row:
            return Link(relation="derived_from", external=(SYSTEM, own))
        session = identifier(row.get("session_id"))
        return Link(relation="derived_from", foreign=(SYSTEM, session, own))


def _status(known: dict[object, Status], row: Row) -> Status:
    state = row.get("status")
    return known.get(state, "current") if isinstance(state, str) else "current"


def _left_out(reason: str) -> Callable[[Row, int], Iterator[Item]]:
    return lambda _, line: iter([Skipped(line=line, reason=reason)])
