"""Search from any page: what is named exactly is gone to, the rest is looked for by words."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from provenance.review.visiting import DOOR, VisitorRequest, reads
from provenance.services.reviewing.search import LOOKED_THROUGH, place_of, search

MOST_LETTERS = 300
# A ledger position is a bigint.
_DIGITS = 18


@reads
def search_page(request: VisitorRequest) -> HttpResponse:
    """Results by kind; the one thing that goes by this name at once."""
    asked = request.GET.get("q", "").strip()[:MOST_LETTERS]
    below = _position(request.GET.get("before"))
    context = {"q": asked, "looked_through": LOOKED_THROUGH, "below": below}
    if not asked or "\0" in asked:
        return render(request, "review/search.html", context)
    visitor = request.visitor
    if below is None and (place := place_of(visitor, asked=asked)) is not None:
        return redirect(place.page, place.id)
    found = search(visitor, words=asked.split(), below=below)
    rows = [hit.observation.id for hit in found.observations if not hit.observation.words_hidden]
    visitor.reader().was_shown([*rows, *found.evidence], door=DOOR)
    return render(request, "review/search.html", {**context, "found": found})


def _position(given: str | None) -> int | None:
    if not given:
        return None
    if not (given.isascii() and given.isdigit() and len(given) <= _DIGITS):
        raise Http404
    return int(given)
