"""mem0: pages of its memories, and the database that keeps their past texts.

docs/import/mem0.md says what becomes of each.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from .database import MAGIC, Damaged, Row, tables, with_tables
from .entries import entries
from .lines import mapping
from .marks import mark
from .records import Item, Skipped, Status
from .shape import shape
from .source import Source
from .text import fingerprint, identifier
from .thread import Thread, Utterance
from .times import moment

HARNESS = "mem0"
MAX_PAST = 1_000
MEMORY = {"id", "memory"}
BESIDE = {"hash", "user_id", "agent_id", "run_id", "app_id"}
HISTORY = {"memory_id", "old_memory", "new_memory", "event"}
KEPT = ("user_id", "agent_id", "app_id", "run_id", "session_id", "actor_id", "role", "categories")


def claims(source: Source) -> list[str]:
    """Answers with `results` or arrays of memories, and databases with a history of them."""
    stores = set()
    for name in with_tables(source, {"history"}):
        with tables(source.path(name)) as opened:
            if opened.columns("history") >= HISTORY:
                stores.add(name)
    return [name for name in source.names if name in stores or _is_page(source.head(name))]


def _is_page(head: bytes) -> bool:
    found = shape(head)
    members = found.inner.get("" if found.outer == "[" else "results", set())
    return members >= MEMORY and bool(members & BESIDE)


def read(source: Source, names: Sequence[str]) -> Iterator[Item]:
    """The records of each file; `line` is the number of the memory, or of the row."""
    for name in names:
        thread = Thread(harness=HARNESS)
        if source.head(name).startswith(MAGIC):
            yield from _history(source, name, thread)
            continue
        with source.open(name) as stream:
            for entry in entries(stream):
                value = mapping(entry.value)
                if entry.reason or not isinstance(entry.value, dict):
                    reason = entry.reason or "metadata"
                    yield Skipped(line=entry.number, reason=reason, file=name)
                elif not isinstance(value.get("memory"), str):
                    reason = "misshapen" if entry.key in ("", "results") else "metadata"
                    yield Skipped(line=entry.number, reason=reason, file=name)
                else:
                    said = _said(value, value["memory"], value.get("id"))
                    yield from _written(thread, said, value, entry.number, name)


def _said(value: dict[str, Any], text: str, memory: object) -> Utterance:
    """A model extracted it from messages; `role` and `actor_id` say from whose."""
    known = identifier(memory) or "-"
    return Utterance(
        kind="note",
        role="assistant",
        text=text,
        # A memory is written anew in place: each text of it is a record of its own.
        source_id=f"{known}:{fingerprint(text)}",
        session=None,
        at=moment(value.get("updated_at") or value.get("created_at")).at,
        labels=("extracted", "covers-unknown"),
        metadata={name: value.get(name) for name in KEPT} | {"memory": known},
    )


def _written(
    thread: Thread,
    said: Utterance,
    value: dict[str, Any],
    line: int,
    file: str,
    *,
    status: Status = "current",
    by: str | None = None,
) -> Iterator[Item]:
    at = moment(value.get("updated_at") or value.get("created_at"))
    ends = moment(value.get("expiration_date"))
    marks: dict[str, Any] = {"status": status, "superseded_by": by, "time_notes": at.notes}
    if value.get("expiration_date"):
        marks |= {"valid_until": ends.at, "time_notes": (*at.notes, *ends.notes)}
    yield from mark(thread.write(said, line=line), file=file, source_type="memory", **marks)


def _history(source: Source, name: str, thread: Thread) -> Iterator[Item]:
    with tables(source.path(name)) as opened:
        try:
            order = ("memory_id", "updated_at", "created_at")
            rows = enumerate(opened.rows("history", order=order), start=1)
            for memory, past in groupby(rows, key=lambda pair: str(pair[1].get("memory_id"))):
                yield from _past(memory, past, name, thread)
        except Damaged:
            yield Skipped(line=1, reason="damaged", file=name)


def _past(
    memory: str, rows: Iterator[tuple[int, Row]], name: str, thread: Thread
) -> Iterator[Item]:
    """The texts of one memory in order: each superseded by the next, the last as it ended."""
    held: list[tuple[int, Row, str]] = []
    deleted = False
    for line, row in rows:
        text = row.get("new_memory")
        deleted = row.get("event") == "DELETE" or row.get("is_deleted") == 1
        text = text if isinstance(text, str) else row.get("old_memory")
        if not isinstance(text, str) or len(held) >= MAX_PAST:
            yield Skipped(line=line, reason="misshapen", file=name)
        elif not held or held[-1][2] != text:
            held.append((line, row, text))
        else:
            yield Skipped(line=line, reason="repeated", file=name)
    for index, (line, row, text) in enumerate(held):
        later = held[index + 1][2] if index + 1 < len(held) else None
        said = _said(row, text, memory)
        by = f"{identifier(memory) or '-'}:{fingerprint(later)}" if later is not None else None
        status: Status = "superseded" if by else "deleted" if deleted else "current"
        yield from _written(thread, said, row, line, name, status=status, by=by)
