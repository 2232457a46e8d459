"""The form of a pair that says what the two are: it makes a plan, which is applied on its page."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from provenance.models.mapping import VERDICTS
from provenance.problems import AlreadyDecided, TooManyRequests
from provenance.review.acting import ActRequest, acts, read_form
from provenance.review.deciding import back_from
from provenance.services.reconciling.one_pair import plan_one_pair

_LATE = "Somebody settled this before you. Nothing was planned."
_MANY = "Other plans are at work. Nothing was planned; try again when they are done."


class SettleForm(forms.Form):
    """Which pair, and whether the two are one event."""

    pair = forms.UUIDField()
    verdict = forms.ChoiceField(choices=[(verdict, verdict) for verdict in VERDICTS])


@acts
def settle(request: ActRequest) -> HttpResponse:
    """Plans, and leads to the plan; the pair stays as it is until that is applied."""
    sent = read_form(SettleForm(request.POST))
    try:
        plan = plan_one_pair(
            caller=request.caller, pair_id=sent["pair"], verdict=sent["verdict"], at=request.at
        )
    except (AlreadyDecided, TooManyRequests) as refused:
        messages.warning(request, _LATE if isinstance(refused, AlreadyDecided) else _MANY)
        return redirect(back_from(request) or reverse("queue"))
    messages.success(request, "Nothing is settled yet. Look at what it would do, then apply it.")
    return redirect("imports-plan", plan)
