"""A MemoryD export: one memory record a line, under handles, without who spoke."""

from collections.abc import Iterable, Iterator
from typing import Any

from .lines import mapping, objects
from .memoryd_ids import MEMORY, SOURCE, SYSTEM, handle
from .memoryd_memory import Memory, items
from .memoryd_speaker import of_memory
from .records import Item, Link, Skipped, Subject
from .text import label
from .thread import Thread

FORM = ":export"
_SHAPE = {"id", "type", "scope", "content", "content_hash", "temporal_state"}


def recognised(value: object) -> bool:
    """Whether a line is a record of an export."""
    return isinstance(value, dict) and value.keys() >= _SHAPE and str(value["id"])[:3] == MEMORY


def read(lines: Iterable[bytes]) -> Iterator[Item]:
    """The items of an export; every line yields at least one."""
    thread = Thread(harness=SYSTEM)
    for number, value in objects(lines):
        if isinstance(value, Skipped):
            yield value
        elif not recognised(value):
            known = "content" in value and "content_hash" in value
            yield Skipped(line=number, reason="misshapen" if known else "unknown_type")
        else:
            yield from items(_memory(value), thread=thread, line=number)


def _memory(value: dict[str, Any]) -> Memory:
    metadata = mapping(value.get("metadata"))
    value = {**value, "metadata": metadata}
    role, name = of_memory(metadata, {})
    parents = [
        Link(relation="derived_from", external=(SYSTEM, own))
        for raw in _list(value.get("source_ids"))
        if (own := handle(SOURCE, raw))
    ]
    if metadata.get("origin") in ("dreamer", "dreamer_provider"):
        parents += [
            Link(relation="derived_from", foreign=(SYSTEM, None, own))
            for raw in _list(value.get("supersedes"))
            if (own := handle(MEMORY, raw))
        ]
    return Memory(
        value=value,
        handle=handle(MEMORY, value["id"]) or "",
        form=FORM,
        role=role,
        name=name,
        parents=tuple(dict.fromkeys(parents)),
        subjects=repository(value),
    )


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def repository(value: dict[str, Any]) -> tuple[Subject, ...]:
    """The repository that a record names."""
    key = label(value.get("repo_id"), limit=300)
    return (Subject(kind="repository", key=key),) if key else ()
