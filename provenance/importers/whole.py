"""Files that are read as one value, and what is said of all items of one."""

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from .lines import BOM
from .records import MAX_LINE_BYTES, Item, Record, Skipped
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
    try:
        return json.loads(found)
    except RecursionError:
        return Skipped(line=1, reason="too_deep", file=name)
    except ValueError:
        return Skipped(line=1, reason="damaged", file=name)


def bearing(items: Iterable[Item], **fields: Any) -> list[Item]:
    """The items, the records among them with these fields; what is skipped bears none."""
    return [replace(item, **fields) if isinstance(item, Record) else item for item in items]
