"""One engram: its words, standing, validity and ancestry."""

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

from .lines import mapping
from .records import Link, Status, Subject
from .text import fingerprint, identifier, label
from .thread import Utterance
from .times import Moment, moment

SYSTEM = "plur"
_ID = re.compile(r"(ENG|ABS|META)-[A-Za-z0-9-]+")
_STATUS: dict[object, Status] = {
    "active": "current",
    "dormant": "historical",
    "retired": "retired",
    "candidate": "quarantined",
}
_DECIDED = ("decided", "locked")
_FACTS = ("type", "scope", "commitment", "domain", "tags", "polarity", "source", "visibility")


def engram(
    row: Mapping[str, Any], statement: str, own: str | None, *, retired_at: object
) -> tuple[Utterance, dict[str, Any]]:
    """What an engram says, and the members of its record that are not of an utterance."""
    known = own is not None and bool(_ID.fullmatch(own))
    made = known and str(own).startswith(("ABS-", "META-"))  # by the program, out of others
    at = _learned(row)
    lineage = _ancestors(row)
    session = identifier(_first(row.get("sources")).get("session_id"))
    temporal = mapping(row.get("temporal"))
    said = Utterance(
        kind=_kind(row, made),
        role="assistant" if made else "unknown",
        text=_text(row, statement),
        source_id=own or f"engram:{fingerprint(statement)}",
        session=session,
        foreign_session=session,
        at=at.at,
        lineage=lineage,
        labels=_labels(row, known=known, made=made, lineage=lineage),
        metadata={name: row.get(name) for name in _FACTS}
        | {"learned_at": temporal.get("learned_at"), "valid_until": temporal.get("valid_until")}
        | {"supersedes": mapping(row.get("relations")).get("supersedes"), "pack": row.get("pack")},
    )
    status, by = _standing(row, known)
    return said, {
        "source_type": "engram",
        "status": status,
        "superseded_by": by,
        "status_at": moment(retired_at).at if status == "retired" else None,
        "valid_from": _day(temporal.get("valid_from"), first=True),
        "valid_until": _day(temporal.get("valid_until"), first=False),
        "subjects": _subjects(row),
        "time_notes": at.notes,
    }


def _kind(row: Mapping[str, Any], made: bool) -> str:
    if made:
        return "conclusion"
    if row.get("type") == "procedural":
        return "lesson"
    return "decision" if row.get("commitment") in _DECIDED else "note"


def _text(row: Mapping[str, Any], statement: str) -> str:
    """The statement with what limits it: without its exceptions it would say more than was meant."""
    lines = [statement]
    if isinstance(row.get("rationale"), str):
        lines.append(f"Because: {row['rationale']}")
    exceptions = row.get("contraindications")
    if isinstance(exceptions, list):
        lines += [f"Not for: {one}" for one in exceptions if isinstance(one, str)]
    return "\n".join(lines) if statement.strip() else statement


def _standing(row: Mapping[str, Any], known: bool) -> tuple[Status, str | None]:
    by = mapping(row.get("relations")).get("superseded_by")
    successor = identifier(by[0]) if isinstance(by, list) and by else None
    if not known:
        return "quarantined", successor
    state = row.get("status")
    status = _STATUS.get(state, "current") if isinstance(state, str) else "current"
    return ("superseded" if successor and status == "current" else status), successor


def _learned(row: Mapping[str, Any]) -> Moment:
    """When it was learned; where that is only a day, when it was stored."""
    learned = moment(mapping(row.get("temporal")).get("learned_at"))
    stored = moment(_first(row.get("sources")).get("stored_at"))
    return learned if learned.at or not stored.at else stored


def _ancestors(row: Mapping[str, Any]) -> tuple[Link, ...]:
    named = [row.get("derived_from")]
    for ids in (row.get("episode_ids"), mapping(row.get("insight")).get("source_episode_ids")):
        named += ids if isinstance(ids, list) else []
    links = [
        Link(relation="derived_from", foreign=(SYSTEM, None, own))
        for raw in named[:32]
        if (own := identifier(raw))
    ]
    return tuple(dict.fromkeys(links))


def _labels(
    row: Mapping[str, Any], *, known: bool, made: bool, lineage: tuple[Link, ...]
) -> tuple[str, ...]:
    found = ["inference"] if made else []
    if not known:
        found.append("invalid-id")
    if isinstance(row.get("pack"), str):
        found.append("pack")  # came with a package: somebody else's words
    if not lineage:
        found.append("ancestry-unknown")
    return tuple(found)


def _subjects(row: Mapping[str, Any]) -> tuple[Subject, ...]:
    scope = row.get("scope")
    kind, _, key = scope.partition(":") if isinstance(scope, str) else ("", "", "")
    word, name = label(kind, limit=50), label(key, limit=300)
    return (Subject(kind=word, key=name),) if word and name and name.isprintable() else ()


def _first(value: object) -> dict[str, Any]:
    return mapping(value[0]) if isinstance(value, list) and value else {}


def _day(value: object, *, first: bool) -> datetime | None:
    """A boundary of validity. A day begins and ends at its widest, anywhere on Earth."""
    at = moment(value)
    if at.notes != ("day_only",):
        return at.at
    try:
        begins = datetime.combine(date.fromisoformat(str(value).strip()), datetime.min.time(), UTC)
        return begins - timedelta(hours=14) if first else begins + timedelta(hours=36)
    except (ValueError, OverflowError):
        return None
