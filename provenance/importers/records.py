"""What an importer says about a line: records to contribute, or why there are none."""

from dataclasses import dataclass, field
from datetime import datetime

MAX_CONTENT_BYTES = 65_536
MAX_LINE_BYTES = 64 * 1024 * 1024

# The closed list. A reason never holds content, so a report can be shown to anybody.
REASONS = {
    "blank": "The line is empty.",
    "damaged": "The line is not one JSON object in UTF-8 (cut off, or edited by hand).",
    "too_long": "The line is longer than 64 MiB.",
    "too_deep": "The line is nested deeper than can be read.",
    "misshapen": "The line is of a known type, but a member that it needs is not as expected.",
    "unknown_type": "A line of a type that this importer does not know.",
    "unknown_block": "A part of a message of a type that this importer does not know.",
    "empty": "A message without any text.",
    "nul": "The text holds a NUL character, which the ledger cannot store.",
    "lone_surrogate": "The text holds half of a surrogate pair, which is not Unicode.",
    "metadata": "Facts about the session (header, settings, title, header of its parent).",
    "harness_event": "The harness's own bookkeeping (snapshots, progress, counters, state).",
    "compaction_marker": "Marks a compaction; the summary itself is a record of its own.",
    "repeated_summary": "The compaction summary again, fed back to the model.",
    "opaque": "Encrypted by the vendor: nothing to read.",
    "reasoning": "The model's private reasoning is never a memory.",
    "instructions": "Instructions to the model, not speech.",
    "injected": "Put into the user role by the harness (reminders, context, caveats).",
    "bare_command": "A slash command without arguments.",
    "interruption": "The harness notes that the person interrupted.",
    "synthetic": "An error or placeholder that the harness wrote in the assistant's name.",
    "queued": "Typed ahead; the message comes again when it is delivered.",
    "double_log": "The same text was already read from the line that the model saw.",
    "media": "An image, file or sound: this importer reads text only.",
}


@dataclass(frozen=True, kw_only=True)
class Link:
    """An edge to an earlier record of the same session, by its event id."""

    relation: str
    event_id: str


@dataclass(frozen=True, kw_only=True)
class Record:
    """One event, ready to be contributed. `line` is 1-based; times are UTC or unknown (None)."""

    event_id: str
    kind: str
    speaker_role: str
    speaker_name: str | None
    content: str
    part: tuple[int, int] | None
    session_id: str | None
    session_title: str | None
    turn_index: int | None
    observed_at: datetime | None
    foreign: tuple[str, str | None, str]
    harness: str
    instance: str
    lineage: tuple[Link, ...] = ()
    labels: tuple[str, ...] = ()
    metadata: dict[str, str | int | bool | list[str]] = field(default_factory=dict)
    line: int


@dataclass(frozen=True, kw_only=True)
class Skipped:
    """A line, or a part of one, that yields no record. `reason` is a key of REASONS."""

    line: int
    reason: str
