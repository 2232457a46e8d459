"""Recalls that happened: a list, and each with why it told what it told."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode

from provenance.review.cursor import uuid_from
from provenance.review.visiting import DOOR, VisitorRequest, reads
from provenance.services.reviewing.recalled import Recalled
from provenance.services.reviewing.recalled import recalled as look_into
from provenance.services.reviewing.recalls import listed_recalls
from provenance.services.times import instant

A_PAGE = 50


@reads
def recalls(request: VisitorRequest) -> HttpResponse:
    """One's own, or everybody's for who oversees the workspace; the newest first."""
    visitor = request.visitor
    visitor.reader()
    rows, older = listed_recalls(visitor, before=uuid_from(request, "before"), size=A_PAGE)
    context = {"recalls": rows, "older": older, "all": visitor.oversees}
    return render(request, "review/recalls.html", context)


@reads
def recalled(request: VisitorRequest, receipt_id: UUID) -> HttpResponse:
    """Who asked what, and what they were told. 404 where the visitor may not look into it."""
    found = look_into(request.visitor, receipt_id=receipt_id)
    request.visitor.reader().was_shown(found.shown, door=DOOR)
    then = found.asked.get("as_of") or instant(found.receipt.at)
    context = {
        "recalled": found,
        "asked": [(name.replace("_", " "), said) for name, said in found.asked.items() if said],
        "now": _again(found),
        "then": _again(found, as_of=then),
    }
    return render(request, "review/recalled.html", context)


def _again(recall: Recalled, **more: str | None) -> str | None:
    """The address at the bench of the same question through the same view; None for no question.

    Its limits and order are those that the receipt notes, or else what the bench takes by itself.
    """
    if recall.question is None or not recall.may_ask:
        return None
    asked = {**recall.asked, "as_of": None, **more}
    told = {name: value for name, value in asked.items() if value}
    query = {"q": recall.question, "view": recall.view.id, **told}
    return f"{reverse('ask')}?{urlencode(query, doseq=True)}"
