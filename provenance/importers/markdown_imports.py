"""Files that instruction files ask to be read along (`@path`): within the root, five deep."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from . import whole
from .markdown_blocks import Block, blocks
from .records import Skipped
from .source import Source

MAX_IMPORT_DEPTH = 5


@dataclass(frozen=True)
class Followed:
    """A file to be read, and which file asked for it ("" where it was named itself)."""

    name: str
    asked_by: str
    depth: int


def followed(
    source: Source, names: Iterable[str], *, others: Iterable[str] = ()
) -> Iterator[Followed | Skipped]:
    """Each of the files once, and those that they import; or why one is not followed.

    `others` come last where nothing has imported them.
    """
    known: set[str] = set()
    for name in [*names, *others]:
        if name not in known:
            known.add(name)
            yield from _from(source, Followed(name, "", 0), known)


def _from(source: Source, first: Followed, known: set[str]) -> Iterator[Followed | Skipped]:
    waiting, held = [first], set(source.names)
    for file in waiting:  # grows while it is gone through
        yield file
        for block in _of(source, file.name):
            for path in block.imports:
                name = resolved(file.name, path)
                reason = _reason(name, held, file.depth)
                if reason:
                    yield Skipped(line=block.line, reason=reason, file=file.name)
                elif name is not None and name not in known:
                    known.add(name)
                    waiting.append(Followed(name, file.name, file.depth + 1))


def _reason(name: str | None, held: set[str], depth: int) -> str | None:
    if name is None:
        return "outside_root"
    if name not in held:
        return "missing_file"
    return "too_deep" if depth >= MAX_IMPORT_DEPTH else None


def _of(source: Source, name: str) -> list[Block]:
    text = whole.text(source, name)
    return [] if isinstance(text, Skipped) else [b for b in blocks(text) if b.imports]


def resolved(of: str, path: str) -> str | None:
    """The name within the root of a path that stands in the file `of`; None outside of it."""
    if path.startswith(("/", "~")):
        return None
    parts: list[str] = list(PurePosixPath(of).parent.parts)
    for part in PurePosixPath(path).parts:
        if part == ".." and not parts:
            return None
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)
