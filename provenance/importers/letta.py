"""Letta agent files (`.af`): agents with their core memory and the latest of their messages.

docs/import/letta.md says what becomes of each.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from . import whole
from .letta_message import said
from .lines import BOM, mapping
from .marks import mark
from .nesting import too_deep
from .records import Item, Skipped
from .said import Said
from .shape import shape
from .source import Source
from .text import fingerprint, identifier
from .thread import Recent, Thread, Utterance
from .times import moment

HARNESS = "letta"
# What a host wrote into a block to steer the agent; other blocks the agent writes too.
STEERING = ("persona", "instructions", "system")


def claims(source: Source) -> list[str]:
    """Objects with agents and blocks, or one agent of the older form; also twice encoded."""
    return [name for name in source.names if _is_letta(source.head(name))]


def _is_letta(head: bytes) -> bool:
    found = shape(head)
    if found.outer == "{":
        new = {"agents", "blocks"} <= found.keys
        return new or {"agent_type", "core_memory"} <= found.keys
    text = head.removeprefix(BOM).lstrip()
    twice = text.startswith(b'"') and text[1:].lstrip().startswith(b"{")
    return twice and (b'\\"agents\\"' in text or b'\\"core_memory\\"' in text)


def read(source: Source, names: Sequence[str]) -> Iterator[Item]:
    """The records of each file; `line` counts blocks and messages in their order."""
    for name in names:
        value = whole.value(source, name)
        if isinstance(value, str):
            value = _inner(value)
        if isinstance(value, Skipped):
            yield value
        elif isinstance(value, dict):
            # Few messages, no archival memory: what there was besides is not known.
            yield Skipped(line=1, reason="partial_export", file=name)
            yield from _File(name).read(value)
        else:
            yield Skipped(line=1, reason="damaged", file=name)


def _inner(text: str) -> Any:
    if too_deep(text.encode("utf-8", "replace")):
        return None
    try:
        return json.loads(text)
    except ValueError:
        return None


class _File:
    def __init__(self, name: str) -> None:
        self.name, self.line = name, 0
        self.thread = Thread(harness=HARNESS)
        self.met: Recent[int] = Recent(size=100_000)

    def read(self, value: dict[str, Any]) -> Iterator[Item]:
        agents = value["agents"] if isinstance(value.get("agents"), list) else [value]
        blocks = value["blocks"] if "agents" in value else value.get("core_memory")
        for block in blocks if isinstance(blocks, list) else []:
            yield from self._block(mapping(block))
        for agent in agents:
            about = mapping(agent)
            if isinstance(about.get("system"), str):
                self.line += 1
                yield Skipped(line=self.line, reason="instructions", file=self.name)
            messages = about.get("messages")
            session = self._session(about)
            for message in messages if isinstance(messages, list) else []:
                yield from self._message(mapping(message), session)

    def _session(self, agent: dict[str, Any]) -> str:
        # Ids are the file's own ("agent-0"): the name stays, and says more.
        return identifier(agent.get("name")) or "agent"

    def _block(self, block: dict[str, Any]) -> Iterator[Item]:
        self.line += 1
        kind, text = block.get("label"), block.get("value")
        if not isinstance(text, str):
            yield Skipped(line=self.line, reason="misshapen", file=self.name)
            return
        steers = kind in STEERING or block.get("read_only") is True
        about = ("about-user",) if kind == "human" else ()
        utterance = Utterance(
            kind="note",
            role="unknown",  # the agent edits blocks, and so does whoever made it
            text=text,
            source_id=f"block:{fingerprint(f'{kind}{text}', length=40)}",
            session=None,
            labels=("instructions",) if steers else ("core-memory", *about, "covers-unknown"),
            metadata={"block": kind},
        )
        yield from self._write(utterance, "block", ("missing",))

    def _message(self, message: dict[str, Any], session: str) -> Iterator[Item]:
        self.line += 1
        at = moment(message.get("created_at"))
        for one in said(message):
            if not isinstance(one, Said):
                yield Skipped(line=self.line, reason=one, file=self.name)
                continue
            same = fingerprint(
                "\x1f".join([one.role, one.text, str(message.get("created_at"))]), length=40
            )
            times = self.met.get(session + same, 0) + 1
            self.met.keep(session + same, times)
            utterance = Utterance(
                kind=one.kind,
                role=one.role,
                text=one.text,
                name=one.name,
                source_id=f"message:{same}:{times}",
                session=session,
                foreign_session=session,
                at=at.at,
                labels=one.labels,
            )
            yield from self._write(utterance, "message", at.notes)

    def _write(self, said: Utterance, kind: str, notes: tuple[str, ...]) -> Iterator[Item]:
        found = self.thread.write(said, line=self.line)
        yield from mark(found, file=self.name, source_type=kind, time_notes=notes)
