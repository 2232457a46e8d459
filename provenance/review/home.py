"""The first page: what waits, what happened since the last look, and what has come in."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from provenance.models import Session
from provenance.problems import InvalidRequest
from provenance.review.activity_picture import picture_of
from provenance.review.cursor import uuid_from
from provenance.review.deciding import person_at
from provenance.review.visiting import DOOR, VisitorRequest, reads
from provenance.services.reading.pages import Cursor, Order, Turn, page_of
from provenance.services.reading.sessions import represent_sessions
from provenance.services.reviewing.home.last_look import Place, has_seen
from provenance.services.reviewing.home.overview import overview_of
from provenance.services.times import instant

SESSIONS_A_PAGE = 30
NEWEST = 12
# The acts of which the chronicle is the list, for those who may read it.
CHRONICLED = (
    "observed",
    "proposed",
    "decided",
    "reverted",
    "released",
    "kept_back",
    "applied",
    "erased",
)
_CAME_LAST_FIRST = Order(field="created_at", tie="id", descending=True)
_LARGEST = 2**63 - 1


@reads
def home(request: VisitorRequest) -> HttpResponse:
    """The overview, then conversations, those that came last first, and the newest observations."""
    reader = request.visitor.reader()
    sessions = reader.sessions().select_related("principal", "producer")
    turn = Turn(limit=SESSIONS_A_PAGE, cursor=_below(uuid_from(request, "before")))
    page = page_of(sessions, order=_CAME_LAST_FIRST, turn=turn)
    newest = list(reader.observations().with_source().newest_first()[:NEWEST])
    reader.shown(newest, door=DOOR)
    overview = overview_of(request.visitor)
    context = {
        "conversations": [_timed(one) for one in represent_sessions(page.rows, reader=reader)],
        "older": page.next.tie if page.next else None,
        "newest": newest,
        "overview": overview,
        "picture": picture_of(overview.activity),
        "reviews": bool(request.visitor.grants.of("review")),
        "chronicled": CHRONICLED,
    }
    return render(request, "review/home.html", context)


class SeenForm(forms.Form):
    """The place in the chronicle that the page showed."""

    position = forms.IntegerField(min_value=0, max_value=_LARGEST)
    transaction = forms.IntegerField(min_value=0, max_value=_LARGEST)


@require_POST
def seen(request: HttpRequest) -> HttpResponse:
    """Somebody has seen this: the last look moves on to what the page showed."""
    caller = person_at(request)
    if caller is None:
        return render(request, "review/no_workspace.html", status=403)
    form = SeenForm(request.POST)
    if not form.is_valid():
        raise InvalidRequest("The form was not filled in as it has to be.")
    has_seen(caller=caller, seen=Place(**form.cleaned_data), at=datetime.now(UTC))
    messages.success(request, "Noted. This page now counts from what you saw.")
    return redirect("home")


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
