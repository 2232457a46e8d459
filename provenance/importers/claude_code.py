"""Claude Code session files (`projects/<folder>/<session>.jsonl`, `agent-<id>.jsonl`).

The role of a line says who hears it, not who speaks: tool results, caveats and compaction summaries
all sit in the user role. docs/import.md says what becomes of each.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePath
from uuid import UUID

from .claude_chain import Chain
from .claude_line import Line
from .claude_messages import Messages
from .lines import mapping, objects
from .records import Link, Record, Skipped
from .text import fingerprint, identifier
from .thread import Thread, Utterance, first_event

HARNESS = "claude-code"
# The person's title stands before the machine's.
TITLES = {"ai-title": "aiTitle", "custom-title": "customTitle"}
# Types of line that are never speech, and what they are.
WITHOUT_SPEECH = {
    "ai-title": "metadata",
    "custom-title": "metadata",
    "queue-operation": "queued",
    "agent-color": "harness_event",
    "agent-name": "harness_event",
    "attribution-snapshot": "harness_event",
    "content-replacement": "harness_event",
    "file-history-snapshot": "harness_event",
    "last-prompt": "harness_event",
    "mode": "harness_event",
    "permission-mode": "harness_event",
    "pr-link": "harness_event",
    "progress": "harness_event",
    "speculation-accept": "harness_event",
    "tag": "harness_event",
    "worktree-state": "harness_event",
}


def read(
    lines: Iterable[bytes], *, source: str, titles: Mapping[str, str] | None = None
) -> Iterator[Record | Skipped]:
    """The records of one session file, in order; every line yields at least one item.

    `source` is the file's name: it tells lines of this session from lines copied into it.
    `titles` are session titles known beforehand (session id to title).
    """
    reader = _Reader(source=source, titles=titles)
    for number, value in objects(lines):
        if isinstance(value, Skipped):
            yield value
            continue
        entries = value.get("loglines")
        for entry in entries if isinstance(entries, list) else [value]:
            yield from reader.read(Line(value=mapping(entry), number=number))
        if entries == []:
            yield Skipped(line=number, reason="empty")


def titles(lines: Iterable[bytes]) -> dict[str, str]:
    """The titles that a file gives to sessions: the last one of each, the person's first."""
    found: dict[str, dict[str, str]] = {kind: {} for kind in TITLES}
    for _, value in objects(line for line in lines if b'itle"' in line):
        line = Line(value=mapping(value), number=0)
        if line.claimed_session and line.kind in TITLES:
            title = line.value.get(TITLES[line.kind])
            if isinstance(title, str):
                found[line.kind][line.claimed_session] = title
    return found["ai-title"] | found["custom-title"]


class _Reader:
    def __init__(self, *, source: str, titles: Mapping[str, str] | None) -> None:
        self.thread = Thread(harness=HARNESS, titles=titles)
        self.chain = Chain(own=_session_of(source))
        self.messages = Messages(thread=self.thread, chain=self.chain)

    def read(self, line: Line) -> list[Record | Skipped]:
        found = self._line(line) or [line.skip("empty")]
        if line.kind != "summary":
            self.chain.add(line, event_id=first_event(found))
        return found

    def _line(self, line: Line) -> list[Record | Skipped]:
        match line.kind:
            case "user" | "assistant":
                return self.messages.read(line, line.message.get("content"))
            case "system":
                return self._system(line)
            case "attachment":
                return self.messages.delivered(line)
            case "summary":
                return self._titling_summary(line)
        return [line.skip(WITHOUT_SPEECH.get(line.kind or "", "unknown_type"))]

    def _system(self, line: Line) -> list[Record | Skipped]:
        match line.value.get("subtype"):
            case "local_command":
                return self.messages.read(line, line.value.get("content"))
            case "compact_boundary":
                return [line.skip("compaction_marker")]
        return [line.skip("harness_event")]

    def _titling_summary(self, line: Line) -> list[Record | Skipped]:
        """It has no time and no session of its own, and often names another file's last line."""
        text, leaf = line.value.get("summary"), identifier(line.value.get("leafUuid"))
        if not isinstance(text, str) or not leaf:
            return [line.skip("misshapen")]
        node = self.chain.leaf(leaf)
        covered = node.event_id if node else None
        said = Utterance(
            kind="summary",
            role="assistant",
            text=text,
            session=node.session if node else None,
            source_id=f"summary:{leaf}:{fingerprint(text, length=12)}",
            lineage=(Link(relation="summary_of", event_id=covered),) if covered else (),
            labels=("summary",) if covered else ("summary", "covers-unknown"),
            metadata={"leaf": leaf},
        )
        return self.thread.write(said, line=line.number)


def _session_of(source: str) -> str | None:
    try:
        return str(UUID(PurePath(source).stem))
    except ValueError:
        return None
