"""Lines of JSON, read one at a time; a bad one is reported and never stops the rest."""

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, BinaryIO

from .nesting import too_deep
from .records import MAX_LINE_BYTES, Skipped

BOM = b"\xef\xbb\xbf"


def bounded(stream: BinaryIO, *, limit: int = MAX_LINE_BYTES) -> Iterator[bytes]:
    """The lines of a file, at most limit + 1 bytes of each; what is beyond is passed over."""
    while line := stream.readline(limit + 1):
        tail = line
        while not tail.endswith(b"\n") and (tail := stream.readline(1 << 20)):
            pass
        yield line


def objects(
    lines: Iterable[bytes], *, limit: int = MAX_LINE_BYTES
) -> Iterator[tuple[int, dict[str, Any] | Skipped]]:
    """Each line with its 1-based number: the JSON object that it holds, or why it holds none."""
    for number, line in enumerate(lines, start=1):
        if len(line.rstrip(b"\r\n")) > limit:
            yield number, Skipped(line=number, reason="too_long")
        else:
            yield number, _object(line.removeprefix(BOM) if number == 1 else line, number)


def _object(line: bytes, number: int) -> dict[str, Any] | Skipped:
    if not line.strip():
        return Skipped(line=number, reason="blank")
    if too_deep(line):
        return Skipped(line=number, reason="too_deep")
    try:
        # Decoded here: json.loads(bytes) would guess UTF-16 and UTF-32 and accept them.
        value = json.loads(line.decode("utf-8"))
    except ValueError:
        return Skipped(line=number, reason="damaged")
    if not isinstance(value, dict):
        return Skipped(line=number, reason="damaged")
    return value


def mapping(value: object) -> dict[str, Any]:
    """The value if it is an object, else an empty one: foreign members may be of any type."""
    return value if isinstance(value, dict) else {}


def instant(value: object) -> datetime | None:
    """An RFC 3339 time in UTC. Without an offset, or unreadable, it is unknown: never "now"."""
    if not isinstance(value, str):
        return None
    try:
        moment = datetime.fromisoformat(value)
        return moment.astimezone(UTC) if moment.tzinfo else None
    except (ValueError, OverflowError):
        return None
