"""What the server raised for review: pairs of observations that nobody has decided on."""

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

from django.http import Http404
from django.http.response import HttpResponseBase
from django.shortcuts import render

from provenance.models import UnresolvedPair
from provenance.models.likeness import PAIR_KINDS
from provenance.review.cursor import on_from, uuid_from
from provenance.review.exporting import DOOR as FILE
from provenance.review.exporting import Listed, as_file
from provenance.review.visiting import DOOR, VisitorRequest, reads
from provenance.services.reading.pages import Turn
from provenance.services.reading.reader import Reader
from provenance.services.reading.unresolved import PairFilters, pairs_page, represent_pairs
from provenance.services.reviewing.queue.rights import settling
from provenance.services.reviewing.visitor import Visitor
from provenance.services.reviewing.words import words_of

A_PAGE = 20
COLUMNS = (
    "id",
    "kind",
    "raised_at",
    "why",
    "likeness",
    "likeness_by",
    "earlier",
    "earlier_said",
    "later",
    "later_said",
)
TITLES = {
    "possible_equivalent": "Possible equivalents",
    "foreign_conflict": "Conflicts of names",
    "contradiction": "Contradictions",
}


@reads
def raised(request: VisitorRequest) -> HttpResponseBase:
    """The pairs, the latest first, each with the words of both as far as the visitor reads them."""
    kind = request.GET.get("kind")
    if kind is not None and kind not in PAIR_KINDS:
        raise Http404
    filters = PairFilters(kind=kind, observation=uuid_from(request, "observation"))

    def read(visitor: Visitor, turn: Turn) -> Listed:
        reader = visitor.reader()
        page = pairs_page(reader, filters=filters, turn=turn)
        rows = [_row(pair) for pair in _pairs(reader, page.rows, door=FILE)]
        return Listed(rows=rows, next=page.next)

    if file := as_file(request, name=f"raised-{kind or 'all'}", columns=COLUMNS, read=read):
        return file
    reader = request.visitor.reader()
    turn = Turn(limit=A_PAGE, cursor=on_from(uuid_from(request, "before")))
    page = pairs_page(reader, filters=filters, turn=turn)
    rights = settling(request.visitor, page.rows)
    pairs = zip(page.rows, _pairs(reader, page.rows, door=DOOR), strict=True)
    context = {
        "kind": kind,
        "kinds": TITLES,
        "observation": filters.observation,
        "pairs": [{**told, "may": rights[pair.id]} for pair, told in pairs],
        "older": page.next.tie if page.next else None,
    }
    return render(request, "review/raised.html", context)


def _pairs(
    reader: Reader, pairs: Sequence[UnresolvedPair], *, door: str
) -> Iterator[dict[str, Any]]:
    """Each with its two ends as the reader sees them, the earlier one first."""
    told = represent_pairs(pairs, reader=reader)
    ids = {UUID(pair[end]) for pair in told for end in ("observation", "other")}
    rows = list(reader.observations().filter(id__in=ids).with_source())
    ends = {str(row.id): row for row in reader.shown(rows, door=door)}
    for pair, one in zip(pairs, told, strict=True):
        yield {
            "at": pair.at,
            "told": one,
            "alike": one["kind"] == "possible_equivalent",
            "likeness": one["likeness"] and round(100 * one["likeness"]["value"]),
            "ends": [ends[one["other"]], ends[one["observation"]]],
        }


def _row(pair: dict[str, Any]) -> dict[str, Any]:
    told, (earlier, later) = pair["told"], pair["ends"]
    return {
        **told,
        "likeness": pair["likeness"],
        "likeness_by": told["likeness"] and told["likeness"]["by"],
        "earlier": earlier.id,
        "earlier_said": words_of(earlier),
        "later": later.id,
        "later_said": words_of(later),
    }
