"""The forms of a correction: accept, reject, revert. Post, then redirect to the page."""

from datetime import UTC, datetime
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from provenance.problems import AlreadyDecided, Erased, HeldBack, InvalidRequest, NotAccepted
from provenance.review.targets import own_page
from provenance.services.access.caller import Caller
from provenance.services.correcting.proposal import MAX_REASON
from provenance.services.decide import ACCEPT, REJECT, decide
from provenance.services.observe_batch import retried
from provenance.services.revert import revert
from provenance.services.reviewing.entrances import chosen, entrances_for_login
from provenance.services.reviewing.visitor import CHOICE

_TOLD = {ACCEPT: "Accepted. What it changes holds from now on.", REJECT: "Rejected."}


class NoteForm(forms.Form):
    """Why, in a few words."""

    note = forms.CharField(max_length=MAX_REASON, required=False)


class DecisionForm(NoteForm):
    """One of the two decisions."""

    decision = forms.ChoiceField(choices=[(ACCEPT, ACCEPT), (REJECT, REJECT)])


@require_POST
def decide_one(request: HttpRequest, correction_id: UUID) -> HttpResponse:
    """Decides; the second of two is told that somebody was first, and sees what they decided."""
    caller = person_at(request)
    if caller is None:
        return render(request, "review/no_workspace.html", status=403)
    sent = filled_in(DecisionForm(request.POST))
    at = datetime.now(UTC)
    try:
        retried(lambda: decide(caller=caller, correction_id=correction_id, at=at, **sent))
    except AlreadyDecided:
        messages.warning(request, "Somebody decided this before you. Yours was not stored.")
    except (HeldBack, Erased) as refused:
        messages.warning(request, f"{refused.title}. Nothing was decided.")
    else:
        messages.success(request, _TOLD[sent["decision"]])
    return redirect(back_from(request) or reverse("decision", args=[correction_id]))


@require_POST
def revert_one(request: HttpRequest, correction_id: UUID) -> HttpResponse:
    """Takes an accepted correction back."""
    caller = person_at(request)
    if caller is None:
        return render(request, "review/no_workspace.html", status=403)
    sent = filled_in(NoteForm(request.POST))
    at = datetime.now(UTC)
    try:
        retried(lambda: revert(caller=caller, correction_id=correction_id, at=at, **sent))
    except (AlreadyDecided, NotAccepted):
        messages.warning(request, "There was nothing left to revert. Yours was not stored.")
    else:
        messages.success(request, "Reverted. What it changed stands as before.")
    return redirect(back_from(request) or reverse("decision", args=[correction_id]))


def back_from(request: HttpRequest) -> str:
    """The page of ours that the form came from and leads back to, where it names one."""
    return own_page(request.POST.get("back", ""), request=request)


def person_at(request: HttpRequest) -> Caller | None:
    """The person in the workspace of the page that the form came from."""
    entrances = entrances_for_login(login_id=request.user.id or 0)
    entrance = chosen(entrances, workspace_id=request.session.get(CHOICE))
    return entrance.caller if entrance else None


def filled_in(form: forms.Form) -> dict[str, str]:
    """What was sent. InvalidRequest where the form says something else."""
    if not form.is_valid():
        raise InvalidRequest("The form was not filled in as it has to be.")
    return dict(form.cleaned_data)
