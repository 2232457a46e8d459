"""What an importer says about a line: records to contribute, or why there are none."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

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
    "erased": "Its words were erased where it comes from.",
    "without_content": "The bundle was made without words.",
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
    "do_not_remember": "A conversation that its owner marked as not to be remembered.",
    "hidden": "Hidden in the source: never shown as part of the conversation.",
    "placeholder": "What the source put in place of a text that its own policy removed.",
    "edge": "A link between two records, without words of its own.",
    "rolling_history": "A copy of a whole conversation, written again with each turn.",
    "generated_view": "Written by a memory from what it holds: never evidence again.",
    "outside_root": "Names a file outside the folder that is imported: it is not followed.",
    "missing_file": "Names a file that is not in the folder that is imported.",
    "partial_export": "The format holds the latest messages alone: what else there was is unknown.",
    "media": "An image, file or sound: this importer reads text only.",
    "repeated": "The same thing under the same name, once more in the same place.",
    "extracted": "Taken by a rule of the program out of a text that is read itself.",
    "vectors": "Numbers made of texts: they fit one embedder, and are made anew here.",
    "body_missing": "The text is kept in a file that is not here.",
    "empty_store": "A store that its program never leaves empty is: taken for damage.",
    "secret": "The source holds this back as a secret.",
    "excerpt": "A program's own excerpt, cut and stripped: not the words themselves.",
    "write_ahead_log": "What stands in the log alone is not read: close the program, then copy.",
}


# Labels of derived text whose sources are not known, or not all.
DERIVATION_UNKNOWN = frozenset({"covers-unknown", "ancestry-unknown"})

# What the source says of a record's standing there. What it becomes here is decided in a plan.
Status = Literal[
    "current",  # holds there, or nothing is said
    "planned",
    "completed",
    "historical",  # held once; not taken back
    "superseded",  # another record stands in its place
    "archived",  # put away by somebody: forgotten on purpose
    "invalidated",  # said there to be wrong
    "retired",
    "deleted",
    "expired",
    "quarantined",
    "off_branch",  # of a branch of the conversation that was left
    "rolled_back",
]

# What is odd about a record's time. Times are never guessed: what is not known is None.
TIME_NOTES = {
    "missing": "The source gives no time.",
    "no_offset": "A wall-clock time without a zone: which instant is meant is not known.",
    "assumed_zone": "A wall-clock time, read in the time zone that the plan assumes.",
    "ambiguous_time": "A wall-clock time that came twice: clocks were put back in its zone.",
    "nonexistent_time": "A wall-clock time that never came: clocks were put forward in its zone.",
    "day_only": "A day without a time.",
    "minute_only": "A time to the minute, without a zone.",
    "to_the_minute": "A time to the minute, with its zone: the seconds are not known.",
    "epoch_seconds": "Read as seconds since 1970.",
    "epoch_milliseconds": "Read as milliseconds since 1970.",
    "out_of_range": "Not between 1990 and 2100: neither seconds nor milliseconds fit.",
    "unreadable": "Not a time in any known form.",
    "future": "Later than the import: kept as claimed, ordered as if it were the import's time.",
    "invented": "The source writes its own clock where it knows no time: kept as claimed.",
}


@dataclass(frozen=True, kw_only=True)
class Link:
    """An edge to an earlier record, by exactly one name of it.

    `event_id` names one of the same session; `foreign` (system, session, id) one that has this name
    in another system; `external` (system, ref) something that is known to exist and is not here.
    """

    relation: str
    event_id: str = ""
    foreign: tuple[str, str | None, str] | None = None
    external: tuple[str, str] | None = None


@dataclass(frozen=True, kw_only=True)
class Subject:
    """What a record is about."""

    kind: str
    key: str
    branch: str | None = None
    revision: str | None = None


@dataclass(frozen=True, kw_only=True)
class Origin:
    """Where a record was before the source had it: the bundle's own instance, kind and id."""

    instance: str
    kind: str
    id: str


@dataclass(frozen=True, kw_only=True)
class Record:
    """One event, ready to be contributed. Times are UTC or unknown (None).

    `line` is where it stands in `file`: a 1-based line, entry or row. `source_type` is what the
    source calls it ("memory_record", "turn"), for counting. `superseded_by` is the foreign id of
    what replaced it. `time_notes` are keys of TIME_NOTES.
    """

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
    file: str = ""
    source_type: str = "turn"
    status: Status = "current"
    status_at: datetime | None = None
    superseded_by: str | None = None
    origin: Origin | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    work_state: str | None = None
    subjects: tuple[Subject, ...] = ()
    time_notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Skipped:
    """A line, or a part of one, that yields no record. `reason` is a key of REASONS."""

    line: int
    reason: str
    file: str = ""


Item = Record | Skipped
