"""Markdown cut into what can be quoted alone: paragraphs, bullets with what hangs on them, fences."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

# Longer lines are text alone: on them patterns that go back would take time without bound.
MAX_MARKED = 2_000
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t#]*")
_BULLET = re.compile(r"([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
_IMPORT = re.compile(r"(?:^|(?<=\s))@((?:~?/|\.{0,2}/)?[^\s`@]*[./][^\s`@]*)")
_SPAN = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")


@dataclass(frozen=True)
class Block:
    """A text with the 1-based line it begins on and the headings above it, outermost first.

    `imports` are the paths that it asks to be read along; none of those in code.
    """

    line: int
    text: str
    headings: tuple[str, ...]
    imports: tuple[str, ...] = ()


def blocks(text: str) -> Iterator[Block]:
    """The blocks in order. Headings and front matter are no blocks of their own."""
    reader = _Reader()
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        if number <= _front_matter(lines):
            continue
        yield from reader.line(number, line.removesuffix("\r"))
    yield from reader.end()


def _front_matter(lines: list[str]) -> int:
    """How many lines at the beginning stand between lines of three dashes."""
    if lines[0].rstrip() != "---":
        return 0
    ends = (n for n, line in enumerate(lines[1:200], start=2) if line.rstrip() == "---")
    return next(ends, 0)


class _Reader:
    def __init__(self) -> None:
        self.headings: list[tuple[int, str]] = []
        self.kept: list[str] = []
        self.start = 0
        self.fence = ""
        self.bullet: int | None = None  # how far the open one is indented

    def line(self, number: int, line: str) -> Iterator[Block]:
        mark = _FENCE.match(line)
        if self.fence:
            self.kept.append(line)
            if mark and mark[1].startswith(self.fence) and line.strip() == mark[1]:
                yield from self.end()
        elif mark:
            yield from self.end()
            self._begin(number, line)
            self.fence = mark[1]
        elif len(line) <= MAX_MARKED and (heading := _HEADING.fullmatch(line)):
            yield from self.end()
            level = len(heading[1])
            self.headings = [pair for pair in self.headings if pair[0] < level]
            self.headings.append((level, heading[2].strip()[:200]))
        elif (bullet := _BULLET.fullmatch(line)) and not self._hangs(bullet[1]):
            yield from self.end()
            self._begin(number, bullet[2])
            self.bullet = len(bullet[1])
        elif not line.strip() or (self.bullet is not None and line[:1] not in (" ", "\t")):
            yield from self.end()
            if line.strip():
                self._begin(number, line)
        elif self.kept:
            self.kept.append(line.strip() if self.bullet is None else line)
        else:
            self._begin(number, line)

    def _hangs(self, indent: str) -> bool:
        return self.bullet is not None and len(indent) > self.bullet

    def _begin(self, number: int, line: str) -> None:
        self.kept, self.start = [line], number

    def end(self) -> Iterator[Block]:
        text = "\n".join(self.kept).strip()
        found = () if self.fence else _imports(self.kept)
        self.kept, self.fence, self.bullet = [], "", None
        if text:
            yield Block(self.start, text, tuple(name for _, name in self.headings), found)


def _imports(lines: list[str]) -> tuple[str, ...]:
    short = (line for line in lines if "@" in line and len(line) <= MAX_MARKED)
    named = [found[1] for line in short for found in _IMPORT.finditer(_SPAN.sub(" ", line))]
    return tuple(name.rstrip(".,;:)!?") for name in named)


def imports_alone(block: Block) -> bool:
    """Whether the block says nothing but what to read along."""
    words = block.text.split()
    return bool(block.imports) and all(word.startswith("@") for word in words)
