"""The questions to which recall had nothing to tell."""

from dataclasses import asdict

from django.http.response import HttpResponseBase
from django.shortcuts import render

from provenance.review.cursor import last_id, on_from
from provenance.review.exporting import Listed, as_file
from provenance.review.visiting import VisitorRequest, reads
from provenance.services.reading.pages import Turn
from provenance.services.reviewing.home.abstained import abstained as abstentions
from provenance.services.reviewing.visitor import Visitor

COLUMNS = ("receipt_id", "at", "principal", "intent", "question")


@reads
def abstained(request: VisitorRequest) -> HttpResponseBase:
    """Those since the visitor last looked, the latest first."""
    if file := as_file(request, name="abstained", columns=COLUMNS, read=_read):
        return file
    request.visitor.reader()
    rows, more = abstentions(request.visitor)
    return render(request, "review/abstained.html", {"abstained": rows, "more": more})


def _read(visitor: Visitor, turn: Turn) -> Listed:
    visitor.reader()
    rows, more = abstentions(visitor, below=last_id(turn), most=turn.limit)
    return Listed(
        rows=[asdict(row) for row in rows], next=on_from(rows[-1].receipt_id) if more else None
    )
