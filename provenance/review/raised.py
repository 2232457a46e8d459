"""What the server raised for review: pairs of observations that nobody has decided on."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import render

from provenance.models import Observation
from provenance.models.likeness import PAIR_KINDS
from provenance.review.cursor import uuid_from
from provenance.review.visiting import DOOR, VisitorRequest, reads
from provenance.services.reading.pages import Cursor, Turn
from provenance.services.reading.unresolved import PairFilters, pairs_page, represent_pairs
from provenance.services.reviewing.queue.rights import May, settling

A_PAGE = 20
TITLES = {
    "possible_equivalent": "Possible equivalents",
    "foreign_conflict": "Conflicts of names",
    "contradiction": "Contradictions",
}


@reads
def raised(request: VisitorRequest) -> HttpResponse:
    """The pairs, the latest first, each with the words of both as far as the visitor reads them."""
    kind = request.GET.get("kind")
    if kind is not None and kind not in PAIR_KINDS:
        raise Http404
    reader = request.visitor.reader()
    filters = PairFilters(kind=kind, observation=uuid_from(request, "observation"))
    page = pairs_page(reader, filters=filters, turn=Turn(limit=A_PAGE, cursor=_below(request)))
    told = represent_pairs(page.rows, reader=reader)
    rights = settling(request.visitor, page.rows)
    ids = {UUID(pair[end]) for pair in told for end in ("observation", "other")}
    rows = list(reader.observations().filter(id__in=ids).with_source())
    ends = {str(row.id): row for row in reader.shown(rows, door=DOOR)}
    context = {
        "kind": kind,
        "kinds": TITLES,
        "observation": filters.observation,
        "pairs": [
            _pair(pair.at, one, ends, may=rights[pair.id])
            for pair, one in zip(page.rows, told, strict=True)
        ],
        "older": page.next.tie if page.next else None,
    }
    return render(request, "review/raised.html", context)


def _pair(
    at: Any, told: dict[str, Any], ends: dict[str, Observation], *, may: May
) -> dict[str, Any]:
    return {
        "at": at,
        "told": told,
        "may": may,
        "alike": told["kind"] == "possible_equivalent",
        "likeness": told["likeness"] and round(100 * told["likeness"]["value"]),
        "ends": [ends[told["other"]], ends[told["observation"]]],
    }


def _below(request: VisitorRequest) -> Cursor | None:
    last = uuid_from(request, "before")
    return Cursor(str(last), str(last), backwards=False) if last else None
