"""Saved questions: the list with its last results, and what may be done with them."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from provenance.problems import CapabilityRequired, Erased, InvalidRequest, PolicyRejected
from provenance.review.cursor import uuid_from
from provenance.services.saved.save import retire_question, save_question
from recall.review.arriving import AskingRequest, acts, asks
from recall.services.asking.sheet import DOOR
from recall.services.checking.run import begin, cancel
from recall.services.checking.shelf import BROKEN, shelf_of

A_PAGE = 30


@asks
def saved(request: AskingRequest) -> HttpResponse:
    """The saved questions whose view the visitor may take, the newest first, or the broken alone."""
    only_broken = request.GET.get("state") == BROKEN
    shelf = shelf_of(
        caller=request.visitor.caller,
        only_broken=only_broken,
        before=uuid_from(request, "before"),
        size=A_PAGE,
        at=request.visitor.at,
    )
    return render(request, "recall/saved.html", {"shelf": shelf, "only_broken": only_broken})


@acts
def save(request: AskingRequest) -> HttpResponse:
    """Saves the question of an answer that the visitor has seen, with what they ticked in it."""
    try:
        receipt = UUID(request.POST.get("receipt", ""))
        expected = [UUID(one) for one in request.POST.getlist("expected")]
    except ValueError:
        raise InvalidRequest("The form was not filled in as it has to be.") from None
    try:
        save_question(
            caller=request.visitor.caller,
            receipt_id=receipt,
            expected=expected,
            door=DOOR,
            at=request.visitor.at,
        )
    except (Erased, InvalidRequest, PolicyRejected) as refused:
        messages.warning(request, f"Nothing was saved. {refused.detail}")
    else:
        messages.success(request, "Saved. Run the saved questions to check it.")
    return redirect("saved-questions")


@acts
def retire(request: AskingRequest, saved_id: UUID) -> HttpResponse:
    """Ends a saved question."""
    try:
        retire_question(caller=request.visitor.caller, saved_id=saved_id, at=request.visitor.at)
    except CapabilityRequired:
        messages.warning(request, "Only who saved a question, or reviews, may retire it.")
    else:
        messages.success(request, "Retired. It is not asked any more.")
    return redirect("saved-questions")


@acts
def run(request: AskingRequest) -> HttpResponse:
    """Has a worker check all saved questions, or stops it."""
    if request.POST.get("act") == "stop":
        stopped = cancel(caller=request.visitor.caller, at=request.visitor.at)
        messages.success(request, "Stopped." if stopped else "Nothing was running.")
    else:
        begin(caller=request.visitor.caller, at=request.visitor.at)
        messages.success(request, "A worker asks them one after the other.")
    return redirect("saved-questions")
