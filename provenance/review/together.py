"""Several decisions at once: a page that shows what they come to, and the act, each for itself."""

from datetime import UTC, datetime
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from provenance.problems import AlreadyDecided, InvalidRequest, NothingToRelease, Problem
from provenance.review.deciding import back_from, filled_in, person_at
from provenance.review.held import ACTS, LATE
from provenance.review.visiting import DOOR, VisitorRequest, reads
from provenance.services.access.caller import Caller
from provenance.services.correcting.proposal import MAX_REASON
from provenance.services.decide import ACCEPT, REJECT, decide
from provenance.services.keep_held import KEEP
from provenance.services.observe_batch import retried
from provenance.services.release import RELEASE
from provenance.services.reviewing.queue.joint import MOST, joint_of
from provenance.services.reviewing.queue.waiting import KINDS

_HELD = {ACCEPT: RELEASE, REJECT: KEEP}
_PAST = {ACCEPT: "accepted", REJECT: "rejected", RELEASE: "released", KEEP: "kept back"}
# What is held back needs a reason; the page asks for one, and this stands where it was left out.
_NO_REASON = "Decided together with others."
Items = list[tuple[str, UUID]]


class TogetherForm(forms.Form):
    """One decision for all, and why."""

    decision = forms.ChoiceField(choices=[(ACCEPT, ACCEPT), (REJECT, REJECT)])
    note = forms.CharField(max_length=MAX_REASON, required=False)


@reads
def together(request: VisitorRequest) -> HttpResponse:
    """What deciding these would come to; nothing is decided here."""
    decision = filled_in(TogetherForm(request.GET))["decision"]
    items = _items(request.GET)
    if not items:
        messages.warning(request, "Nothing was selected. Tick the box of each card that you mean.")
        return redirect("queue")
    joint = joint_of(request.visitor, items=items, accepting=decision == ACCEPT)
    request.visitor.reader().shown(joint.rows, door=DOOR)
    context = {
        "joint": joint,
        "decision": decision,
        "held": any(card.kind == "held" for card in joint.cards),
        "back": request.GET.get("back", ""),
    }
    return render(request, "review/together.html", context)


@require_POST
def decide_together(request: HttpRequest) -> HttpResponse:
    """Decides each in a transaction of its own, and tells what became of each."""
    caller = person_at(request)
    if caller is None:
        return render(request, "review/no_workspace.html", status=403)
    sent = filled_in(TogetherForm(request.POST))
    items = _items(request.POST)
    for number, (kind, one) in enumerate(items, start=1):
        try:
            told = _decide(caller, kind, one, decision=sent["decision"], note=sent["note"])
        except (AlreadyDecided, NothingToRelease):
            messages.warning(request, f"{number}: {LATE}")
        except Problem as refused:
            messages.warning(request, f"{number}: {refused.title}. Nothing was decided.")
        else:
            messages.success(request, f"{number}: {told}")
    return redirect(back_from(request) or reverse("queue"))


def _decide(caller: Caller, kind: str, one: UUID, *, decision: str, note: str) -> str:
    """Decides one; in words what was done. Nothing of what anybody said is among them."""
    at = datetime.now(UTC)
    if kind == "held":
        act = ACTS[_HELD[decision]]
        reason = note[:500] or _NO_REASON
        retried(lambda: act(caller=caller, observation_id=one, reason=reason, at=at))
        return f"{_PAST[_HELD[decision]]}."
    made = retried(
        lambda: decide(caller=caller, correction_id=one, decision=decision, note=note, at=at)
    )
    told = made.correction
    return f"{told['kind']}, proposed by {told['proposer']}: {_PAST[decision]}."


def _items(sent: QueryDict) -> Items:
    """What was selected, each once. InvalidRequest for what names nothing, and for too many."""
    found: Items = []
    for item in dict.fromkeys(sent.getlist("item")):
        kind, _, one = item.partition(":")
        try:
            found.append((kind, UUID(one)))
        except ValueError:
            raise InvalidRequest("The form was not filled in as it has to be.") from None
        if kind not in KINDS:
            raise InvalidRequest("The form was not filled in as it has to be.")
    if len(found) > MOST:
        raise InvalidRequest(f"At most {MOST} are decided at once.")
    return found
