"""A conversation as a readable thread."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http.response import HttpResponseBase
from django.shortcuts import render

from provenance.models import Session
from provenance.problems import NotFound
from provenance.review.cursor import last_id, on_from, uuid_from
from provenance.review.exporting import DOOR as FILE
from provenance.review.exporting import Listed, as_file
from provenance.review.visiting import DOOR, VisitorRequest, reads
from provenance.services.reading.pages import Turn
from provenance.services.reading.reader import Reader
from provenance.services.reading.sessions import represent_sessions
from provenance.services.reviewing.thread import Said, kinds_of, thread_page
from provenance.services.reviewing.visitor import Visitor
from provenance.services.reviewing.words import words_of

TURNS_A_PAGE = 100
COLUMNS = (
    "id",
    "turn",
    "observed_at",
    "recorded_at",
    "kind",
    "speaker_role",
    "speaker_name",
    "admitted_as",
    "standing",
    "heard",
    "sidechain",
    "said",
)


@reads
def session(request: VisitorRequest, session_id: UUID) -> HttpResponseBase:
    """The turns in order. 404 where the visitor may see none of them."""

    def read(visitor: Visitor, turn: Turn) -> Listed:
        reader = visitor.reader()
        _seen(reader, session_id)
        said, last = thread_page(
            reader, session_id=session_id, after=last_id(turn), size=turn.limit
        )
        reader.shown([one.observation for one in said], door=FILE)
        return Listed(rows=[_told(one) for one in said], next=on_from(last))

    if file := as_file(request, name=f"session-{session_id}", columns=COLUMNS, read=read):
        return file
    reader = request.visitor.reader()
    row = _seen(reader, session_id)
    after = uuid_from(request, "after")
    said, later = thread_page(reader, session_id=session_id, after=after, size=TURNS_A_PAGE)
    reader.shown([one.observation for one in said], door=DOOR)
    (told,) = represent_sessions([row], reader=reader)
    context = {
        "session": row,
        "told": told,
        "kinds": kinds_of(reader, session_id=session_id),
        "first_at": datetime.fromisoformat(told["first_at"]) if told["first_at"] else None,
        "last_at": datetime.fromisoformat(told["last_at"]) if told["last_at"] else None,
        "said": said,
        "after": after,
        "later": later,
    }
    return render(request, "review/session.html", context)


def _seen(reader: Reader, session_id: UUID) -> Session:
    rows = reader.sessions().select_related("principal", "producer")
    if (row := rows.filter(id=session_id).first()) is None:
        raise NotFound
    return row


def _told(turn: Said) -> dict[str, Any]:
    row = turn.observation
    return {
        "id": row.id,
        "turn": row.turn_index,
        "observed_at": row.observed_at,
        "recorded_at": row.recorded_at,
        "kind": row.kind,
        "speaker_role": row.speaker_role,
        "speaker_name": row.speaker_name,
        "admitted_as": row.admitted_as,
        "standing": turn.standing,
        "heard": turn.heard,
        "sidechain": turn.aside,
        "said": words_of(row),
    }
