"""What waits for a person's decision, and what was decided."""

from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import render

from provenance.models import Correction
from provenance.review.cursor import uuid_from
from provenance.review.visiting import DOOR, VisitorRequest, reads
from provenance.services.correcting.correction_shape import STATES
from provenance.services.correcting.reviewers import targets_by_correction
from provenance.services.reading.corrections import (
    CorrectionFilters,
    corrections_page,
    represent_to,
)
from provenance.services.reading.pages import Cursor, Turn
from provenance.services.reviewing.decisions import sheet_of

A_PAGE = 30


@reads
def decisions(request: VisitorRequest) -> HttpResponse:
    """Corrections of one state, the latest first, each with the beginning of what it is about."""
    state = request.GET.get("state", STATES[0])
    if state not in STATES:
        raise Http404
    reader = request.visitor.reader()
    turn = Turn(limit=A_PAGE, cursor=_below(uuid_from(request, "before")))
    page = corrections_page(reader, filters=CorrectionFilters(state=state), turn=turn)
    about = targets_by_correction(page.rows)
    reader.shown([one for rows in about.values() for one in rows], door=DOOR)
    told = represent_to(reader, page.rows)
    shown = [
        {"row": row, "told": one, "targets": about[row.id]}
        for row, one in zip(page.rows, told, strict=True)
    ]
    context = {
        "state": state,
        "states": STATES,
        "corrections": shown,
        "older": page.next.tie if page.next else None,
    }
    return render(request, "review/decisions.html", context)


@reads
def decision(request: VisitorRequest, correction_id: UUID) -> HttpResponse:
    """One correction, before and after. 404 where the visitor may not see all it is about."""
    sheet = sheet_of(request.visitor, correction_id=correction_id)
    moved = [*sheet.targets, *sheet.bound]
    shown = [one.observation for one in moved if one.observation is not None]
    shown += sheet.weighing.rows if sheet.weighing else []
    request.visitor.reader().shown(shown, door=DOOR)
    return render(request, "review/decision.html", {"sheet": sheet, "told": sheet.correction})


def _below(last: UUID | None) -> Cursor | None:
    row = Correction.objects.here().filter(id=last).first() if last else None
    return Cursor(row.position, str(row.id), backwards=False) if row else None
