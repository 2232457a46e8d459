"""Two producers, two sessions or two namespaces of event ids: which of their events are one."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.db.models import F

from provenance.services.reconciling.align import Aligned, Event, Match, align
from provenance.services.reconciling.asked import NAMESPACES, PRODUCERS, reached
from provenance.services.reconciling.proposals import EVENT, MOST, Asking, Proposal, Proposals

# What a host or a caller told; the time of recording says nothing of when it happened.
_TOLD = ("host", "claimed")


def events_of_two_names(asking: Asking) -> Proposals:
    """The events of both names, conversation by conversation. Inside the workspace.

    Events that came after the plan was begun are not looked at.
    """
    rows: list[Proposal] = []
    alone = [0, 0]
    for aligned in _conversations(asking):
        rows += [_proposal(match) for match in aligned.matches]
        alone = [count + more for count, more in zip(alone, aligned.alone, strict=True)]
    counts = {"first_alone": alone[0], "second_alone": alone[1]}
    if len(rows) > MOST:
        counts["beyond_this_plan"] = len(rows) - MOST
    return Proposals(rows=rows[:MOST], counts=counts)


def _conversations(asking: Asking) -> Iterator[Aligned]:
    """Both sides of each conversation, compared. What is of one side alone is counted there."""
    first, second = (_by_conversation(asking, side) for side in ("first", "second"))
    for name in sorted(first.keys() | second.keys(), key=str):
        # Without a session there is no order: only names and times can say that two are one.
        yield align(first.get(name, []), second.get(name, []), ordered=name is not None)


def _by_conversation(asking: Asking, side: str) -> dict[Any, list[Event]]:
    groups: dict[Any, list[Event]] = defaultdict(list)
    rows = _side(asking, side).order_by(F("turn_index").asc(nulls_last=True), "position")
    kind = asking.asked["kind"]
    for row in rows.values(*_READ).iterator(chunk_size=2_000):
        if kind == PRODUCERS:
            name = row["session__external_id"]
        elif kind == NAMESPACES:
            name = row["session_id"]
        else:
            name = "one"
        groups[name].append(_event(row))
    return groups


def _side(asking: Asking, side: str) -> Any:
    asked = asking.asked
    rows = reached(asking.grants).filter(position__lte=asking.plan.position)
    if asked["kind"] == PRODUCERS:
        return rows.filter(producer_id=UUID(asked[side]))
    if asked["kind"] == NAMESPACES:
        other = asked["second" if side == "first" else "first"]
        mine = rows.filter(event_id__startswith=asked[side])
        # Of two beginnings the longer one names its events: the shorter has the others.
        longer = len(other) > len(asked[side])
        return mine.exclude(event_id__startswith=other) if longer else mine
    return rows.filter(session_id=UUID(asked[side]))


_READ = (
    "id",
    "position",
    "session_id",
    "session__external_id",
    "event_id",
    "speaker_role",
    "kind",
    "part_index",
    "part_of",
    "text_sha256",
    "word_count",
    "turn_index",
    "observed_at",
    "time_basis",
    "foreign_system",
    "foreign_session",
    "foreign_id",
)


def _event(row: dict[str, Any]) -> Event:
    foreign = (row["foreign_system"], row["foreign_session"], row["foreign_id"])
    return Event(
        id=row["id"],
        position=row["position"],
        event_id=row["event_id"],
        role=row["speaker_role"],
        kind=row["kind"],
        part=(row["part_index"], row["part_of"]),
        text=row["text_sha256"],
        words=row["word_count"],
        turn=row["turn_index"],
        time=row["observed_at"] if row["time_basis"] in _TOLD else None,
        foreign=foreign if row["foreign_id"] is not None else None,
    )


def _proposal(match: Match) -> Proposal:
    earlier, later = sorted((match.first, match.second), key=lambda event: event.position)
    return Proposal(
        about=EVENT,
        disposition=match.verdict,
        code=match.code,
        observation=later.id,
        meets=earlier.id,
    )
