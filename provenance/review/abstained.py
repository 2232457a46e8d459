"""The questions to which recall had nothing to tell."""

from django.http import HttpResponse
from django.shortcuts import render

from provenance.review.visiting import VisitorRequest, reads
from provenance.services.reviewing.home.abstained import abstained as abstentions


@reads
def abstained(request: VisitorRequest) -> HttpResponse:
    """Those since the visitor last looked, the latest first."""
    request.visitor.reader()
    rows, more = abstentions(request.visitor)
    return render(request, "review/abstained.html", {"abstained": rows, "more": more})
