"""Principals and producers: who and what contributes, and what came from each."""

from uuid import UUID

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from provenance.models import Principal, Producer
from provenance.review.cursor import uuid_from
from provenance.review.exporting import Listed, as_file
from provenance.review.visiting import DOOR, VisitorRequest, reads
from provenance.services.reading.pages import Cursor, Order, Page, Turn, page_of
from provenance.services.reviewing.conversations import SessionFilters, listed_sessions
from provenance.services.reviewing.sources import (
    MOST_COUNTED,
    Contributed,
    principal_sheet,
    producer_sheet,
    visible_principals,
    visible_producers,
    with_last_time,
)
from provenance.services.reviewing.visitor import Visitor
from provenance.services.times import instant

A_PAGE = 50
SESSIONS_A_PAGE = 10
PRINCIPAL_COLUMNS = ("id", "name", "kind", "created_at", "last_at")
PRODUCER_COLUMNS = ("id", "harness", "instance", "created_at")
_NEWEST_FIRST = Order(field="created_at", tie="id", descending=True)


@reads
def principals(request: VisitorRequest) -> HttpResponseBase:
    """Who acts here, the newest first."""

    def read(visitor: Visitor, turn: Turn) -> Listed:
        return _listed(_principals(visitor, turn), PRINCIPAL_COLUMNS)

    if file := as_file(request, name="principals", columns=PRINCIPAL_COLUMNS, read=read):
        return file
    turn = Turn(limit=A_PAGE, cursor=_below(Principal, uuid_from(request, "before")))
    page = _principals(request.visitor, turn)
    context = {"principals": page.rows, "older": page.next.tie if page.next else None}
    return render(request, "review/principals.html", context)


@reads
def producers(request: VisitorRequest) -> HttpResponseBase:
    """What contributions come through, the newest first."""

    def read(visitor: Visitor, turn: Turn) -> Listed:
        return _listed(_producers(visitor, turn), PRODUCER_COLUMNS)

    if file := as_file(request, name="producers", columns=PRODUCER_COLUMNS, read=read):
        return file
    turn = Turn(limit=A_PAGE, cursor=_below(Producer, uuid_from(request, "before")))
    page = _producers(request.visitor, turn)
    context = {"producers": page.rows, "older": page.next.tie if page.next else None}
    return render(request, "review/producers.html", context)


@reads
def principal(request: VisitorRequest, principal_id: UUID) -> HttpResponse:
    """One of them. 404 where the visitor may not know them."""
    sheet = principal_sheet(request.visitor, principal_id=principal_id)
    filters = SessionFilters(principal=principal_id)
    context = {"sheet": sheet, "principal": sheet.principal, "which": f"principal={principal_id}"}
    return _source(request, "review/principal.html", sheet.contributed, filters, context)


@reads
def producer(request: VisitorRequest, producer_id: UUID) -> HttpResponse:
    """One of them. 404 where the visitor may read nothing of it."""
    sheet = producer_sheet(request.visitor.reader(), producer_id=producer_id)
    filters = SessionFilters(producer=producer_id)
    context = {"sheet": sheet, "producer": sheet.producer, "which": f"producer={producer_id}"}
    return _source(request, "review/producer.html", sheet.contributed, filters, context)


def _source(
    request: VisitorRequest,
    template: str,
    contributed: Contributed,
    filters: SessionFilters,
    context: dict[str, object],
) -> HttpResponse:
    reader = request.visitor.reader()
    reader.shown(list(contributed.newest), door=DOOR)
    before = uuid_from(request, "before")
    shown, older = listed_sessions(reader, filters=filters, before=before, size=SESSIONS_A_PAGE)
    more = {"contributed": contributed, "sessions": shown, "older": older, "most": MOST_COUNTED}
    return render(request, template, {**context, **more})


def _principals(visitor: Visitor, turn: Turn) -> Page:
    rows = with_last_time(visible_principals(visitor), reader=visitor.reader())
    return page_of(rows, order=_NEWEST_FIRST, turn=turn)


def _producers(visitor: Visitor, turn: Turn) -> Page:
    return page_of(visible_producers(visitor.reader()), order=_NEWEST_FIRST, turn=turn)


def _listed(page: Page, columns: tuple[str, ...]) -> Listed:
    rows = [{name: getattr(row, name) for name in columns} for row in page.rows]
    return Listed(rows=rows, next=page.next)


def _below(noun: type[Principal] | type[Producer], last: UUID | None) -> Cursor | None:
    row = noun.objects.here().filter(id=last).first() if last else None
    return Cursor(instant(row.created_at), str(row.id), backwards=False) if row else None
