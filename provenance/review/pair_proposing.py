"""The form of a pair: propose that one of the two holds no longer. Somebody else decides."""

from datetime import UTC, datetime
from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from provenance.review.deciding import back_from, filled_in, person_at
from provenance.services.correcting.proposal import MAX_REASON, Proposal
from provenance.services.observe_batch import retried
from provenance.services.propose import propose

PROPOSED = ("withdraw", "supersede")


class PairForm(forms.Form):
    """Which of the two, what is proposed, and why."""

    target = forms.UUIDField()
    kind = forms.ChoiceField(choices=[(kind, kind) for kind in PROPOSED])
    reason = forms.CharField(max_length=MAX_REASON)


@require_POST
def propose_on_pair(request: HttpRequest) -> HttpResponse:
    """Proposes like any other door; the proposal waits in the queue for another reviewer."""
    caller = person_at(request)
    if caller is None:
        return render(request, "review/no_workspace.html", status=403)
    sent = filled_in(PairForm(request.POST))
    proposal = Proposal(
        kind=sent["kind"],
        targets=[UUID(str(sent["target"]))],
        reason=sent["reason"],
        event_id=f"queue:{uuid4()}",
    )
    retried(lambda: propose(caller=caller, proposal=proposal, at=datetime.now(UTC)))
    messages.success(request, "Proposed. It waits in the queue; the pair stays as it is.")
    return redirect(back_from(request) or reverse("queue"))
