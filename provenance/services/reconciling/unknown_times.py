"""Observations whose event time nobody knows: listed with what is known around them, and left.

No time is invented for them, and none is kept beside them (P7): the bounds stand in the plan alone.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F

from provenance.services.reconciling.asked import reached
from provenance.services.reconciling.proposals import (
    MOST,
    TIME,
    UNKNOWN,
    Asking,
    Proposal,
    Proposals,
)
from provenance.services.times import instant


def unknown_times(asking: Asking) -> Proposals:
    """They, by source; where turns are numbered, the nearest known times before and after.

    Inside the workspace.
    """
    rows = reached(asking.grants).filter(position__lte=asking.plan.position)
    unknown = rows.filter(ordered_at=None).order_by("producer_id", "session_id", "position")
    found = list(
        unknown.values("id", "session_id", "turn_index", "producer__harness", "producer__instance")[
            : MOST + 1
        ]
    )
    sessions = {row["session_id"] for row in found if row["turn_index"] is not None}
    bounds = {session: _bounds(rows.filter(session_id=session)) for session in sessions}
    counts = {"beyond_this_plan": len(found) - MOST} if len(found) > MOST else {}
    return Proposals(rows=[_proposal(row, bounds) for row in found[:MOST]], counts=counts)


def _bounds(rows: Any) -> dict[UUID, dict[str, str | None]]:
    """Of each turn of a session: when the last known one before it was, and the next after it."""
    turns = list(
        rows.filter(turn_index__isnull=False)
        .order_by(F("turn_index").asc(), "position")
        .values_list("id", "turn_index", "ordered_at")
    )
    before = _running(turns)
    after = _running(reversed(turns))
    return {one: {"not_before": before[one], "not_after": after[one]} for one, _, _ in turns}


def _running(turns: Iterable[tuple[UUID, int, datetime | None]]) -> dict[UUID, str | None]:
    last: datetime | None = None
    found: dict[UUID, str | None] = {}
    for one, _, at in turns:
        last = at or last
        found[one] = instant(last)
    return found


def _proposal(row: dict[str, Any], bounds: dict[UUID, dict[UUID, Any]]) -> Proposal:
    around = bounds.get(row["session_id"], {}).get(row["id"], {})
    producer = f"{row['producer__harness']}/{row['producer__instance']}"
    return Proposal(
        about=TIME,
        disposition=UNKNOWN,
        code="time_unknown",
        observation=row["id"],
        detail={"producer": producer, "session": str(row["session_id"] or ""), **around},
    )
