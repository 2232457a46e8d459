"""nur's `memory.md`: notes under headings of a minute, and whatever else somebody wrote there."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from . import whole
from .marks import mark
from .records import Item, Skipped
from .source import Source
from .text import fingerprint
from .thread import Thread, Utterance

_NOTE = re.compile(r"### (\d{4}-\d{2}-\d{2} \d{2}:\d{2}) UTC\s*")
_HEADING = re.compile(r"#{1,2} \S")


def read(source: Source, name: str, thread: Thread) -> Iterator[Item]:
    """The notes of a journal, each once; what stands outside of notes is kept as free text."""
    text = whole.text(source, name)
    if isinstance(text, Skipped):
        yield text
        return
    met = set()
    for line, stamp, words in _blocks(text):
        own = fingerprint(f"{stamp}\x1f{words}")
        if own in met:
            yield Skipped(line=line, reason="repeated", file=name)
            continue
        met.add(own)
        at = _minute(stamp)
        said = Utterance(
            kind="note",
            role="unknown",
            text=words,
            source_id=f"{'journal' if stamp else 'free-text'}:{own}",
            session=None,
            at=at,
            labels=() if stamp else ("free-text",),
        )
        notes = ("to_the_minute",) if at else ("unreadable",) if stamp else ("missing",)
        found = thread.write(said, line=line)
        yield from mark(found, file=name, source_type="journal", time_notes=notes)


def _blocks(text: str) -> Iterator[tuple[int, str, str]]:
    """Line, stamp ("" where there is none) and words of each block."""
    start, stamp, lines = 1, "", list[str]()
    blank = True
    for number, line in enumerate(text.split("\n"), start=1):
        note = _NOTE.fullmatch(line)
        # A heading of the person's own after a blank line ends a note: nur writes none inside.
        if note or (blank and _HEADING.match(line)):
            if words := "\n".join(lines).strip():
                yield start, stamp, words
            start, stamp, lines = number, note.group(1) if note else "", []
        if not note:
            lines.append(line)
        blank = not line.strip()
    if words := "\n".join(lines).strip():
        yield start, stamp, words


def _minute(stamp: str) -> datetime | None:
    try:
        return datetime.strptime(stamp, "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
    except ValueError:
        return None
