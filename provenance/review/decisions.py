"""What waits for a person's decision, and what was decided."""

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from provenance.models import Correction, Observation
from provenance.review.cursor import uuid_from
from provenance.review.exporting import DOOR as FILE
from provenance.review.exporting import Listed, as_file
from provenance.review.visiting import DOOR, VisitorRequest, reads
from provenance.services.correcting.correction_shape import STATES
from provenance.services.correcting.reviewers import targets_by_correction
from provenance.services.reading.corrections import (
    CorrectionFilters,
    corrections_page,
    represent_to,
)
from provenance.services.reading.pages import Cursor, Turn
from provenance.services.reading.reader import Reader
from provenance.services.reviewing.decisions import sheet_of
from provenance.services.reviewing.visitor import Visitor
from provenance.services.reviewing.words import words_of

A_PAGE = 30
COLUMNS = (
    "id",
    "kind",
    "state",
    "proposer",
    "proposed_at",
    "targets",
    "said",
    "statement",
    "reason",
    "decision",
    "decided_by",
    "decided_at",
    "self_decided",
    "reverted_by",
    "reverted_at",
)


@reads
def decisions(request: VisitorRequest) -> HttpResponseBase:
    """Corrections of one state, the latest first, each with the beginning of what it is about."""
    state = request.GET.get("state", STATES[0])
    if state not in STATES:
        raise Http404
    if file := as_file(request, name=f"decisions-{state}", columns=COLUMNS, read=_listed(state)):
        return file
    reader = request.visitor.reader()
    turn = Turn(limit=A_PAGE, cursor=_below(uuid_from(request, "before")))
    page = corrections_page(reader, filters=CorrectionFilters(state=state), turn=turn)
    about = _in_sight(reader, page.rows, door=DOOR)
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


def _listed(state: str) -> Callable[[Visitor, Turn], Listed]:
    """The corrections of a state as rows of a file, with the words of what they are about."""

    def read(visitor: Visitor, turn: Turn) -> Listed:
        reader = visitor.reader()
        page = corrections_page(reader, filters=CorrectionFilters(state=state), turn=turn)
        about = _in_sight(reader, page.rows, door=FILE)
        told = represent_to(reader, page.rows)
        rows = [_row(one, targets=about[row.id]) for row, one in zip(page.rows, told, strict=True)]
        return Listed(rows=rows, next=page.next)

    return read


def _in_sight(
    reader: Reader, corrections: Sequence[Correction], *, door: str
) -> dict[UUID, list[Observation]]:
    """What each is about, as the reader sees it. Of one's own proposals something may lie out of
    reach by now: that is left out."""
    about = targets_by_correction(corrections)
    ids = [one.id for rows in about.values() for one in rows]
    reached = set(reader.observations().filter(id__in=ids).values_list("id", flat=True))
    seen = {one: [row for row in rows if row.id in reached] for one, rows in about.items()}
    reader.shown([row for rows in seen.values() for row in rows], door=door)
    return seen


def _row(told: dict[str, Any], *, targets: Sequence[Observation]) -> dict[str, Any]:
    decision, reversal = told["decision"] or {}, told["reversal"] or {}
    return {
        **told,
        "targets": [target.id for target in targets],
        "said": [words_of(target) for target in targets],
        "decision": decision.get("decision"),
        "decided_by": decision.get("by"),
        "decided_at": decision.get("at"),
        "self_decided": decision.get("self_decided"),
        "reverted_by": reversal.get("by"),
        "reverted_at": reversal.get("at"),
    }


def _below(last: UUID | None) -> Cursor | None:
    row = Correction.objects.here().filter(id=last).first() if last else None
    return Cursor(row.position, str(row.id), backwards=False) if row else None
