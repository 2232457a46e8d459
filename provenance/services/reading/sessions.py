"""Reads sessions: the list, and one of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Max, Min, OuterRef, Q, Subquery

from provenance.models import Session
from provenance.problems import AmbiguousSession, NotFound
from provenance.services.access.caller import Caller
from provenance.services.reading.pages import Order, Page, Turn, page_of
from provenance.services.reading.reader import Reader, reading
from provenance.services.times import instant


@dataclass(frozen=True, kw_only=True)
class SessionName:
    """How a caller names a session: the host's id or the row's, and maybe `harness/instance` and
    the name of the principal."""

    id: str
    producer: str | None = None
    principal: str | None = None


def list_sessions(*, caller: Caller, turn: Turn, at: datetime) -> Page:
    """One page of the sessions that the caller may see, those that came last first."""
    order = Order(field="created_at", tie="id", descending=True)
    with reading(caller=caller, at=at) as reader:
        rows = reader.sessions().select_related("principal", "producer")
        page = page_of(rows, order=order, turn=turn)
        shown = represent_sessions(page.rows, reader=reader)
    return Page(rows=shown, next=page.next, previous=page.previous)


def get_session(*, caller: Caller, name: SessionName, at: datetime) -> dict[str, Any]:
    """One session. NotFound where the caller may see none of this name, AmbiguousSession for
    several."""
    with reading(caller=caller, at=at) as reader:
        found = find_session(reader, name=name)
        (shown,) = represent_sessions([found], reader=reader)
    return shown


def find_session(reader: Reader, *, name: SessionName) -> Session:
    """The session of this name; raises as `get_session` does.

    An external id may look like another session's own id: that is ambiguous too.
    """
    named = Q(external_id=name.id)
    if (own := _uuid(name.id)) is not None:
        named |= Q(id=own)
    rows = reader.sessions().filter(named).select_related("principal", "producer")
    if name.producer is not None:
        harness, _, instance = name.producer.partition("/")
        rows = rows.filter(producer__harness=harness, producer__instance=instance)
    if name.principal is not None:
        rows = rows.filter(principal__name=name.principal)
    found = list(rows.order_by("id")[:2])
    if not found:
        raise NotFound
    if len(found) > 1:
        raise AmbiguousSession(
            "Several sessions bear this name: add ?producer=harness/instance, ?principal=name or "
            "both, or ask by the session's ref."
        )
    return found[0]


def represent_sessions(sessions: Sequence[Session], *, reader: Reader) -> list[dict[str, Any]]:
    """The sessions with what their visible observations tell, and the title
    of the last that the reader may read: two queries, however many rows."""
    ids = [session.id for session in sessions]
    turns = reader.observations().filter(session_id__in=ids)
    counted = {
        row["session_id"]: row
        for row in turns.values("session_id").annotate(
            turns=Count("id"), first_at=Min("ordered_at"), last_at=Max("ordered_at")
        )
    }
    told = reader.readable().filter(session_id=OuterRef("id"), content__title__isnull=False)
    # By an expression: in the order of the index on positions the planner would look for the last
    # of a session among all others'. And each session for itself: else it reads all contents.
    last = told.order_by((F("position") + 0).desc()).values("content__title")[:1]
    titled = Session.objects.here().filter(id__in=ids).annotate(title=Subquery(last))
    titles = dict(titled.values_list("id", "title"))
    return [
        _represent(session, counted[session.id], title=titles.get(session.id))
        for session in sessions
    ]


def _represent(
    session: Session, counted: Mapping[str, Any], *, title: str | None
) -> dict[str, Any]:
    return {
        "id": session.external_id,
        "ref": str(session.id),
        "title": title,
        "producer": {"harness": session.producer.harness, "instance": session.producer.instance},
        "principal": session.principal.name,
        "turns": counted["turns"],
        "first_at": instant(counted["first_at"]),
        "last_at": instant(counted["last_at"]),
    }


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
