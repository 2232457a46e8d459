"""Markdown that people and agents keep for agents: instructions, journals, memories.

Markdown has no signature: here names decide. docs/import/markdown.md lists them.
"""

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any

from . import codex_memories, nur, nur_journal, whole
from .hermes_memory import is_memory
from .markdown_blocks import Block, blocks, imports_alone
from .markdown_imports import Followed, followed
from .marks import mark
from .records import Item, Skipped
from .source import Source
from .text import fingerprint
from .thread import Thread, Utterance

HARNESS = "markdown"
INSTRUCTIONS = {
    "AGENTS.md", "AGENTS.override.md", "CLAUDE.md", "CLAUDE.local.md", "GEMINI.md",
    "copilot-instructions.md",
}  # fmt: skip
MEMORIES = {"MEMORY.md", "USER.md"}
GENERATED = b"recall_not_authority"


def claims(source: Source) -> list[str]:
    """The files by their names, what they import, and generated views; none of another store."""
    others = set(codex_memories.claims(source)) | set(nur.claims(source))
    own = [name for name in source.names if name not in others and _kind(source, name)]
    found = {file.name for file in followed(source, own) if isinstance(file, Followed)}
    return sorted(found - others)


def _kind(source: Source, name: str) -> str | None:
    path = PurePosixPath(name)
    if path.suffix in (".md", ".mdc") and _is_generated(source.head(name)):
        return "generated"
    if path.name in INSTRUCTIONS or path.suffix == ".mdc" or path.match(".claude/rules/*.md"):
        return "instructions"
    if path.name == "memory.md":
        return "journal"
    if path.match("projects/*/memory/*.md"):
        return "agent-memory"
    own = path.name in MEMORIES and not is_memory(name, source.head(name))
    return "memory" if own else None


def _is_generated(head: bytes) -> bool:
    first = head[:2_000].lstrip()
    return first.startswith(b"<!--") and GENERATED in first.partition(b"-->")[0]


def read(source: Source, names: Sequence[str]) -> Iterator[Item]:
    """The blocks of each file and of what it imports; `line` is where a block begins."""
    thread = Thread(harness=HARNESS)
    named = [name for name in names if _kind(source, name)]
    for file in followed(source, named, others=names):
        if isinstance(file, Skipped):
            yield file
            continue
        kind = _kind(source, file.name) or "instructions"
        if kind == "generated":
            yield Skipped(line=1, reason="generated_view", file=file.name)
        elif kind == "journal":
            yield from nur_journal.read(source, file.name, Thread(harness="nur"))
        else:
            yield from _blocks(source, file, kind, thread)


def _blocks(source: Source, file: Followed, kind: str, thread: Thread) -> Iterator[Item]:
    text = whole.text(source, file.name)
    if isinstance(text, Skipped):
        yield text
        return
    times: dict[str, int] = {}
    found = 0
    for block in blocks(text):
        found += 1
        if imports_alone(block):
            yield Skipped(line=block.line, reason="metadata", file=file.name)
            continue
        same = fingerprint("\x1f".join([file.name, *block.headings, block.text]), length=40)
        times[same] = times.get(same, 0) + 1
        said = _said(file, kind, block, f"{same}:{times[same]}")
        marks: dict[str, Any] = {"source_type": kind, "time_notes": ("missing",)}
        yield from mark(thread.write(said, line=block.line), file=file.name, **marks)
    if not found:
        yield Skipped(line=1, reason="empty", file=file.name)


def _said(file: Followed, kind: str, block: Block, name: str) -> Utterance:
    labels = {
        "instructions": ("instructions",),
        "agent-memory": ("agent-memory", "covers-unknown"),
        "memory": ("covers-unknown",),
    }
    return Utterance(
        kind="note",
        role="assistant" if kind == "agent-memory" else "unknown",
        text=block.text,
        source_id=name,
        session=None,
        labels=labels[kind],
        metadata={"path": file.name, "headings": block.headings, "imported_by": file.asked_by},
    )
