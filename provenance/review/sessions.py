"""Conversations: a list that can be narrowed, and a calendar."""

from calendar import Calendar
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.http import urlencode

from provenance.review.cursor import last_id, on_from, uuid_from
from provenance.review.exporting import Listed, as_file
from provenance.review.visiting import VisitorRequest, reads
from provenance.review.window import (
    after,
    beginning_of,
    day_from,
    month_after,
    month_before,
    month_from,
)
from provenance.services.reading.pages import Turn
from provenance.services.reviewing.conversations import (
    MOST_UNKNOWN,
    Day,
    SessionFilters,
    listed_sessions,
    month_of,
)
from provenance.services.reviewing.sources import visible_principals, visible_producers
from provenance.services.reviewing.visitor import Visitor

A_PAGE = 30
MOST_CHOICES = 200
COLUMNS = ("ref", "id", "title", "producer", "principal", "turns", "first_at", "last_at")
_WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@reads
def sessions(request: VisitorRequest) -> HttpResponseBase:
    """The conversations that the visitor may see, those that came last first."""
    since, until = day_from(request, "since"), day_from(request, "until")
    unknown = request.GET.get("time") == "unknown"
    filters = SessionFilters(
        producer=uuid_from(request, "producer"),
        principal=uuid_from(request, "principal"),
        since=beginning_of(since) if since else None,
        until=after(until) if until else None,
        unknown=unknown,
    )

    def read(visitor: Visitor, turn: Turn) -> Listed:
        rows, last = listed_sessions(
            visitor.reader(), filters=filters, before=last_id(turn), size=turn.limit
        )
        told = [{**row, "producer": str(row["session"].producer)} for row in rows]
        return Listed(rows=told, next=on_from(last))

    if file := as_file(request, name="sessions", columns=COLUMNS, read=read):
        return file
    reader = request.visitor.reader()
    before = uuid_from(request, "before")
    shown, older = listed_sessions(reader, filters=filters, before=before, size=A_PAGE)
    asked: dict[str, Any] = {
        "producer": filters.producer,
        "principal": filters.principal,
        "since": since,
        "until": until,
        "time": "unknown" if unknown else None,
    }
    kept = {name: value for name, value in asked.items() if value}
    context = {
        "sessions": shown,
        "older": older,
        "asked": asked,
        "here": urlencode(kept),
        "narrowed": bool(kept),
        "producers": visible_producers(reader).order_by("harness", "instance")[:MOST_CHOICES],
        "principals": visible_principals(request.visitor).order_by("name")[:MOST_CHOICES],
    }
    return render(request, "review/sessions.html", context)


@reads
def sessions_calendar(request: VisitorRequest) -> HttpResponse:
    """A month of conversations, by the days on which something was said in them."""
    today = request.visitor.at.date()
    first = month_from(request, "month", today=today)
    month = month_of(request.visitor.reader(), first=first)
    weeks = [
        [(day, day.month == first.month, month.days.get(day, Day())) for day in week]
        for week in Calendar().monthdatescalendar(first.year, first.month)
    ]
    context = {
        "first": first,
        "weeks": weeks,
        "days": _WEEK,
        "today": today,
        "month": month,
        "many": month.unknown == MOST_UNKNOWN,
        "earlier": month_before(first),
        "later": month_after(first),
    }
    return render(request, "review/calendar.html", context)
