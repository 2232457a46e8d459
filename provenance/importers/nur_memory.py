"""nur's native memory: its entries, their mirror (the outbox) and the graph made of them."""

from collections.abc import Iterator
from typing import Any

from .lines import bounded, mapping, objects
from .marks import mark
from .records import Item, Link, Skipped, Status
from .source import Source
from .text import fingerprint, identifier, label
from .thread import Recent, Thread, Utterance
from .times import moment
from .whole import value

SYSTEM = "nur"
_DERIVED = {"l2": "era-note", "l3": "era-note"}


class NativeMemory:
    """Reads the stores of all scopes; remembers ids and words, so that copies show."""

    def __init__(self, thread: Thread) -> None:
        self._thread = thread
        self._words: Recent[str] = Recent(size=100_000)  # scope and id: the words' fingerprint
        self._said: Recent[str] = Recent(size=100_000)  # scope and words: the id

    def entries(self, source: Source, name: str, scope: str) -> Iterator[Item]:
        """The rows of an entries file. A row that is retired anywhere in it is retired."""
        with source.open(name) as stream:
            retired: Recent[bool] = Recent(size=100_000)
            for _, row in objects(bounded(stream)):
                if not isinstance(row, Skipped) and row.get("retired") is True:
                    retired.keep(str(row.get("id")), True)
        with source.open(name) as stream:
            for line, row in objects(bounded(stream)):
                if isinstance(row, Skipped):
                    yield from mark([row], file=name)
                else:
                    gone = str(row.get("id")) in retired
                    yield from self._row(row, name, scope, line, "repeated", retired=gone)

    def outbox(self, source: Source, name: str, scope: str) -> Iterator[Item]:
        """What waits for a mirror: the entries again, save those that the file has lost."""
        with source.open(name) as stream:
            for line, row in objects(bounded(stream)):
                if isinstance(row, Skipped):
                    yield from mark([row], file=name)
                else:
                    entry = mapping(row.get("entry"))
                    gone = entry.get("retired") is True
                    yield from self._row(entry, name, scope, line, "double_log", retired=gone)

    def named(self, scope: str, text: str) -> Link | None:
        """The entry of a scope in these words."""
        own = self._said.get(f"{scope}/{fingerprint(text)}")
        return Link(relation="mirrors", foreign=(SYSTEM, scope, own)) if own else None

    def graph(self, source: Source, name: str, scope: str) -> Iterator[Item]:
        """Edges were taken by rule out of entries: only those whose entry is not here tell more."""
        found = value(source, name)
        if isinstance(found, Skipped):
            yield found
            return
        edges = mapping(found).get("edges")
        nodes = mapping(mapping(found).get("nodes"))
        for line, edge in enumerate(edges if isinstance(edges, list) else [], start=1):
            yield from mark(self._edge(mapping(edge), nodes, scope, line), file=name)

    def _row(
        self, row: dict[str, Any], name: str, scope: str, line: int, copy: str, *, retired: bool
    ) -> Iterator[Item]:
        own, text = identifier(row.get("id")), row.get("text")
        if own is None or not isinstance(text, str):
            yield Skipped(line=line, reason="misshapen", file=name)
            return
        words, key = fingerprint(text), f"{scope}/{own}"
        before = self._words.get(key)
        if before == words:
            yield Skipped(line=line, reason=copy, file=name)
            return
        self._words.keep(key, words)
        self._said.keep(f"{scope}/{words}", own)
        said = self._utterance(row, own, text, scope)
        # Other words under an id that was met: an event of its own, for somebody to look at.
        said.suffix = f":{words[:8]}" if before else ""
        status: Status = "retired" if retired else "current"
        notes = moment(row.get("created_unix")).notes
        found = self._thread.write(said, line=line)
        yield from mark(found, file=name, source_type="entry", status=status, time_notes=notes)

    def _utterance(self, row: dict[str, Any], own: str, text: str, scope: str) -> Utterance:
        tier = str(row.get("tier"))
        tags = row.get("tags") if isinstance(row.get("tags"), list) else []
        first = row.get("voice") == "first_person"
        derived = tier in _DERIVED
        labels = [_DERIVED[tier]] if derived else []
        if derived or not first:  # taken by the program out of what was said, or out of other rows
            labels.append("ancestry-unknown")
        kind = "preference" if "preference" in (tags or []) else "note"
        return Utterance(
            kind="summary" if derived else kind,
            role="assistant" if first else "unknown",
            text=text,
            source_id=own,
            session=scope,
            foreign_session=scope,
            at=moment(row.get("created_unix")).at,
            labels=tuple(labels),
            metadata={"tags": tags, "tier": tier, "written_by": row.get("source")},
        )

    def _edge(
        self, edge: dict[str, Any], nodes: dict[str, Any], scope: str, line: int
    ) -> list[Item]:
        ends = [_name(nodes, edge.get(end)) for end in ("source", "target")]
        relation = label(edge.get("relation"), limit=100)
        if not all(ends) or relation is None:
            return [Skipped(line=line, reason="misshapen")]
        memory = identifier(edge.get("memory_id"))
        if memory and f"{scope}/{memory}" in self._words:
            return [Skipped(line=line, reason="extracted")]
        text = f"{ends[0]} {relation.replace('_', ' ')} {ends[1]}"
        known = (Link(relation="derived_from", external=(SYSTEM, memory)),) if memory else ()
        said = Utterance(
            kind="note",
            role="unknown",
            text=text,
            source_id=f"edge:{fingerprint(text)}",
            session=scope,
            foreign_session=scope,
            lineage=known,
            labels=("relation",) if known else ("relation", "ancestry-unknown"),
        )
        found = self._thread.write(said, line=line)
        return list(mark(found, file="", source_type="edge", time_notes=("missing",)))


def _name(nodes: dict[str, Any], own: object) -> str | None:
    """How a node is called; an edge may point at one that is not there."""
    if not isinstance(own, str):
        return None
    aliases = mapping(nodes.get(own)).get("aliases")
    first = aliases[0] if isinstance(aliases, list) and aliases else None
    return label(first, limit=200) or label(own.removeprefix("n:").replace("_", " "), limit=200)
