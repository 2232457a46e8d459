"""Who may do what here: principals against capabilities."""

from uuid import UUID

from django.http.response import HttpResponseBase
from django.shortcuts import render

from provenance.models import Principal
from provenance.models.grant import CAPABILITIES
from provenance.review.cursor import uuid_from
from provenance.review.exporting import Listed, as_file
from provenance.review.visiting import VisitorRequest, reads
from provenance.services.access.offering import offerable
from provenance.services.reading.pages import Cursor, Turn
from provenance.services.reviewing.access.key_lines import keys_to_look_at
from provenance.services.reviewing.access.matrix import grants_ending_soon, matrix_page
from provenance.services.reviewing.visitor import Visitor

A_PAGE = 40
MOST_FLAGGED = 8
COLUMNS = (
    "principal",
    "kind",
    "capability",
    "over",
    "serves",
    "state",
    "starts_at",
    "ends_at",
    "given_by",
    "reason",
    "id",
)


@reads
def matrix(request: VisitorRequest) -> HttpResponseBase:
    """The grants that hold, and what asks for a look."""
    visitor = request.visitor
    visitor.grants.require("administer")
    if file := as_file(request, name="grants", columns=COLUMNS, read=_read):
        return file
    turn = Turn(limit=A_PAGE, cursor=_after(uuid_from(request, "after")))
    page = matrix_page(visitor, turn=turn)
    flagged = keys_to_look_at(visitor) if visitor.administers else []
    context = {
        "capabilities": CAPABILITIES,
        "rows": page.rows,
        "later": page.next.tie if page.next else None,
        "offers": offerable(visitor.grants),
        "ending": grants_ending_soon(visitor, most=MOST_FLAGGED),
        "flagged": flagged[:MOST_FLAGGED],
        "flagged_more": max(0, len(flagged) - MOST_FLAGGED),
    }
    return render(request, "review/access/matrix.html", context)


def _read(visitor: Visitor, turn: Turn) -> Listed:
    page = matrix_page(visitor, turn=turn)
    rows = [
        {
            "principal": row.principal.name,
            "kind": row.principal.kind,
            "capability": capability,
            "over": line.over,
            "serves": line.grant.serves,
            "state": line.state,
            "starts_at": line.grant.starts_at,
            "ends_at": line.grant.ends_at,
            "given_by": line.grant.given_by,
            "reason": line.grant.reason,
            "id": line.grant.id,
        }
        for row in page.rows
        for capability, lines in row.cells
        for line in lines
    ]
    return Listed(rows=rows, next=page.next)


def _after(last: UUID | None) -> Cursor | None:
    row = Principal.objects.here().filter(id=last).first() if last else None
    return Cursor(row.name, str(row.id), backwards=False) if row else None
