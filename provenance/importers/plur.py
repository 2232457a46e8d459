"""A PLUR store (`~/.plur`): engrams, episodes and their history. docs/import/plur.md has the map."""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any, BinaryIO

from .lines import bounded, mapping, objects
from .marks import mark
from .plur_engram import SYSTEM, engram
from .records import Item, Skipped, Status
from .shape import shape
from .source import Source
from .text import fingerprint, identifier, label
from .thread import Recent, Thread, Utterance
from .times import moment
from .yaml_rows import rows

_ENGRAMS = re.compile(rb"^engrams:", re.MULTILINE)
_EPISODES = re.compile(rb"^- id: ['\"]?EP-", re.MULTILINE)
_NONE = re.compile(rb"^engrams: *\[\s*\]", re.MULTILINE)
_HISTORY = {"event", "engram_id", "timestamp", "data"}
_BESIDE = {
    "config.yaml": "config",
    "tensions.yaml": "unknown",
    "candidates.yaml": "unknown",
    "episodes.yaml": "episodes",
}
_ORDER = ("episodes", "engrams", "history", "config", "unknown")


def claims(source: Source) -> list[str]:
    """Engrams, episodes and histories by their content, other files of a store by their place."""
    return list(_shapes(source))


def read(source: Source, names: Sequence[str]) -> Iterator[Item]:
    """The items of a store; `line` is the line at which a row begins."""
    store = _Store()
    shapes = {name: kind for name, kind in _shapes(source).items() if name in set(names)}
    for name, kind in shapes.items():
        if kind == "history":
            store.note_retirements(source, name)
    for name, kind in shapes.items():
        yield from store.read(source, name, kind)
    for name in sorted(set(names) - shapes.keys()):
        yield Skipped(line=1, reason="unknown_type", file=name)


class _Store:
    def __init__(self) -> None:
        self._thread = Thread(harness=SYSTEM)
        self._met: Recent[str] = Recent(size=100_000)  # an id: its words
        self._words: Recent[bool] = Recent(size=100_000)
        self._retired: Recent[object] = Recent(size=100_000)

    def note_retirements(self, source: Source, name: str) -> None:
        """When engrams were retired: only the history has it."""
        with source.open(name) as stream:
            for _, row in objects(bounded(stream)):
                if not isinstance(row, Skipped) and row.get("event") == "engram_retired":
                    self._retired.keep(str(row.get("engram_id")), row.get("timestamp"))

    def read(self, source: Source, name: str, kind: str) -> Iterator[Item]:
        """The items of one file."""
        if kind in ("config", "unknown"):
            reason = "metadata" if kind == "config" else "unknown_type"
            yield Skipped(line=1, reason=reason, file=name)
            return
        with source.open(name) as stream:
            found = self._history(stream) if kind == "history" else self._rows(stream, kind)
            seen = False
            for item in mark(found, file=name):
                seen = True
                yield item
        if not seen and kind != "history":
            none = _NONE.search(source.head(name))  # a store of which all was taken out
            yield Skipped(line=1, reason="metadata" if none else "empty_store", file=name)

    def _history(self, stream: BinaryIO) -> Iterator[Item]:
        for line, row in objects(bounded(stream)):
            yield from [row] if isinstance(row, Skipped) else self._event(row, line)

    def _rows(self, stream: BinaryIO, kind: str) -> Iterator[Item]:
        for row in rows(stream):
            if row.reason:
                yield Skipped(line=row.line, reason=row.reason)
            elif row.key == ("engrams" if kind == "engrams" else "") and row.value is not None:
                yield from self._row(row.value, row.line, kind)

    def _row(self, value: object, line: int, kind: str) -> list[Item]:
        row = mapping(value)
        text = row.get("statement" if kind == "engrams" else "summary")
        own = identifier(row.get("id"))
        if not isinstance(text, str):
            return [Skipped(line=line, reason="misshapen")]
        words = fingerprint(text)
        if own and self._met.get(own) == words:
            return [Skipped(line=line, reason="repeated")]
        suffix = f":{words[:8]}" if own and own in self._met else ""
        self._met.keep(own or words, words)
        self._words.keep(words, True)
        if kind == "episodes":
            return self._episode(row, text, own, line, suffix)
        said, more = engram(row, text, own, retired_at=self._retired.get(own or ""))
        said.suffix = suffix
        return list(mark(self._thread.write(said, line=line), file="", **more))

    def _episode(
        self, row: dict[str, Any], text: str, own: str | None, line: int, suffix: str
    ) -> list[Item]:
        """What a session was about. A row without an id is held back there, and here."""
        agent, at = label(row.get("agent"), limit=200), moment(row.get("timestamp"))
        session = identifier(row.get("session_id"))
        said = Utterance(
            kind="summary",
            role="assistant" if agent else "unknown",
            name=agent,
            text=text,
            source_id=own or f"episode:{fingerprint(text)}",
            suffix=suffix,
            session=session,
            foreign_session=session,
            at=at.at,
            labels=("ancestry-unknown",),
            metadata={"channel": row.get("channel"), "tags": row.get("tags")},
        )
        found = self._thread.write(said, line=line)
        status: Status = "current" if own else "quarantined"
        return list(mark(found, file="", source_type="episode", status=status, time_notes=at.notes))

    def _event(self, row: dict[str, Any], line: int) -> list[Item]:
        """The store's bookkeeping, but for words that were merged away."""
        text = mapping(row.get("data")).get("statement")
        if row.get("event") != "engram_duplicate_absorbed" or not isinstance(text, str):
            return [Skipped(line=line, reason="harness_event")]
        if fingerprint(text) in self._words:
            return [Skipped(line=line, reason="repeated")]
        self._words.keep(fingerprint(text), True)
        at = moment(row.get("timestamp"))
        said = Utterance(
            kind="note",
            role="unknown",
            text=text,
            source_id=f"absorbed:{fingerprint(text)}",
            session=None,
            at=at.at,
            labels=("absorbed", "ancestry-unknown"),
            metadata={"absorbed_by": row.get("engram_id")},
        )
        found = self._thread.write(said, line=line)
        return list(mark(found, file="", source_type="absorbed", time_notes=at.notes))


def _shapes(source: Source) -> dict[str, str]:
    found = {name: kind for name in source.names if (kind := _of_content(source, name))}
    stores = {PurePosixPath(name).parent for name, kind in found.items() if kind != "history"}
    for name in source.names:
        path = PurePosixPath(name)
        if path.parent in stores and path.name in _BESIDE:
            found.setdefault(name, _BESIDE[path.name])
    return dict(sorted(found.items(), key=lambda pair: (_ORDER.index(pair[1]), pair[0])))


def _of_content(source: Source, name: str) -> str:
    head = source.head(name)
    if _ENGRAMS.search(head):
        return "engrams"
    if _EPISODES.search(head):
        return "episodes"
    if shape(head).keys >= _HISTORY:
        return "history"
    # A store is never empty: of an empty file of this name it is said that something is amiss.
    empty = not head.strip() and PurePosixPath(name).name == "engrams.yaml"
    return "engrams" if empty else ""
