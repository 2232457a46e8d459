"""The one answer that holds a key's secret."""

from django.http import HttpResponse
from django.shortcuts import render

from provenance.review.visiting import VisitorRequest
from provenance.services.access.keys import NewKey


def shown_once(request: VisitorRequest, new: NewKey) -> HttpResponse:
    """Shows the secret in the answer to the form that made it: it is stored nowhere, so there is
    nothing to redirect to."""
    shown = render(request, "review/access/secret.html", {"new": new})
    shown["Cache-Control"] = "no-store"
    return shown
