"""Engram stores: the nodes of a snapshot, or as the server gives them.

docs/import/engram.md says what becomes of each. `engram_pull` checks what a server answered.
"""

from collections.abc import Iterator, Sequence

from .engram_node import Node, said, tags
from .entries import Entry, entries
from .inner import parsed
from .lines import mapping
from .marks import mark
from .records import Item, Link, Skipped
from .said import Said
from .shape import Shape, shape
from .source import Source
from .text import fingerprint, identifier
from .thread import Thread, Utterance, first_event
from .times import Moment, moment

HARNESS = "engram"


def claims(source: Source) -> list[str]:
    """Arrays of nodes, snapshots, and arrays of edges in a folder with one of these."""
    found = {name: shape(source.head(name)) for name in source.names}
    stores = [name for name, each in found.items() if _has_nodes(each)]
    edges = [
        name
        for name, each in found.items()
        if stores and each.outer == "[" and {"from", "to", "type"} == each.inner.get("", set())
    ]
    return sorted([*stores, *edges])


def _has_nodes(found: Shape) -> bool:
    key = "" if found.outer == "[" else "nodes"
    return {"content", "node_type"} <= found.inner.get(key, set())


def read(source: Source, names: Sequence[str]) -> Iterator[Item]:
    """The records of each node; `line` is its number in the file."""
    for name in names:
        thread = Thread(harness=HARNESS)
        with source.open(name) as stream:
            for entry in entries(stream):
                yield from _entry(entry, thread, file=name)


def _entry(entry: Entry, thread: Thread, *, file: str) -> Iterator[Item]:
    node = mapping(entry.value)
    reason = entry.reason
    if reason is None and entry.key not in ("", "nodes"):
        reason = "edge" if entry.key == "edges" else "metadata"
    if reason is None and {"from", "to"} <= node.keys():
        reason = "edge"
    if reason:
        yield Skipped(line=entry.number, reason=reason, file=file)
        return
    question: tuple[Link, ...] = ()
    for one in said(node):
        if isinstance(one, str):
            yield Skipped(line=entry.number, reason=one, file=file)
            continue
        at = _time(node)
        found = thread.write(_utterance(node, one, at, question), line=entry.number)
        event = first_event(found)
        question = (Link(relation="responds_to", event_id=event),) if event else ()
        kind = identifier(node.get("node_type")) or "node"
        yield from mark(found, file=file, source_type=kind, time_notes=at.notes)


def _utterance(node: Node, one: Said, at: Moment, question: tuple[Link, ...]) -> Utterance:
    known = identifier(node.get("id"))
    label = node.get("label")
    return Utterance(
        kind=one.kind,
        role=one.role,
        text=one.text,
        source_id=_name(node, known, at) + one.suffix,
        session=None,
        at=at.at,
        lineage=question if one.suffix == ":a" else (),
        labels=one.labels,
        metadata={"node": known, "label": label, "tier": node.get("tier"), "tags": tags(node)},
    )


def _name(node: Node, known: str | None, at: Moment) -> str:
    """A turn with its time is one turn however many nodes hold it; else nodes are told apart."""
    content = str(node.get("content"))
    value = mapping(parsed(content))
    if node.get("node_type") == "Conversation" and at.at and "q" in value:
        same = "\x1f".join([str(value["q"]), str(value.get("a")), at.at.isoformat()])
        return f"turn:{fingerprint(same, length=40)}"
    return f"node:{known}" if known else f"text:{fingerprint(content, length=40)}"


def _time(node: Node) -> Moment:
    inner = mapping(parsed(node.get("content"))).get("created_at")
    return moment(inner if inner is not None else node.get("created_at"))
