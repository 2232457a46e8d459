"""The first page: what has come in."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render

from provenance.models import Session
from provenance.review.cursor import uuid_from
from provenance.review.visiting import DOOR, VisitorRequest, reads
from provenance.services.reading.pages import Cursor, Order, Turn, page_of
from provenance.services.reading.sessions import represent_sessions
from provenance.services.times import instant

SESSIONS_A_PAGE = 30
NEWEST = 12
_CAME_LAST_FIRST = Order(field="created_at", tie="id", descending=True)


@reads
def home(request: VisitorRequest) -> HttpResponse:
    """Conversations, those that came last first, and the newest observations of the workspace."""
    reader = request.visitor.reader()
    sessions = reader.sessions().select_related("principal", "producer")
    turn = Turn(limit=SESSIONS_A_PAGE, cursor=_below(uuid_from(request, "before")))
    page = page_of(sessions, order=_CAME_LAST_FIRST, turn=turn)
    newest = list(reader.observations().with_source().newest_first()[:NEWEST])
    reader.shown(newest, door=DOOR)
    context = {
        "conversations": [_timed(one) for one in represent_sessions(page.rows, reader=reader)],
        "older": page.next.tie if page.next else None,
        "newest": newest,
        "observation_count": reader.observations().count(),
        "session_count": reader.sessions().count(),
    }
    return render(request, "review/home.html", context)


def _below(last: UUID | None) -> Cursor | None:
    """The place below a session in the list; the top where it is not here."""
    session = Session.objects.here().filter(id=last).first() if last else None
    if session is None:
        return None
    return Cursor(instant(session.created_at), str(session.id), backwards=False)


def _timed(session: dict[str, Any]) -> dict[str, Any]:
    """The session with its last time as a moment again, for the page to write."""
    last = session["last_at"]
    return {**session, "last_at": datetime.fromisoformat(last) if last else None}
