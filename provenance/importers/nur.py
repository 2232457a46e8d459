"""A nur home (`~/.nur`): sessions, memories, chronicle, journal, lessons, goals, letters, results.

docs/import/nur.md says what becomes of each.
"""

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any

from . import nur_journal
from .lines import mapping
from .nur_chronicle import Chronicle
from .nur_memory import SYSTEM, NativeMemory
from .nur_session import Sessions
from .nur_shapes import shapes
from .nur_work import Work
from .records import Item, Link, Skipped
from .source import Source
from .text import identifier
from .thread import Thread
from .whole import value

# Read for what they say of other files, or copies of what other files hold.
WITHOUT_SPEECH = {
    "snapshot": "metadata",
    "index": "metadata",
    "counters": "harness_event",
    "vectors": "vectors",
    "blob": "double_log",
}


def claims(source: Source) -> list[str]:
    """The files of nur homes."""
    return list(shapes(source))


def read(source: Source, names: Sequence[str]) -> Iterator[Item]:
    """The items of a home's files; `line` is the line, or the number of the entry."""
    home = _Home()
    wanted = set(names)
    for name, kind in shapes(source).items():
        if name in wanted:
            wanted.discard(name)
            yield from home.read(source, name, kind)
    for name in sorted(wanted):
        yield Skipped(line=1, reason="unknown_type", file=name)


class _Home:
    def __init__(self) -> None:
        self._thread = Thread(harness=SYSTEM)
        self._sessions = Sessions(self._thread)
        self._memory = NativeMemory(self._thread)
        self._chronicle = Chronicle(self._thread, self._known)
        self._work = Work(self._thread)

    def read(self, source: Source, name: str, kind: str) -> Iterator[Item]:
        scope = identifier(PurePosixPath(name).parent.name) or "-"
        match kind:
            case "session" if name.endswith(".bak") and name[:-4] in source.names:
                yield Skipped(line=1, reason="repeated", file=name)
            case "session":
                self._work.session(PurePosixPath(name).name.split(".")[0])
                yield from self._sessions.read(source, name)
            case "entries":
                yield from self._memory.entries(source, name, scope)
            case "outbox":
                yield from self._memory.outbox(source, name, scope)
            case "graph":
                yield from self._memory.graph(source, name, scope)
            case "events":
                yield from self._chronicle.events(source, name, scope)
            case "checkpoints":
                yield from self._chronicle.checkpoints(source, name, scope)
            case "journal":
                yield from nur_journal.read(source, name, self._thread)
            case _ if kind in WITHOUT_SPEECH:
                yield Skipped(line=1, reason=WITHOUT_SPEECH[kind], file=name)
            case _:
                yield from self._small(source, name, kind)

    def _small(self, source: Source, name: str, kind: str) -> Iterator[Item]:
        found = value(source, name)
        if isinstance(found, Skipped):
            yield found
            return
        row: dict[str, Any] = mapping(found)
        match kind:
            case "peer":
                self._work.peer(row)
                yield Skipped(line=1, reason="metadata", file=name)
            case "letter":
                yield from self._work.letter(row, name)
            case "goal":
                yield from self._work.goal(row, name)
            case "harness":
                yield from self._work.lessons(source, name, row)
            case "context":
                yield from self._work.results(source, name, row)

    def _known(self, kind: str, scope: str, text: str) -> Link | None:
        """What an event of the chronicle repeats: a message, or an entry of the same scope."""
        if kind in ("user", "assistant"):
            return self._sessions.copy_of(kind, text)
        return self._memory.named(scope, text) if kind == "remember" else None
