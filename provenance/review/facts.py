"""What people decided to be so, and what it stands on."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.http import urlencode

from provenance.models import Fact
from provenance.models.fact import FACT_STANDINGS
from provenance.review.cursor import uuid_from
from provenance.review.exporting import DOOR as FILE
from provenance.review.exporting import Listed, as_file
from provenance.review.visiting import DOOR, VisitorRequest, reads
from provenance.services.reading.facts import FactFilters
from provenance.services.reading.pages import Cursor, Turn
from provenance.services.reviewing.acts import acts_for
from provenance.services.reviewing.facts import Listed as ListedFact
from provenance.services.reviewing.facts import fact_sheet, listed_facts
from provenance.services.reviewing.visitor import Visitor

A_PAGE = 30
MOST_LETTERS = 200
COLUMNS = (
    "id",
    "statement",
    "standing",
    "people_behind",
    "observations",
    "decided_by",
    "decided_at",
    "valid_from",
    "valid_until",
)


@reads
def facts(request: VisitorRequest) -> HttpResponseBase:
    """The facts of which the visitor sees all evidence, the latest first."""
    standing = request.GET.get("standing") or None
    if standing is not None and standing not in FACT_STANDINGS:
        raise Http404
    words = request.GET.get("q", "")[:MOST_LETTERS]
    about = request.GET.get("about", "")[:MOST_LETTERS]
    filters = FactFilters(standing=standing, q=tuple(words.split()), subject=_subject(about))

    def read(visitor: Visitor, turn: Turn) -> Listed:
        reader = visitor.reader()
        rows, last = listed_facts(reader, filters=filters, turn=turn)
        reader.was_shown(sorted({one for row in rows for one in row.evidence}), door=FILE)
        return Listed(rows=[_told(row) for row in rows], next=_below(last))

    if file := as_file(request, name="facts", columns=COLUMNS, read=read):
        return file
    reader = request.visitor.reader()
    turn = Turn(limit=A_PAGE, cursor=_below(uuid_from(request, "before")))
    rows, older = listed_facts(reader, filters=filters, turn=turn)
    reader.was_shown(sorted({one for row in rows for one in row.evidence}), door=DOOR)
    asked: dict[str, Any] = {"q": words, "about": about}
    kept = {name: value for name, value in asked.items() if value}
    context = {
        "rows": rows,
        "older": older,
        "standing": standing,
        "standings": FACT_STANDINGS,
        **asked,
        "no_subject": bool(about) and filters.subject is None,
        "narrowed": urlencode(kept),
        "here": urlencode({"standing": standing, **kept} if standing else kept),
    }
    return render(request, "review/facts.html", context)


@reads
def fact(request: VisitorRequest, fact_id: UUID) -> HttpResponse:
    """One fact. 404 where the visitor may not see all that it stands on."""
    reader = request.visitor.reader()
    sheet = fact_sheet(reader, fact_id=fact_id)
    reader.was_shown(sorted(sheet.shown), door=DOOR)
    # What stands on one thing changes with that alone, so its acts are the fact's.
    only = sheet.evidence[0] if sheet.evidence_count == 1 else None
    context = {
        "sheet": sheet,
        "fact": sheet.fact,
        "only": only,
        "acts": acts_for(request.visitor, only) if only else None,
    }
    return render(request, "review/fact.html", context)


def _told(row: ListedFact) -> dict[str, Any]:
    fact = row.fact
    return {
        "id": fact.id,
        "statement": fact.statement.text,
        "standing": fact.standing,
        "people_behind": row.support.independent,
        "observations": row.evidence,
        "decided_by": fact.decided_by.name,
        "decided_at": fact.decided_at,
        "valid_from": fact.valid_from,
        "valid_until": fact.valid_until,
    }


def _subject(about: str) -> tuple[str, str] | None:
    """`kind:key`, split at the first colon; nothing else narrows."""
    kind, colon, key = about.strip().partition(":")
    return (kind, key) if kind and colon and key else None


def _below(last: UUID | None) -> Cursor | None:
    row = Fact.objects.here().filter(id=last).first() if last else None
    return Cursor(row.position, str(row.id), backwards=False) if row else None
