"""The Markdown of Codex' memory files: blocks under headings, headers, and the registry of tasks."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .text import identifier
from .times import Moment, moment

_GROUP = re.compile(r"^# Task Group: (.+)$")
_HEADING = re.compile(r"^## (.+)$")
_TASK = re.compile(r"^Task (\d+): (.+)$")
_KEYWORDS = re.compile(r"^### (keywords)$")
_BULLET = re.compile(r"^- (.+)$")
_CITED = re.compile(r"\[Task (\d+)\]")
_FACT = re.compile(r"\b(thread_id|updated_at|rollout_path|cwd)=([^,;)\n]*)")
_HEADER = re.compile(r"^([a-z_]+): ?(.*)$")


@dataclass(kw_only=True)
class Block:
    """What stands under a heading; line n of `text` is line n after it. `line` is the heading's.

    Where there is no heading, the text begins with the first line.
    """

    title: str
    text: str
    line: int


@dataclass(kw_only=True)
class Told:
    """One thing that a file tells, with the rollouts (threads) that it names."""

    kind: str
    text: str
    key: str
    line: int
    group: str = ""
    session: str | None = None
    threads: tuple[str, ...] = ()
    at: Moment = field(default_factory=lambda: moment(None))
    labels: tuple[str, ...] = ()
    facts: dict[str, object] = field(default_factory=dict)


def blocks(text: str, heading: re.Pattern[str]) -> Iterator[Block]:
    """The text cut before each line that is such a heading; its group 1 is the title."""
    title, start, lines = "", 1, list[str]()
    for number, line in enumerate(text.split("\n"), start=1):
        found = heading.match(line.rstrip("\r"))
        if not found:
            lines.append(line)
            continue
        if title or "".join(lines).strip():
            yield Block(title=title, text="\n".join(lines).rstrip(), line=start)
        title, start, lines = found.group(1).strip(), number, []
    if title or "".join(lines).strip():
        yield Block(title=title, text="\n".join(lines).rstrip(), line=start)


def header(text: str) -> tuple[dict[str, str], str]:
    """The leading lines `name: value`, and the rest."""
    facts: dict[str, str] = {}
    lines = text.lstrip().split("\n")
    for index, line in enumerate(lines):
        found = _HEADER.match(line.rstrip("\r"))
        if not found:
            return facts, "\n".join(lines[index:]).strip()
        facts[found.group(1)] = found.group(2)
    return facts, ""


def registry(text: str) -> Iterator[Told]:
    """The tasks and the bullets of each task group, with the threads of the tasks that they cite."""
    for group in blocks(text, _GROUP):
        if not group.title:
            continue
        tasks: dict[str, Told] = {}
        for part in blocks(group.text, _HEADING):
            line = group.line + part.line
            task = _TASK.match(part.title)
            if task:
                tasks[task.group(1)] = _task(group.title, task.group(0), part.text, line)
                yield tasks[task.group(1)]
            elif part.title:
                yield from _bullets(group.title, part, line, tasks)


def _task(group: str, title: str, text: str, line: int) -> Told:
    cited, times = [], []
    for name, value in _FACT.findall(text):
        if name == "thread_id" and (own := identifier(value.strip())):
            cited.append(own)
        elif name == "updated_at" and value.strip():
            times.append(moment(value.strip()))
    words = [part.text.strip() for part in blocks(text, _KEYWORDS) if part.title]
    told = f"{group}\n{title}" + (f"\nkeywords: {words[0].lstrip('- ')}" if words else "")
    return Told(
        kind="summary",
        text=told,
        key="task",
        line=line,
        group=group,
        threads=tuple(cited),
        at=_latest(times),
    )


def _bullets(group: str, part: Block, line: int, tasks: dict[str, Told]) -> Iterator[Told]:
    for bullet in blocks(part.text, _BULLET):
        words = f"{bullet.title}\n{bullet.text}".strip()
        cited = [tasks[number] for number in _CITED.findall(words) if number in tasks]
        yield Told(
            kind="note",
            text=words,
            key="note",
            line=line + bullet.line,
            group=f"{group}: {part.title}",
            threads=tuple(dict.fromkeys(name for task in cited for name in task.threads)),
            at=_latest([task.at for task in cited]),
        )


def _latest(times: list[Moment]) -> Moment:
    known = [time for time in times if time.at is not None]
    return max(known, key=lambda time: str(time.at)) if known else moment(None)
