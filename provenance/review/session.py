"""A conversation as a readable thread."""

from datetime import datetime
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import render

from provenance.review.cursor import uuid_from
from provenance.review.visiting import DOOR, VisitorRequest, reads
from provenance.services.reading.sessions import represent_sessions
from provenance.services.reviewing.thread import kinds_of, thread_page

TURNS_A_PAGE = 100


@reads
def session(request: VisitorRequest, session_id: UUID) -> HttpResponse:
    """The turns in order. 404 where the visitor may see none of them."""
    reader = request.visitor.reader()
    rows = reader.sessions().select_related("principal", "producer")
    if (row := rows.filter(id=session_id).first()) is None:
        raise Http404
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
