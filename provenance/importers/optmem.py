"""An OptMem memory: a log of fixed records of bytes, and a tree of summaries over it.

docs/import/optmem.md says what becomes of each. A record is found by its place, so that nothing
but one of them is ever held.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import BinaryIO, NamedTuple

from .lines import bounded
from .marks import mark
from .records import Item, Link, Skipped
from .source import Source
from .text import fingerprint
from .thread import Recent, Thread, Utterance
from .times import moment

SYSTEM = "optmem"
ENTRY_BYTES, SUMMARY_BYTES = 320, 288
LINKS_AT_MOST = 32
_ENTRY = re.compile(r"#(\d{1,15}) (\d{4}-\d{2}-\d{2}) (.*)", re.DOTALL)
_SIGN = re.compile(rb"#0 \d{4}-\d{2}-\d{2} ")
_DATED = re.compile(r"(\d{4}-\d{2}-\d{2}) (\S.*)")


class Entry(NamedTuple):
    """One record of a log. `name` is its name here: numbers are those of one log alone."""

    number: int
    day: str
    text: str

    @property
    def name(self) -> str:
        return f"{self.number}:{fingerprint(f'{self.day} {self.text}')}"


def claims(source: Source) -> list[str]:
    """Logs by their records; trees, settings and import lists by their place beside a log."""
    return list(_shapes(source))


def read(source: Source, names: Sequence[str]) -> Iterator[Item]:
    """The items of a memory, its logs first; `line` is the number of the record from 1."""
    thread = Thread(harness=SYSTEM)
    known: Recent[int] = Recent(size=100_000)
    shapes = _shapes(source)
    for name in sorted(names, key=lambda name: list(shapes).index(name) if name in shapes else -1):
        kind = shapes.get(name)
        if kind in ("log", "tree", "list"):
            with source.open(name) as stream:
                if kind == "log":
                    items = _log(stream, thread, known)
                elif kind == "tree":
                    items = _tree(source, name, stream, thread)
                else:
                    items = _list(stream, thread, known)
                yield from mark(items, file=name)
        else:
            reason = "metadata" if kind == "settings" else "unknown_type"
            yield Skipped(line=1, reason=reason, file=name)


def _log(stream: BinaryIO, thread: Thread, known: Recent[int]) -> Iterator[Item]:
    number = 0
    while data := stream.read(ENTRY_BYTES):
        entry = _entry(data, number)
        number += 1
        if entry is None:
            # At the end: what a crash left of a record that was never acknowledged.
            yield Skipped(line=number, reason="damaged")
            continue
        words = fingerprint(f"{entry.day} {entry.text}")
        known.keep(words, known.get(words, 0) + 1)
        said = Utterance(
            kind="note",
            role="assistant",
            text=entry.text,
            source_id=entry.name,
            session=None,
            metadata={"day": entry.day, "number": entry.number},
        )
        notes = moment(entry.day).notes
        found = thread.write(said, line=number)
        yield from mark(found, file="", source_type="entry", time_notes=notes)


def _entry(data: bytes, number: int) -> Entry | None:
    """The record with this number, or None where there is no whole one."""
    if len(data) < ENTRY_BYTES or not data.endswith(b"\n"):
        return None
    try:
        found = _ENTRY.fullmatch(data[:-1].decode("utf-8").rstrip(" "))
    except UnicodeDecodeError:
        return None
    if found is None or int(found.group(1)) != number:
        return None
    return Entry(number, found.group(2), found.group(3))


def _tree(source: Source, name: str, stream: BinaryIO, thread: Thread) -> Iterator[Item]:
    """Summaries of blocks of a size: each covers the entries of its block."""
    size, log = int(PurePosixPath(name).name), _log_of(source, name)
    index = 0
    while data := stream.read(SUMMARY_BYTES):
        text = data.decode("utf-8", "surrogateescape").strip()
        index += 1
        if len(data) < SUMMARY_BYTES:
            yield Skipped(line=index, reason="damaged")
            continue
        if not text:
            yield Skipped(line=index, reason="blank")  # not built yet
            continue
        links = _covered(source, log, size, index - 1)
        said = Utterance(
            kind="summary",
            role="assistant",
            text=text,
            source_id=f"summary:{size}:{index - 1}:{fingerprint(text)}",
            session=None,
            lineage=links,
            labels=() if links else ("ancestry-unknown",),
            metadata={"first": (index - 1) * size, "last": index * size - 1},
        )
        found = thread.write(said, line=index)
        yield from mark(found, file="", source_type="summary", time_notes=("missing",))


def _covered(source: Source, log: str | None, size: int, index: int) -> tuple[Link, ...]:
    """The entries of a block; of a large one the first, its number says how many there are."""
    if log is None:
        return ()
    links = []
    with source.open(log) as stream:
        for number in range(index * size, index * size + min(size, LINKS_AT_MOST)):
            stream.seek(number * ENTRY_BYTES)
            if entry := _entry(stream.read(ENTRY_BYTES), number):
                links.append(Link(relation="summary_of", foreign=(SYSTEM, None, entry.name)))
    return tuple(links)


def _list(stream: BinaryIO, thread: Thread, known: Recent[int]) -> Iterator[Item]:
    """A list that was, or is to be, imported there: what a log has is not said again."""
    for number, line in enumerate(bounded(stream), start=1):
        found = _DATED.fullmatch(line.decode("utf-8", "surrogateescape").strip())
        if found is None:
            yield Skipped(line=number, reason="damaged" if line.strip() else "blank")
            continue
        words = fingerprint(f"{found.group(1)} {found.group(2)}")
        if known.get(words, 0) > 0:
            known.keep(words, known[words] - 1)
            yield Skipped(line=number, reason="repeated")
            continue
        said = Utterance(
            kind="note",
            role="assistant",
            text=found.group(2),
            source_id=f"list:{number}:{words}",
            session=None,
            metadata={"day": found.group(1)},
        )
        notes = moment(found.group(1)).notes
        yield from mark(
            thread.write(said, line=number), file="", source_type="entry", time_notes=notes
        )


def _shapes(source: Source) -> dict[str, str]:
    """Each file of a memory, logs first."""
    found = {name: "log" for name in source.names if _is_log(source.head(name))}
    homes = {PurePosixPath(name).parent for name in found}
    for name in source.names:
        path = PurePosixPath(name)
        if path.parent.name == "TREE" and path.parent.parent in homes:
            # A size is a power of two.
            size = int(path.name) if re.fullmatch(r"[1-9]\d{0,9}", path.name) else 0
            if size >= 2 and size & (size - 1) == 0:  # noqa: PLR2004
                found.setdefault(name, "tree")
        elif path.parent in homes and path.name in ("config", ".lock"):
            found.setdefault(name, "settings")
        elif {path.parent, path.parent / "memory"} & homes and _is_list(source.head(name)):
            found.setdefault(name, "list")
    return found


def _is_log(head: bytes) -> bool:
    """Whether a file begins with record 0, whole."""
    return bool(_SIGN.match(head)) and head[ENTRY_BYTES - 1 : ENTRY_BYTES] == b"\n"


def _is_list(head: bytes) -> bool:
    lines = [line for line in head.decode("utf-8", "replace").splitlines()[:50] if line.strip()]
    return bool(lines) and all(_DATED.fullmatch(line.strip()) for line in lines)


def _log_of(source: Source, name: str) -> str | None:
    """The log that a tree stands over."""
    log = str(PurePosixPath(name).parent.parent / "LOG.txt")
    return log if log in source.names and _is_log(source.head(log)) else None
