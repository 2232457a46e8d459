"""The memories that Codex writes (`~/.codex/memories`): a model's text about rollouts, all derived."""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from . import whole
from .codex_registry import Block, Told, blocks, header, registry
from .marks import mark
from .records import Item, Link, Skipped
from .source import Source
from .text import fingerprint, identifier
from .thread import Thread, Utterance
from .times import moment

HARNESS = "codex-memories"
_ROLLOUT = re.compile(rb"thread_id: \S+\r?\nupdated_at:")
_THREAD = re.compile(r"^## Thread `?([^`\n]+?)`?\s*$")
_SECTION = re.compile(r"^## (.+)$")
_STAMP = re.compile(r"(\d{4}-\d{2}-\d{2})T(\d{2}-\d{2}-\d{2})")
# Files without a sign of their own, known by where they stand in such a folder.
_PLACES = {
    "memory_summary.md": "summary",
    "phase2_workspace_diff.md": "bookkeeping",
    "rollout_summaries/*.md": "rollout",
    "skills/*/SKILL.md": "skill",
    "extensions/ad_hoc/notes/*.md": "note",
    "extensions/*/*.md": "instructions",
    "extensions/*/resources/*": "instructions",
}


def claims(source: Source) -> list[str]:
    """The files of folders in which one file bears the signs of Codex' memories."""
    roots = _roots(source)
    return [name for name in source.names if _shape(source, name, roots)]


def read(source: Source, names: Sequence[str]) -> Iterator[Item]:
    """The items of memory files."""
    thread = Thread(harness=HARNESS)
    roots = _roots(source)
    for name in names:
        shape = _shape(source, name, roots)
        text = whole.text(source, name)
        if shape in ("instructions", "bookkeeping"):
            reason = "instructions" if shape == "instructions" else "harness_event"
            yield Skipped(line=1, reason=reason, file=name)
        elif isinstance(text, Skipped):
            yield text
        else:
            found = [item for told in _told(shape, name, text) for item in _say(told, thread, name)]
            yield from found or [Skipped(line=1, reason="unknown_type", file=name)]


def _told(shape: str, name: str, text: str) -> Iterator[Told]:
    if shape == "registry":
        yield from registry(text)
    elif shape == "raw":
        for block in blocks(text, _THREAD):
            if block.title:
                yield _of_thread("raw", identifier(block.title), block)
    elif shape == "rollout":
        stem = PurePosixPath(name).stem
        yield _of_thread("rollout", identifier(stem), Block(title="", text=text, line=1))
    elif shape == "summary":
        body = text.removeprefix("v1").lstrip("\r\n")
        skipped = text.count("\n") - body.count("\n")
        for block in blocks(body, _SECTION):
            words = f"{block.title}\n{block.text}" if block.title else block.text
            yield Told(kind="summary", text=words.strip(), key="summary", line=block.line + skipped)
    else:
        kind = "document" if shape == "skill" else "note"
        labels = ("asked-for",) if shape == "note" else ()
        # The stamp in a note's name has no zone: which instant it means is known by assuming one.
        stamped = _STAMP.match(PurePosixPath(name).name) if shape == "note" else None
        at = moment(f"{stamped[1]}T{stamped[2].replace('-', ':')}" if stamped else None)
        yield Told(kind=kind, text=text.strip(), key=shape or "note", line=1, labels=labels, at=at)


def _of_thread(key: str, thread: str | None, block: Block) -> Told:
    """A block about one rollout: lines of header, then the model's words."""
    facts, body = header(block.text)
    known = identifier(facts.get("thread_id")) or thread
    return Told(
        kind="summary",
        text=body,
        key=key,
        line=block.line,
        session=known,
        threads=(known,) if known else (),
        at=moment(facts.get("updated_at")),
        facts={name: facts.get(name) for name in ("cwd", "git_branch", "rollout_path")},
    )


def _say(told: Told, thread: Thread, name: str) -> list[Item]:
    # The files are written anew at every run: what is told of other rollouts is told anew.
    named = "\x1f".join((told.key, told.group, told.text, *told.threads, str(told.at.at)))
    said = Utterance(
        kind=told.kind,
        role="assistant",
        text=told.text,
        source_id=f"{told.key}:{fingerprint(named)}",
        session=told.session,
        foreign_session=told.session,
        at=told.at.at,
        lineage=tuple(
            Link(relation="summary_of" if told.kind == "summary" else "derived_from", external=ref)
            for ref in dict.fromkeys(("codex", own) for own in told.threads[:32])
        ),
        labels=("model-written", *told.labels, *(() if told.threads else ("ancestry-unknown",))),
        metadata=told.facts | {"group": told.group or None},
    )
    found = thread.write(said, line=told.line)
    return list(mark(found, file=name, source_type=told.key, time_notes=told.at.notes))


def _roots(source: Source) -> set[str]:
    """The folders with a file that bears a sign of its own."""
    found = set()
    for name in source.names:
        path = PurePosixPath(name)
        sign = _sign(source.head(name)) if path.suffix == ".md" else ""
        if sign:
            inner = sign == "rollout" and path.parent.name == "rollout_summaries"
            found.add(str(path.parent.parent if inner else path.parent))
    return found


def _sign(head: bytes) -> str:
    if head.startswith(b"# Task Group: "):
        return "registry"
    if head.startswith(b"# Raw Memories"):
        return "raw"
    return "rollout" if _ROLLOUT.match(head) else ""


def _shape(source: Source, name: str, roots: set[str]) -> str:
    path = PurePosixPath(name)
    if path.suffix == ".md" and (sign := _sign(source.head(name))):
        return sign
    for root in roots:
        if root == "." or path.is_relative_to(root):
            inner = path if root == "." else path.relative_to(root)
            for pattern, shape in _PLACES.items():
                if len(inner.parts) == pattern.count("/") + 1 and inner.match(pattern):
                    fits = shape != "summary" or source.head(name).startswith(b"v1")
                    return shape if fits else ""
    return ""
