"""Hermes' memory files (entries between lines of "§") and logs of the writes to them.

An agent wrote both, also what stands in USER.md: notes about the person, not the person's words.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from .lines import BOM, bounded, mapping, objects
from .marks import mark
from .records import Item, Skipped, Status
from .shape import Shape
from .source import Source
from .text import fingerprint
from .thread import Recent, Thread, Utterance

HARNESS = "hermes"
FILES = {"MEMORY.md": "memory", "USER.md": "user"}
MAX_FILE_BYTES = 16 * 1024 * 1024
_MARKS: dict[str, Any] = {"source_type": "memory_entry", "time_notes": ("missing",)}
_BLOCKED = re.compile(r"\[BLOCKED: [^\]]*\]")


def is_memory(name: str, head: bytes) -> bool:
    """A file of that name with the separator; or beside others in Hermes' own folder."""
    path = PurePosixPath(name)
    if path.name not in FILES:
        return False
    return b"\n\xc2\xa7\n" in head or path.parts[-3:-1] == (".hermes", "memories")


def is_log(shape: Shape) -> bool:
    """Calls of on_memory_write, one JSON object a line."""
    return shape.outer == "{" and {"action", "target", "content"} <= shape.keys


def memory(source: Source, name: str) -> Iterator[Item]:
    """The entries of a memory file; `line` is where an entry begins."""
    with source.open(name) as stream:
        data = stream.read(MAX_FILE_BYTES + 1)
    try:
        text = data.removeprefix(BOM).decode("utf-8")
    except UnicodeDecodeError:
        yield Skipped(line=1, reason="damaged", file=name)
        return
    if len(data) > MAX_FILE_BYTES:
        yield Skipped(line=1, reason="too_long", file=name)
        return
    target, thread = FILES.get(PurePosixPath(name).name, "memory"), Thread(harness=HARNESS)
    for position, (line, entry) in enumerate(_pieces(text)):
        if _BLOCKED.fullmatch(entry):
            yield Skipped(line=line, reason="placeholder", file=name)
            continue
        note = _note(target, entry, metadata={"position": position})
        yield from mark(thread.write(note, line=line), file=name, **_MARKS)


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """The entries, each with the 1-based line that it begins on."""
    kept: list[str] = []
    start = 1
    for number, line in enumerate([*text.split("\n"), "§"], start=1):
        if line.strip() == "§":
            yield start, "\n".join(kept).strip()
            kept, start = [], number + 1
        else:
            kept.append(line.removesuffix("\r"))


def _note(target: str, text: str, *, metadata: Mapping[str, object]) -> Utterance:
    return Utterance(
        kind="note",
        role="assistant",
        text=text,
        source_id=f"{target}:{fingerprint(text, length=40)}",
        session=None,
        labels=("agent-memory", "about-user", "covers-unknown")
        if target == "user"
        else ("agent-memory", "covers-unknown"),
        metadata=metadata,
    )


def log(source: Source, name: str) -> Iterator[Item]:
    """The texts that the calls wrote, replaced or removed, with the standing that they end with."""
    ends = _ends(source, name)
    thread = Thread(harness=HARNESS)
    with source.open(name) as stream:
        for line, value in objects(bounded(stream)):
            if isinstance(value, Skipped):
                yield replace(value, file=name)
                continue
            texts = _texts(value)
            if not texts:
                yield Skipped(line=line, reason="misshapen", file=name)
            for target, text in texts:
                note = _note(target, text, metadata=_about(value))
                status, by = ends.get(note.source_id, ("current", None))
                marks = _MARKS | {"source_type": "memory_write", "status": status}
                yield from mark(thread.write(note, line=line), file=name, superseded_by=by, **marks)


def _ends(source: Source, name: str) -> Recent[tuple[Status, str | None]]:
    """How each text ends, by its id: replaced by which other, or removed; if not written again."""
    found: Recent[tuple[Status, str | None]] = Recent(size=100_000)
    with source.open(name) as stream:
        for _, value in objects(bounded(stream)):
            texts = [] if isinstance(value, Skipped) else _texts(value)
            ids = [_note(target, text, metadata={}).source_id for target, text in texts]
            if len(ids) > 1:
                found.keep(ids[0], ("superseded", ids[1]))
            elif ids and mapping(value).get("action") == "remove":
                found.keep(ids[0], ("deleted", None))
            if ids and mapping(value).get("action") in ("add", "replace"):
                found.pop(ids[-1], None)
    return found


def _texts(call: dict[str, Any]) -> list[tuple[str, str]]:
    """The texts that a call is about, the one that it ends first: (target, text)."""
    target = call.get("target")
    if target not in ("memory", "user") or call.get("action") not in ("add", "replace", "remove"):
        return []
    before = mapping(call.get("metadata")).get("previous_content")
    now = call.get("content") if call["action"] != "remove" else None
    known = [before] if call["action"] != "add" else []
    return [(target, text) for text in [*known, now] if isinstance(text, str) and text.strip()]


def _about(call: dict[str, Any]) -> dict[str, object]:
    about = mapping(call.get("metadata"))
    names = ("write_origin", "session_id", "platform", "tool_name")
    return {"action": call.get("action")} | {name: about.get(name) for name in names}
