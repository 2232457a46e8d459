"""Says of read items where they stand and what the source says of their standing."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from .records import Item, Record


def mark(items: Iterable[Item], *, file: str, **said: Any) -> Iterator[Item]:
    """The items, each with its file's name; records with `said` (members of Record) besides."""
    for item in items:
        if isinstance(item, Record):
            yield replace(item, file=file, **said)
        else:
            yield replace(item, file=file)


def noted(items: Iterable[Item], notes: tuple[str, ...]) -> list[Item]:
    """The items, records with these notes on their time."""
    return [replace(one, time_notes=notes) if isinstance(one, Record) else one for one in items]
