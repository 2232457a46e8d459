"""What MemoryD says of a record's standing, kind and times."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from .records import Status
from .times import Moment, moment

KINDS = {
    "preference": "preference",
    "decision": "decision",
    "gotcha": "lesson",
    "workflow_pattern": "lesson",
    "task_checkpoint": "checkpoint",
}
_TEMPORAL: dict[str, Status] = {
    "planned": "planned",
    "completed": "completed",
    "done": "completed",
    "historical": "historical",
    "history": "historical",
}


def kind(value: Mapping[str, Any]) -> str:
    """The ledger's kind for a record's type; what has none of its own is a note."""
    return KINDS.get(str(value.get("type")), "note")


def standing(value: Mapping[str, Any]) -> tuple[Status, datetime | None]:
    """Its status, and since when where that is said.

    Where several hold, what takes most away counts: said to be wrong, forgotten, replaced, held
    back, and only then what its temporal state says.
    """
    state, ended = value.get("temporal_state"), moment(value.get("invalidated_at")).at
    if state == "invalidated":
        return "invalidated", ended
    if value.get("archived"):
        return "archived", None  # forgetting leaves no time
    if state == "superseded" or value.get("superseded_by"):
        return "superseded", ended
    if value.get("trust_state") == "quarantined":
        return "quarantined", moment(value.get("quarantined_at")).at
    if ended is not None:
        return "invalidated", ended
    return _TEMPORAL.get(str(state), "current"), None


def observed(value: Mapping[str, Any]) -> Moment:
    """When it was observed: equal to the time of writing, it is the clock of MemoryD."""
    at = moment(value.get("observed_at"))
    if at.at is not None and value.get("observed_at") == value.get("created_at"):
        return Moment(at.at, (*at.notes, "invented"))
    return at


def clock(value: object) -> Moment:
    """A time that MemoryD fills with its own where the caller gave none."""
    at = moment(value)
    return Moment(at.at, (*at.notes, "invented")) if at.at is not None else at
