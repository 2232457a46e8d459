"""Readers of lines, made readers of whole sources: titles first, then file by file."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from . import claude_code, codex
from .lines import bounded
from .recognise import recognise
from .records import Item
from .source import Source

Lines = Callable[..., Iterator[Item]]


def transcripts(read: Lines) -> Callable[[Source, Sequence[str]], Iterator[Item]]:
    """A reader of one file's lines, as a reader of the files `names` of a source.

    A file that cannot be read on (a disk's fault) raises OSError: its rest is not known.
    """

    def files(source: Source, names: Sequence[str]) -> Iterator[Item]:
        titles = _titles(source, names)
        for name in names:
            with source.open(name) as stream:
                items = read(bounded(stream), source=PurePosixPath(name).name, titles=titles)
                for item in items:
                    yield replace(item, file=name)

    return files


def _titles(source: Source, names: Sequence[str]) -> dict[str, str]:
    """Session titles: of an index beside the sessions, and of the files themselves."""
    found: dict[str, str] = {}
    for name in source.names:
        form = recognise(source.head(name)) if name.endswith((".jsonl", ".json")) else "unsure"
        if form == "prompt-index" or (form == "claude-code" and name in names):
            titles = codex.titles if form == "prompt-index" else claude_code.titles
            with source.open(name) as stream:
                found |= titles(bounded(stream))
    return found
