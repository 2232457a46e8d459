"""Codex rollout files (`sessions/YYYY/MM/DD/rollout-<time>-<thread>.jsonl`), old and new.

The same text is logged twice (what the model saw, what the screen showed), and a fork begins with
its parent's history. docs/import.md says what becomes of each line.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import PurePath
from typing import Any

from .codex_items import ITEMS, Voice, spoken, voices
from .codex_notices import compaction, letter, rollback
from .codex_thread import Inheritance
from .lines import mapping, objects
from .marks import noted
from .records import Link, Record, Skipped
from .text import identifier
from .thread import Recent, Thread, Utterance, first_event
from .times import moment

HARNESS = "codex"
COVERED_AT_MOST = 32
WITHOUT_SPEECH = {
    "turn_context": "metadata",
    "world_state": "harness_event",
    "inter_agent_communication_metadata": "harness_event",
}
# Events of the screen's log; any other is the harness's own.
EVENTS = {
    "agent_reasoning": "reasoning",
    "exec_command_end": "double_log",
    "mcp_tool_call_end": "double_log",
    "patch_apply_end": "double_log",
    "web_search_end": "double_log",
}
ROLES = {"user_message": "user", "agent_message": "assistant"}
Found = list[Record | Skipped]


def read(
    lines: Iterable[bytes], *, source: str, titles: Mapping[str, str] | None = None
) -> Iterator[Record | Skipped]:
    """The records of one rollout, in order; every line yields at least one item.

    `source` is the file's name, used where the header is missing. `titles` are thread names known
    beforehand (thread id to name).
    """
    reader = _Reader(source=source, titles=titles)
    for number, value in objects(lines):
        if isinstance(value, Skipped):
            yield value
        else:
            yield from reader.read(value, number) or [Skipped(line=number, reason="empty")]


def titles(lines: Iterable[bytes]) -> dict[str, str]:
    """The thread names of a `session_index.jsonl`; the newest line of a thread wins."""
    found = {}
    for _, value in objects(lines):
        thread, name = mapping(value).get("id"), mapping(value).get("thread_name")
        if (known := identifier(thread)) and isinstance(name, str):
            found[known] = name
    return found


class _Reader:
    def __init__(self, *, source: str, titles: Mapping[str, str] | None) -> None:
        self.thread = Thread(harness=HARNESS, titles=titles)
        self.inheritance = Inheritance()
        self.fallback = identifier(PurePath(source).stem)
        self.model: object = None
        self.summary = ""
        self._calls: Recent[str] = Recent()
        self._equals: Recent[int] = Recent(size=100_000)
        self._unmatched: Recent[int] = Recent()
        self._events: deque[tuple[bool, str]] = deque(maxlen=2_000)
        # What is odd about the time of the line at hand.
        self._notes: tuple[str, ...] = ()

    def read(self, value: dict[str, Any], number: int) -> Found:
        kind, payload = value.get("type"), value.get("payload")
        at, self._notes = moment(value.get("timestamp"))
        if kind is None and "id" in value and self.inheritance.own is None:
            kind, payload = "session_meta", value  # the oldest files have a bare header
        elif isinstance(kind, str) and kind in ITEMS and "payload" not in value:
            kind, payload = "response_item", value  # … and bare items
        elif kind is None and "record_type" in value:
            return [Skipped(line=number, reason="harness_event")]
        if not isinstance(payload, dict):
            known = kind in ("session_meta", "response_item", "event_msg", "compacted")
            return [Skipped(line=number, reason="misshapen" if known else "unknown_type")]
        if kind == "session_meta":
            self.inheritance.meta(payload, at)
            return [Skipped(line=number, reason="metadata")]
        self.inheritance.line(kind, payload, at)
        return self._line(kind, payload, at, number)

    def _line(
        self, kind: object, payload: dict[str, Any], at: datetime | None, number: int
    ) -> Found:
        match kind:
            case "response_item":
                return self._item(payload, at, number)
            case "event_msg":
                return self._event(payload, at, number)
            case "compacted":
                return self._compacted(payload, at, number)
            case "inter_agent_communication":
                return self._letter(payload, at, number)
            case "turn_context":
                self.model = payload.get("model")
        reason = WITHOUT_SPEECH.get(kind, "unknown_type") if isinstance(kind, str) else None
        return [Skipped(line=number, reason=reason or "unknown_type")]

    def _item(self, item: dict[str, Any], at: datetime | None, number: int) -> Found:
        found: Found = []
        for voice in voices(item):
            if isinstance(voice, str):
                found.append(Skipped(line=number, reason=voice))
            elif voice.role == "user" and self._is_summary(voice.text):
                found.append(Skipped(line=number, reason="repeated_summary"))
            elif voice.kind == "turn" and self._logged(voice, by=1):
                found.append(Skipped(line=number, reason="double_log"))
            else:
                found += self._say(voice, at, number)
        return found

    def _is_summary(self, text: str) -> bool:
        """Whether a message is the compaction summary, fed back with or without a heading."""
        said = text.strip()
        return bool(self.summary) and (said == self.summary or said.endswith("\n" + self.summary))

    def _event(self, payload: dict[str, Any], at: datetime | None, number: int) -> Found:
        """What the screen showed: read only where the model's own line is missing."""
        kind, text = payload.get("type"), payload.get("message")
        if kind == "thread_rolled_back":
            return self._rolled_back(payload.get("num_turns"), at, number)
        if not isinstance(kind, str) or kind not in ROLES or not isinstance(text, str):
            return [Skipped(line=number, reason=EVENTS.get(str(kind), "harness_event"))]
        voice = spoken(ROLES[kind], text)
        if isinstance(voice, str):
            return [Skipped(line=number, reason=voice)]
        if self._logged(voice, by=-1):
            return [Skipped(line=number, reason="double_log")]
        return self._say(voice, at, number)

    def _logged(self, voice: Voice, *, by: int) -> bool:
        """Whether the other log has this turn already. One line of each log makes a pair."""
        waiting = self._unmatched.get(voice.name_in_thread, 0)
        self._unmatched.keep(voice.name_in_thread, waiting + by)
        return waiting * by < 0

    def _compacted(self, payload: dict[str, Any], at: datetime | None, number: int) -> Found:
        text = payload.get("message")
        if not isinstance(text, str) or not text.strip():
            return [Skipped(line=number, reason="opaque")]
        self.summary = text.strip()
        covered = [event for _, event in list(self._events)[-COVERED_AT_MOST:]]
        voice = compaction(text, covers_known=bool(covered))
        return self._say(voice, at, number, relation="summary_of", events=covered)

    def _letter(self, payload: dict[str, Any], at: datetime | None, number: int) -> Found:
        if not isinstance(payload.get("message"), str):
            return [Skipped(line=number, reason="misshapen")]
        return self._say(letter(payload), at, number)

    def _rolled_back(self, turns: object, at: datetime | None, number: int) -> Found:
        """A note that names what was taken back: the reader cannot change what it already gave."""
        if not isinstance(turns, int) or turns < 1:
            return [Skipped(line=number, reason="misshapen")]
        gone: list[str] = []
        begun = 0
        while self._events and begun < turns:
            begins, event = self._events.pop()
            gone.append(event)
            begun += begins
        voice = rollback(turns, gone)
        return self._say(voice, at, number, events=gone[:COVERED_AT_MOST])

    def _say(
        self,
        voice: Voice,
        at: datetime | None,
        number: int,
        *,
        relation: str = "responds_to",
        events: list[str] | None = None,
    ) -> Found:
        origin = self.inheritance
        session = origin.own or self.fallback
        role, name = self._speaker(voice)
        said = Utterance(
            kind=voice.kind,
            role=role,
            name=name,
            text=voice.text,
            session=session,
            source_id=self._name(voice),
            at=at,
            lineage=self._links(voice, relation, events),
            labels=(*voice.labels, "subagent") if origin.subagent else voice.labels,
            metadata=voice.metadata | origin.metadata() | {"model": self.model},
            foreign_session=origin.parent or session,
            foreign_id=voice.item_id,
        )
        found = noted(self.thread.write(said, line=number), self._notes)
        self._remember(voice, first_event(found))
        return found

    def _speaker(self, voice: Voice) -> tuple[str, str | None]:
        origin = self.inheritance
        if not origin.subagent or origin.parent:
            return voice.role, voice.speaker
        if voice.role == "user":
            return "assistant", "calling agent"
        return voice.role, origin.nickname if voice.role == "assistant" else voice.speaker

    def _name(self, voice: Voice) -> str:
        """Equal turns are told apart by how many came before: a fork's copies count the same."""
        if not voice.counted:
            return voice.name_in_thread
        count = self._equals.get(voice.name_in_thread, 0)
        self._equals.keep(voice.name_in_thread, count + 1)
        return f"{voice.name_in_thread}:{count}"

    def _links(self, voice: Voice, relation: str, events: list[str] | None) -> tuple[Link, ...]:
        if events is None:
            call = self._calls.get(voice.call_id or "") if voice.role == "tool" else None
            last = self._events[-1][1] if self._events else None
            events = [event for event in (call or last,) if event]
        return tuple(Link(relation=relation, event_id=event) for event in events)

    def _remember(self, voice: Voice, event_id: str | None) -> None:
        if event_id is None:
            return
        self._events.append((voice.kind == "turn" and voice.role == "user", event_id))
        if voice.call_id and voice.role == "assistant":
            self._calls.keep(voice.call_id, event_id)
