"""Conversations as a list and as a calendar, as far as a reader may see them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, QuerySet
from django.db.models.functions import TruncDate

from provenance.models import Session
from provenance.services.reading.pages import Cursor, Order, Turn, page_of
from provenance.services.reading.reader import Reader
from provenance.services.reading.sessions import represent_sessions
from provenance.services.times import instant

# Conversations without any time are counted up to here, among so many of their turns.
MOST_UNKNOWN = 100
_TURNS_OF_UNKNOWN_TIME = 2_000
_CAME_LAST_FIRST = Order(field="created_at", tie="id", descending=True)


@dataclass(frozen=True, kw_only=True)
class SessionFilters:
    """What the list is narrowed to; None leaves it open. Times are of the events, `until` excluded;
    `unknown` asks for those of which no time is known at all."""

    producer: UUID | None = None
    principal: UUID | None = None
    since: datetime | None = None
    until: datetime | None = None
    unknown: bool = False


@dataclass(frozen=True)
class Day:
    """What was said on a day: conversations, and the turns in them."""

    sessions: int = 0
    turns: int = 0


@dataclass(frozen=True, kw_only=True)
class Month:
    """A month by days (UTC), the empty ones left out; `unknown` is counted over all months."""

    days: Mapping[date, Day]
    unknown: int


def listed_sessions(
    reader: Reader, *, filters: SessionFilters, before: UUID | None, size: int
) -> tuple[Sequence[dict[str, Any]], UUID | None]:
    """One page, those that came last first, below the session `before`; and the last one's id where
    more follow. Each bears its row as `session`, and its times as moments."""
    rows = _narrowed(reader, filters).select_related("principal", "producer")
    page = page_of(rows, order=_CAME_LAST_FIRST, turn=Turn(limit=size, cursor=_below(before)))
    told = represent_sessions(page.rows, reader=reader)
    shown = [
        {
            **one,
            "session": row,
            "first_at": _moment(one["first_at"]),
            "last_at": _moment(one["last_at"]),
        }
        for row, one in zip(page.rows, told, strict=True)
    ]
    return shown, page.rows[-1].id if page.next else None


def month_of(reader: Reader, *, first: date) -> Month:
    """The month that begins on `first`. Two queries."""
    since = datetime(first.year, first.month, 1, tzinfo=UTC)
    until = since + timedelta(days=32)
    until = until.replace(day=1)
    turns = reader.observations().filter(
        ordered_at__gte=since, ordered_at__lt=until, session__isnull=False
    )
    counted = (
        turns.annotate(day=TruncDate("ordered_at", tzinfo=UTC))
        .values("day")
        .annotate(sessions=Count("session_id", distinct=True), turns=Count("id"))
        .order_by("day")
    )
    return Month(
        days={row["day"]: Day(row["sessions"], row["turns"]) for row in counted},
        unknown=_of_unknown_time(reader).values("id")[:MOST_UNKNOWN].count(),
    )


def _narrowed(reader: Reader, filters: SessionFilters) -> QuerySet[Session]:
    rows = _of_unknown_time(reader) if filters.unknown else reader.sessions()
    if filters.producer is not None:
        rows = rows.filter(producer_id=filters.producer)
    if filters.principal is not None:
        rows = rows.filter(principal_id=filters.principal)
    if filters.since is not None or filters.until is not None:
        turns = reader.observations().filter(session_id=OuterRef("id"), ordered_at__isnull=False)
        if filters.since is not None:
            turns = turns.filter(ordered_at__gte=filters.since)
        if filters.until is not None:
            turns = turns.filter(ordered_at__lt=filters.until)
        rows = rows.filter(Exists(turns))
    return rows


def _of_unknown_time(reader: Reader) -> QuerySet[Session]:
    """Those in which no turn has a time, found by the newest turns of unknown time."""
    turns = reader.observations().of_unknown_time().filter(session__isnull=False)
    ids = turns.values("session_id")[:_TURNS_OF_UNKNOWN_TIME]
    timed = reader.observations().filter(session_id=OuterRef("id"), ordered_at__isnull=False)
    return reader.sessions().filter(id__in=ids).filter(~Exists(timed))


def _below(last: UUID | None) -> Cursor | None:
    """The place below a session in the list; the top where it is not here."""
    session = Session.objects.here().filter(id=last).first() if last else None
    if session is None:
        return None
    return Cursor(instant(session.created_at), str(session.id), backwards=False)


def _moment(told: str | None) -> datetime | None:
    return datetime.fromisoformat(told) if told else None
