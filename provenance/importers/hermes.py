"""Hermes: its database of sessions, exports of it, its memory files and logs of their writes.

docs/import/hermes.md says what becomes of each.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from .database import MAGIC, Damaged, Tables, tables, with_tables
from .hermes_memory import is_log, is_memory, log, memory
from .hermes_session import Sessions
from .lines import bounded, mapping, objects
from .records import Item, Skipped
from .shape import shape
from .source import Source
from .thread import Recent


def claims(source: Source) -> list[str]:
    """Databases with sessions and messages as Hermes has them, exports, memory files, logs."""
    stores = with_tables(source, {"sessions", "messages", "state_meta"})
    return [name for name in source.names if name in stores or _kind(source, name) is not None]


def _kind(source: Source, name: str) -> str | None:
    head = source.head(name)
    found = shape(head)
    if found.outer == "{" and {"id", "source", "messages"} <= found.keys:
        return "export"
    if is_log(found):
        return "log"
    return "memory" if is_memory(name, head) else None


def read(source: Source, names: Sequence[str]) -> Iterator[Item]:
    """The records of each file; `line` is a line, the number of a row, or of an entry."""
    for name in names:
        if source.head(name).startswith(MAGIC):
            yield from _database(source, name)
            continue
        match _kind(source, name):
            case "log":
                yield from log(source, name)
            case "memory":
                yield from memory(source, name)
            case _:
                yield from _export(source, name)


def _database(source: Source, name: str) -> Iterator[Item]:
    with tables(source.path(name)) as opened:
        try:
            for number, _ in enumerate(opened.rows("system_prompts"), start=1):
                yield Skipped(line=number, reason="instructions", file=name)
            for number, _ in enumerate(opened.rows("sessions"), start=1):
                yield Skipped(line=number, reason="metadata", file=name)
            yield from _messages(opened, name)
        except Damaged:
            yield Skipped(line=1, reason="damaged", file=name)


def _messages(opened: Tables, name: str) -> Iterator[Item]:
    reader = Sessions(file=name)
    known: Recent[dict[str, Any]] = Recent(size=2_000)
    # By id alone: sessions run side by side, and a parent's messages are older than its child's.
    for number, row in enumerate(opened.rows("messages", order=("id",)), start=1):
        key = row.get("session_id")
        if not isinstance(key, str):
            yield Skipped(line=number, reason="misshapen", file=name)
            continue
        if key not in known:
            known.keep(key, opened.of_id("sessions", key))
        yield from reader.message(row, session=known[key], line=number)


def _export(source: Source, name: str) -> Iterator[Item]:
    reader = Sessions(file=name)
    with source.open(name) as stream:
        for number, value in objects(bounded(stream)):
            if isinstance(value, Skipped):
                yield Skipped(line=number, reason=value.reason, file=name)
                continue
            segments = value.get("segments")
            for session in segments if isinstance(segments, list) and segments else [value]:
                yield from _exported(mapping(session), reader, number)


def _exported(session: dict[str, Any], reader: Sessions, number: int) -> Iterator[Item]:
    messages = session.get("messages")
    if not isinstance(messages, list):
        yield Skipped(line=number, reason="misshapen", file=reader.file)
        return
    yield Skipped(line=number, reason="metadata", file=reader.file)
    about = {key: value for key, value in session.items() if key != "messages"}
    for message in messages:
        if isinstance(message, dict):
            row = message | {"session_id": message.get("session_id") or session.get("id")}
            yield from reader.message(row, session=about, line=number)
        else:
            yield Skipped(line=number, reason="misshapen", file=reader.file)
