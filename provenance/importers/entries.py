"""The values inside one large JSON array or object, one at a time, in constant memory.

Only brackets and quotes are looked at here; each value is parsed on its own. So a damaged one costs
itself alone, and no depth of nesting costs more than its own bytes.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from .lines import BOM
from .nesting import MAX_DEPTH, STRING
from .records import MAX_LINE_BYTES

CHUNK = 1 << 20
# What is passed over in one stride, whole strings with it: up to the next bracket, to the next
# bracket or comma, or to a string that goes on beyond the chunk.
_DEEP = re.compile(rb'(?:[^"\[\]{}]++|' + STRING + rb")*+", re.DOTALL)
_FLAT = re.compile(rb'(?:[^"\[\]{},]++|' + STRING + rb")*+", re.DOTALL)
_INSIDE = re.compile(rb'["\\]')
_KEY = re.compile(rb"\s*(" + STRING + rb")\s*:\s*", re.DOTALL)


@dataclass(frozen=True)
class Entry:
    """One value: an element of the outer array, or of an array that is a member of the outer object.

    `key` names the member; "" in an array. A member that is no array is one entry. `reason` is a
    key of records.REASONS where the value could not be read. `number` counts from 1.
    """

    number: int
    key: str
    value: Any = None
    reason: str | None = None


def entries(stream: BinaryIO, *, limit: int = MAX_LINE_BYTES) -> Iterator[Entry]:
    """The values of a file in order; each is at most `limit` bytes long."""
    scanner = _Scanner(limit=limit)
    for number, (key, data) in enumerate(scanner.scan(stream), start=1):
        deep, scanner.deepest = scanner.deepest > MAX_DEPTH, 0
        yield _entry(number, key, data, deep=deep)


def _entry(number: int, key: bytes, data: bytes | None, *, deep: bool) -> Entry:
    try:
        name = str(json.loads(key)) if key else ""
        if data is None or deep:
            return Entry(number, name, reason="too_deep" if deep else "too_long")
        # Not strict: a writer that escapes no tabs and line breaks is plain enough.
        return Entry(number, name, value=json.loads(data.decode("utf-8"), strict=False))
    except ValueError:
        return Entry(number, "", reason="damaged")


class _Scanner:
    """`depth` counts open brackets; `base` is the depth at which values are told apart."""

    def __init__(self, *, limit: int) -> None:
        self.limit = limit
        self.depth = self.deepest = 0
        self.base = 1
        self.key = b""
        self.outer = b""
        self.kept: list[bytes] = []
        self.size = 0

    def scan(self, stream: BinaryIO) -> Iterator[tuple[bytes, bytes | None]]:
        inside = escaped = False
        first = True
        while chunk := stream.read(CHUNK):
            chunk = chunk.removeprefix(BOM) if first else chunk
            first = False
            at = start = 0
            while at < len(chunk):
                if escaped:
                    at, escaped = at + 1, False
                    continue
                at = self._stride(chunk, at, inside=inside)
                sign = chunk[at : at + 1]
                at += 1
                if sign == b"\\":
                    escaped = True
                elif sign == b'"':
                    inside = not inside
                elif sign and self._ends(sign):
                    yield from self._flush(chunk[start : at - 1], sign)
                    start = at
            self._keep(chunk[start:])
        yield from self._flush(b"", b"")

    def _stride(self, chunk: bytes, at: int, *, inside: bool) -> int:
        """Where the next sign that matters stands; the chunk's length where there is none."""
        if inside:
            found = _INSIDE.search(chunk, at)
            return found.start() if found else len(chunk)
        found = (_DEEP if self.depth > self.base else _FLAT).match(chunk, at)
        return found.end() if found else at

    def _ends(self, sign: bytes) -> bool:
        """Whether the bracket or comma ends or begins a value that is told apart."""
        depth = self.depth
        if sign in b"[{":
            self.depth += 1
            self.deepest = max(self.deepest, self.depth)
            return depth == 0 or (depth == 1 and self.outer == b"{" and sign == b"[")
        if sign in b"]}":
            self.depth -= 1
            return depth <= self.base
        return sign == b"," and depth <= self.base

    def _keep(self, data: bytes) -> None:
        self.size += len(data)
        if self.size <= self.limit:
            self.kept.append(data)
        else:
            self.kept.clear()

    def _flush(self, data: bytes, sign: bytes) -> Iterator[tuple[bytes, bytes | None]]:
        self._keep(data)
        whole = b"".join(self.kept) if self.size <= self.limit else None
        self.kept, self.size = [], 0
        if sign in (b"[", b"{"):
            opens = self._open(whole, sign)
            if opens is not None:
                yield self.key, opens
        elif whole is None or whole.strip():
            yield self._value(whole, ended=bool(sign))
        if sign == b"]" and self.base > 1:
            self.base, self.key = 1, b""

    def _open(self, before: bytes | None, sign: bytes) -> bytes | None:
        """What stands before an opening bracket where nothing but a key should; else None."""
        if not self.outer:
            self.outer = sign
            return before if before is None or before.strip() else None
        named = _KEY.fullmatch(before or b"")
        self.base, self.key = 2, named.group(1) if named else b'""'
        return None if named else before or b"?"

    def _value(self, whole: bytes | None, *, ended: bool) -> tuple[bytes, bytes | None]:
        if not ended and self.depth > 0:
            return self.key, b"" if whole is not None else None
        if self.base > 1 or self.outer != b"{" or whole is None:
            return self.key, whole
        named = _KEY.match(whole)
        return (named.group(1), whole[named.end() :]) if named else (b'""', b"")
