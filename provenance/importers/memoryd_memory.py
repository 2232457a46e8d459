"""A memory record of MemoryD, wherever it was found, as records of the ledger."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from .memoryd_ids import MEMORY, SYSTEM, handle
from .memoryd_standing import kind, observed, standing
from .records import Item, Link, Origin, Record, Skipped, Subject
from .thread import Thread, Utterance
from .times import moment

LINKS_AT_MOST = 32
_BREAK = re.compile(r"^[ \t]*§[ \t]*$", re.MULTILINE)
_CUT = "…[truncated]"


@dataclass(kw_only=True)
class Memory:
    """One record with what its container proves about it.

    `value` has MemoryD's own column names, JSON decoded. `parents` are its sources, `role` who is
    proved to have spoken. `form` tells the event ids of the three containers apart: what a
    database knows of a record, an export has lost, and an event cannot say two things.
    """

    value: Mapping[str, Any]
    handle: str
    form: str = ""
    role: str = "unknown"
    name: str | None = None
    parents: tuple[Link, ...] = ()
    labels: tuple[str, ...] = ()
    metadata: Mapping[str, object] = field(default_factory=dict)
    subjects: tuple[Subject, ...] = ()
    origin: Origin | None = None


def entries(text: str) -> list[str]:
    """The entries of a whole memory file that was sent as one text, parted by lines of "§"."""
    return [part.strip() for part in _BREAK.split(text) if part.strip()] or [text]


def items(memory: Memory, *, thread: Thread, line: int) -> list[Item]:
    """Its records: one, or one for each entry where several were sent as one."""
    value = memory.value
    text = value.get("content")
    if value.get("sensitivity") == "secret_blocked":
        return [Skipped(line=line, reason="secret")]
    if not isinstance(text, str):
        return [Skipped(line=line, reason="misshapen")]
    several = entries(text) if _origin(value) == "conclusion" else [text]
    found: list[Item] = []
    for index, entry in enumerate(several):
        part = f":e{index}" if len(several) > 1 else ""
        found += _entry(memory, entry, part=part, thread=thread, line=line)
    return found


def _entry(memory: Memory, text: str, *, part: str, thread: Thread, line: int) -> list[Item]:
    value = memory.value
    at = observed(value)
    parents = tuple(_of_part(link, part) for link in memory.parents[:LINKS_AT_MOST])
    said = Utterance(
        kind=kind(value),
        role=memory.role,
        name=memory.name,
        text=text,
        source_id=memory.handle + part,
        suffix=memory.form,
        session=None,
        at=at.at,
        lineage=parents,
        labels=_labels(memory, text, parents),
        metadata=_metadata(value) | dict(memory.metadata),
    )
    status, since = standing(value)
    return [
        replace(
            item,
            source_type="memory_record",
            status=status,
            status_at=since,
            superseded_by=handle(MEMORY, value.get("superseded_by")),
            origin=memory.origin,
            valid_from=moment(value.get("valid_from")).at,
            valid_until=moment(value.get("valid_until")).at,
            work_state="planned" if value.get("temporal_state") == "planned" else None,
            subjects=memory.subjects + _files(value),
            time_notes=at.notes,
        )
        if isinstance(item, Record)
        else item
        for item in thread.write(said, line=line)
    ]


def _of_part(link: Link, part: str) -> Link:
    """An entry comes from the like entry of the conclusion that brought them all."""
    if part and link.foreign and link.foreign[2].startswith("concl_"):
        return replace(link, foreign=(SYSTEM, link.foreign[1], link.foreign[2] + part))
    return link


def _origin(value: Mapping[str, Any]) -> object:
    metadata = value.get("metadata")
    return metadata.get("origin") if isinstance(metadata, dict) else None


def _labels(memory: Memory, text: str, parents: tuple[Link, ...]) -> tuple[str, ...]:
    value, found = memory.value, list(memory.labels)
    if _origin(value) in ("dreamer", "dreamer_provider"):
        found.append("dreamer")
    if value.get("portability") == "never_export":
        found.append("never-export")
    if value.get("sensitivity") == "work_confidential":
        found.append("work-confidential")
    if text.endswith(_CUT):
        found.append("cut")
    if not parents:
        found.append("ancestry-unknown")
    return tuple(dict.fromkeys(found))


def _metadata(value: Mapping[str, Any]) -> dict[str, object]:
    names = ("type", "scope", "sensitivity", "portability", "tags", "created_at", "promoted_at")
    reasons = ("historical_reason", "quarantine_reason", "supersedes")
    profile = value.get("profile_id", value.get("profile"))
    workspace = value.get("workspace_id", value.get("workspace"))
    return {name: value.get(name) for name in (*names, *reasons)} | {
        "origin": _origin(value),
        "profile": profile,
        "workspace": workspace,
    }


def _files(value: Mapping[str, Any]) -> tuple[Subject, ...]:
    files = value.get("related_files")
    names = files if isinstance(files, list) else []
    return tuple(
        Subject(kind="file", key=name) for name in names[:16] if _storable(name, limit=300)
    )


def _storable(value: object, *, limit: int) -> bool:
    return isinstance(value, str) and value.isprintable() and 0 < len(value) <= limit
