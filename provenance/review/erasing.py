"""Releasing what was held back, and erasing what must not be here: forms that end elsewhere."""

from datetime import UTC, datetime
from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from provenance.problems import EventConflict, NothingToRelease, UnknownReference
from provenance.review.acting import ActRequest, acts, read_form
from provenance.review.visiting import DOOR, VisitorRequest, reads
from provenance.services.erase import Erasing, erase
from provenance.services.observe_batch import retried
from provenance.services.release import release
from provenance.services.reviewing.erasure import destruction_of

MAX_REASON = 500


class ReleaseForm(forms.Form):
    """Why it may be read and recalled."""

    reason = forms.CharField(max_length=MAX_REASON)


class ErasureForm(forms.Form):
    """Why, and that it was meant."""

    reason = forms.CharField(max_length=MAX_REASON)
    event_id = forms.CharField(max_length=200)
    meant = forms.BooleanField()


@acts
def release_one(request: ActRequest, observation_id: UUID) -> HttpResponse:
    """Releases an observation, and leads back to it."""
    sent = read_form(ReleaseForm(request.POST))
    at = datetime.now(UTC)
    try:
        retried(
            lambda: release(
                caller=request.caller, observation_id=observation_id, reason=sent["reason"], at=at
            )
        )
    except NothingToRelease:
        messages.warning(request, "Nothing held it back any more. Yours was not stored.")
    else:
        messages.success(request, "Released. Whoever may see it reads it from now on.")
    return redirect("observation", observation_id)


@reads
def destruction(request: VisitorRequest, observation_id: UUID) -> HttpResponse:
    """The first step of an erasure: what would be destroyed, and what stays. Destroys nothing."""
    sheet = destruction_of(request.visitor, observation_id=observation_id)
    request.visitor.reader().shown([sheet.observation, *sheet.copies], door=DOOR)
    context = {
        "sheet": sheet,
        "observation": sheet.observation,
        "event_id": f"browser-{uuid4()}",
    }
    return render(request, "review/destruction.html", context)


@acts
def erase_one(request: ActRequest, observation_id: UUID) -> HttpResponse:
    """The second step: destroys, and leads to what is left."""
    sent = read_form(ErasureForm(request.POST))
    erasing = Erasing(
        observations=[observation_id], reason=sent["reason"], event_id=sent["event_id"]
    )
    at = datetime.now(UTC)
    try:
        done = retried(lambda: erase(caller=request.caller, erasing=erasing, at=at))
    except UnknownReference:
        raise Http404 from None
    except EventConflict:
        messages.warning(request, "This form was sent before with another reason. Open it anew.")
    else:
        lost = done.receipt.body["destroyed"]
        told = ", ".join(f"{count} {noun}" for noun, count in lost.items())
        messages.success(request, f"Erased for good: {told}. Receipt {done.receipt.id}.")
    return redirect("observation", observation_id)
