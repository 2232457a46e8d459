"""Reads a session's turns in their order, and what is missing or said twice."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Q, Window
from django.db.models.functions import Lead

from provenance.services.access.caller import Caller
from provenance.services.reading.pages import Order, Page, Turn, page_of
from provenance.services.reading.reader import Reader, reading
from provenance.services.reading.representation import represent_observations
from provenance.services.reading.sessions import SessionName, find_session

MOST_LISTED = 500
TURNS = "turns"


@dataclass(frozen=True, kw_only=True)
class Thread:
    """One page of a session, with the gaps and repeats of the whole session."""

    page: Page
    gaps: list[dict[str, int]]
    repeats: list[int]


def list_turns(*, caller: Caller, name: SessionName, turn: Turn, at: datetime) -> Thread:
    """The session's observations of every kind, by turn index, those without one last.

    NotFound and AmbiguousSession as for the session itself.
    """
    order = Order(field="turn_index", tie="position", descending=False)
    with reading(caller=caller, at=at) as reader:
        session = find_session(reader, name=name)
        rows = reader.observations().filter(session_id=session.id).with_source()
        page = page_of(rows, order=order, turn=turn)
        shown = represent_observations(reader.shown(page.rows, door=TURNS), reader=reader)
        return Thread(
            page=Page(rows=shown, next=page.next, previous=page.previous),
            gaps=gaps_in(reader, session_id=session.id),
            repeats=repeats_in(reader, session_id=session.id),
        )


def gaps_in(reader: Reader, *, session_id: UUID) -> list[dict[str, int]]:
    """The ranges of turn indexes that nothing visible bears, between the least and the greatest.

    The first MOST_LISTED of them, both ends included.
    """
    following = Window(Lead("turn_index"), order_by=F("turn_index").asc())
    rows: Any = (
        reader.observations()
        .filter(session_id=session_id, turn_index__isnull=False)
        .annotate(following=following)
        .filter(following__gt=F("turn_index") + 1)
        .order_by("turn_index")
        .values_list("turn_index", "following")[:MOST_LISTED]
    )
    return [{"from": here + 1, "to": there - 1} for here, there in rows]


def repeats_in(reader: Reader, *, session_id: UUID) -> list[int]:
    """The turn indexes that several events bear; the parts of one text count as one event."""
    whole = Q(part_index=None) | Q(part_index=0)
    rows: Any = (
        reader.observations()
        .filter(whole, session_id=session_id, turn_index__isnull=False)
        .order_by("turn_index")
        .values("turn_index")
        .annotate(events=Count("id"))
        .filter(events__gt=1)
    )
    return list(rows.values_list("turn_index", flat=True)[:MOST_LISTED])
