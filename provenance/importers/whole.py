"""Files that are read as one value."""

import json
from typing import Any

from .lines import BOM
from .nesting import too_deep
from .records import MAX_LINE_BYTES, Skipped
from .source import Source


def text(source: Source, name: str) -> str | Skipped:
    """The text of a file of at most 64 MiB in UTF-8, or why it has none."""
    try:
        with source.open(name) as stream:
            data = stream.read(MAX_LINE_BYTES + 1)
    except OSError:
        return Skipped(line=1, reason="damaged", file=name)
    if len(data) > MAX_LINE_BYTES:
        return Skipped(line=1, reason="too_long", file=name)
    try:
        return data.removeprefix(BOM).decode("utf-8")
    except UnicodeDecodeError:
        return Skipped(line=1, reason="damaged", file=name)


def value(source: Source, name: str) -> Any:
    """The JSON value of such a file, or Skipped."""
    found = text(source, name)
    if isinstance(found, Skipped):
        return found
    if too_deep(found.encode()):
        return Skipped(line=1, reason="too_deep", file=name)
    try:
        return json.loads(found)
    except ValueError:
        return Skipped(line=1, reason="damaged", file=name)
