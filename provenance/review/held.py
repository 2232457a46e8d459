"""The forms of what policy holds back: release it, or keep it back."""

from datetime import UTC, datetime
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from provenance.problems import NothingToRelease
from provenance.review.deciding import back_from, filled_in, person_at
from provenance.services.keep_held import KEEP, keep_held
from provenance.services.observe_batch import retried
from provenance.services.release import RELEASE, release

ACTS = {RELEASE: release, KEEP: keep_held}
TOLD = {
    RELEASE: "Released. Recall can tell it from now on.",
    KEEP: "Kept back. It can be released later, on its own page.",
}
LATE = "Somebody decided this before you. Yours was not stored."


class HeldForm(forms.Form):
    """One of the two acts, and why."""

    act = forms.ChoiceField(choices=[(act, act) for act in ACTS])
    reason = forms.CharField(max_length=500)


@require_POST
def decide_held(request: HttpRequest, observation_id: UUID) -> HttpResponse:
    """Releases or keeps; the second of two is told that somebody was first."""
    caller = person_at(request)
    if caller is None:
        return render(request, "review/no_workspace.html", status=403)
    sent = filled_in(HeldForm(request.POST))
    act, reason, at = ACTS[sent["act"]], sent["reason"], datetime.now(UTC)
    try:
        retried(lambda: act(caller=caller, observation_id=observation_id, reason=reason, at=at))
    except NothingToRelease:
        messages.warning(request, LATE)
    else:
        messages.success(request, TOLD[sent["act"]])
    return redirect(back_from(request) or reverse("observation", args=[observation_id]))
