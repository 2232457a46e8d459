"""The formats that can be imported: how each is told by its content, and what reads it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from provenance.bundles import records as bundles

from . import (
    chatgpt,
    claude_ai,
    claude_code,
    codex,
    codex_memories,
    engram,
    hermes,
    honcho,
    letta,
    markdown,
    mem0,
    memoryd,
    nur,
    optmem,
    plur,
    ruflo,
)
from .recognise import recognise
from .records import Item
from .source import Source
from .transcripts import transcripts


@dataclass(frozen=True)
class Format:
    """One foreign format.

    `claims` names the files of a source that are of it, judged by content alone. `read` yields the
    items of those files; each bears its file's name. Damage is skipped with its reason, never
    raised.
    """

    name: str
    claims: Callable[[Source], list[str]]
    read: Callable[[Source, Sequence[str]], Iterator[Item]]


def _of_lines(form: str) -> Callable[[Source], list[str]]:
    return lambda source: [n for n in source.names if recognise(source.head(n)) == form]


FORMATS = {
    form.name: form
    for form in (
        Format("claude-code", _of_lines("claude-code"), transcripts(claude_code.read)),
        Format("codex", _of_lines("codex"), transcripts(codex.read)),
        Format("codex-memories", codex_memories.claims, codex_memories.read),
        Format("memoryd", memoryd.claims, memoryd.read),
        Format("memoryd-bundle", memoryd.claims_bundles, memoryd.read_bundles),
        Format("memoryapp-bundle", bundles.claims, bundles.read_bundles),
        Format("nur", nur.claims, nur.read),
        Format("chatgpt", chatgpt.claims, chatgpt.read),
        Format("hermes", hermes.claims, hermes.read),
        Format("plur", plur.claims, plur.read),
        Format("optmem", optmem.claims, optmem.read),
        Format("ruflo", ruflo.claims, ruflo.read),
        Format("engram", engram.claims, engram.read),
        Format("markdown", markdown.claims, markdown.read),
        Format("claude-ai", claude_ai.claims, claude_ai.read),
        Format("honcho", honcho.claims, honcho.read),
        Format("mem0", mem0.claims, mem0.read),
        Format("letta", letta.claims, letta.read),
    )
}


@dataclass(frozen=True)
class Claims:
    """Which files of a source are of which format.

    `files` maps a format to names; `unsure` lists files that several formats claim, with their
    names; `unread` those that none does.
    """

    files: dict[str, list[str]]
    unsure: dict[str, list[str]]
    unread: list[str]


def claims(source: Source) -> Claims:
    """Each file's format by content; where two formats would take a file, neither does."""
    by_file: dict[str, list[str]] = {name: [] for name in source.names}
    for form in FORMATS.values():
        for name in form.claims(source):
            by_file[name].append(form.name)
    files: dict[str, list[str]] = {}
    for name, forms in by_file.items():
        if len(forms) == 1:
            files.setdefault(forms[0], []).append(name)
    return Claims(
        files=files,
        unsure={name: forms for name, forms in by_file.items() if len(forms) > 1},
        unread=[name for name, forms in by_file.items() if not forms],
    )
