"""The rows of a YAML list, one at a time and as they are written: texts, never dates or numbers."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

import yaml

from .records import MAX_LINE_BYTES

MAX_DEPTH = 50
_NULL = {"", "~", "null", "Null", "NULL"}
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class YamlRow:
    """One element of the outer list, or of a list that is a member of the outer mapping.

    `key` names the member, "" for the outer list; a member that is no list is one row. `reason` is
    a key of records.REASONS where reading ends here.
    """

    line: int
    key: str
    value: Any = None
    reason: str | None = None


class _TooDeep(Exception):  # noqa: N818 - it says what the row is
    """Nested deeper than is read."""


class _Bounded:
    """A stream that ends where one row would be longer than a line may be."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.left = MAX_LINE_BYTES
        self.spent = False

    def read(self, size: int = -1) -> bytes:
        data = self._stream.read(min(size, 65_536) if size > 0 else 65_536)
        self.left -= len(data)
        self.spent = self.spent or self.left < 0
        return b"" if self.spent else data


def rows(stream: BinaryIO) -> Iterator[YamlRow]:
    """The rows of a file, in order. Damage ends it: what follows has lost its place.

    An alias (`*name`) reads as nothing: written out, aliases of aliases have no end.
    """
    source = _Bounded(stream)
    line = 1
    try:
        events = yaml.parse(source, Loader=_LOADER)
        for row in _document(events):
            line, source.left = row.line, MAX_LINE_BYTES
            yield row
    except _TooDeep:
        yield YamlRow(line, "", reason="too_deep")
    except (yaml.YAMLError, ValueError, RecursionError):
        yield YamlRow(line, "", reason="too_long" if source.spent else "damaged")
    else:
        if source.spent:
            yield YamlRow(line, "", reason="too_long")


def _document(events: Iterator[Any]) -> Iterator[YamlRow]:
    for event in events:
        if isinstance(event, yaml.SequenceStartEvent):
            yield from _sequence(events, "")
        elif isinstance(event, yaml.MappingStartEvent):
            yield from _members(events)


def _members(events: Iterator[Any]) -> Iterator[YamlRow]:
    for event in events:
        if isinstance(event, yaml.MappingEndEvent):
            return
        line = event.start_mark.line + 1
        key = _value(event, events, 1)
        name = key if isinstance(key, str) else ""
        inner = next(events)
        if isinstance(inner, yaml.SequenceStartEvent):
            yield from _sequence(events, name)
        else:
            yield YamlRow(line, name, _value(inner, events, 1))


def _sequence(events: Iterator[Any], key: str) -> Iterator[YamlRow]:
    for event in events:
        if isinstance(event, yaml.SequenceEndEvent):
            return
        yield YamlRow(event.start_mark.line + 1, key, _value(event, events, 1))


def _value(event: Any, events: Iterator[Any], depth: int) -> Any:
    if depth > MAX_DEPTH:
        raise _TooDeep
    if isinstance(event, yaml.ScalarEvent):
        return None if event.implicit[0] and event.value in _NULL else event.value
    if isinstance(event, yaml.SequenceStartEvent):
        found = []
        while not isinstance(inner := next(events), yaml.SequenceEndEvent):
            found.append(_value(inner, events, depth + 1))
        return found
    if isinstance(event, yaml.MappingStartEvent):
        members = {}
        while not isinstance(name := next(events), yaml.MappingEndEvent):
            key = _value(name, events, depth + 1)
            value = _value(next(events), events, depth + 1)
            if isinstance(key, str):
                members[key] = value
        return members
    return None
