"""Proposing a change from the page of what it is about: first what it would change, then the form."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render

from provenance.problems import Erased, EventConflict, HeldBack, PolicyRejected, UnknownReference
from provenance.review.acting import ActRequest, acts, read_form
from provenance.review.visiting import DOOR, VisitorRequest, asks, reads
from provenance.services.correcting.proposal import (
    KINDS,
    MAX_REASON,
    MAX_STATEMENT_BYTES,
    Proposal,
)
from provenance.services.observe_batch import retried
from provenance.services.propose import propose
from provenance.services.receipts import PROPOSE
from provenance.services.reviewing.proposing import draft_of
from provenance.services.screening.judge import require_kept
from provenance.services.screening.rejections import write_rejection

# What these put in place of an observation is stated on the form; the first cannot do without.
STATING = ("correct", "supersede", "adopt")


class ProposalForm(forms.Form):
    """One proposal about one observation."""

    kind = forms.ChoiceField(choices=[(kind, kind) for kind in KINDS])
    statement = forms.CharField(required=False, max_length=MAX_STATEMENT_BYTES)
    reason = forms.CharField(max_length=MAX_REASON)
    event_id = forms.CharField(max_length=200)

    def clean(self) -> dict[str, Any]:
        """Refuses a statement that is missing, too long, or of no use."""
        sent = dict(super().clean() or {})
        # A browser ends its lines as MS-DOS did.
        said = sent.get("statement", "").replace("\r\n", "\n")
        kind = sent.get("kind")
        if said and kind not in STATING:
            self.add_error("statement", "This act states nothing.")
        if kind == "correct" and not said and "statement" not in self.errors:
            self.add_error("statement", "Say what holds instead.")
        if len(said.encode()) > MAX_STATEMENT_BYTES:
            self.add_error("statement", f"At most {MAX_STATEMENT_BYTES} bytes of UTF-8.")
        return {**sent, "statement": said or None}


@reads
def draft(request: VisitorRequest, observation_id: UUID, kind: str) -> HttpResponse:
    """What accepting such a proposal would change, and the form to make it. Changes nothing."""
    if kind not in KINDS:
        raise Http404
    return _page(request, observation_id, kind)


@asks
def _again(
    request: VisitorRequest,
    observation_id: UUID,
    *,
    kind: str,
    sent: ProposalForm | None = None,
    refusal: str = "",
    status: int,
) -> HttpResponse:
    """The draft once more, with what was typed and why it was refused; what the policy keeps out
    is not shown again."""
    if sent is not None:
        try:
            require_kept([str(sent.data.get(name, "")) for name in ("statement", "reason")])
        except PolicyRejected as rejected:
            visitor = request.visitor
            write_rejection(rule=rejected.rule, caller=visitor.caller, act=PROPOSE, at=visitor.at)
            sent, refusal, status = None, rejected.detail, rejected.status
    return _page(request, observation_id, kind, sent=sent, refusal=refusal, status=status)


def _page(
    request: VisitorRequest,
    observation_id: UUID,
    kind: str,
    *,
    sent: ProposalForm | None = None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    shown = draft_of(request.visitor, observation_id=observation_id, kind=kind)
    moved = [one.observation for one in shown.effect.bound if one.observation is not None]
    request.visitor.reader().shown([shown.observation, *moved], door=DOOR)
    context = {
        "draft": shown,
        "observation": shown.observation,
        "states": kind in STATING,
        "sent": sent,
        "refusal": refusal,
        "longest": {"statement": MAX_STATEMENT_BYTES, "reason": MAX_REASON},
        # Sent twice, it is one proposal.
        "event_id": f"browser-{uuid4()}",
    }
    return render(request, "review/draft.html", context, status=status)


@acts
def propose_one(request: ActRequest, observation_id: UUID) -> HttpResponseBase:
    """Makes the proposal, and leads to the page on which it waits for a decision."""
    form = ProposalForm(request.POST)
    kind = request.POST.get("kind", "")
    if kind in KINDS and not form.is_valid():
        return _again(request, observation_id, kind=kind, sent=form, status=400)
    proposal = Proposal(targets=[observation_id], **read_form(form))
    at = datetime.now(UTC)
    try:
        made = retried(lambda: propose(caller=request.caller, proposal=proposal, at=at))
    except UnknownReference:
        raise Http404 from None
    except PolicyRejected as rejected:
        refused = {"refusal": rejected.detail, "status": rejected.status}
        return _again(request, observation_id, kind=kind, **refused)
    except EventConflict:
        messages.warning(request, "This form was sent before with other words. Open it anew.")
    except (HeldBack, Erased) as problem:
        messages.warning(request, f"{problem.title}. Nothing was proposed.")
    else:
        messages.success(request, "Proposed. Nothing changes until somebody decides.")
        return redirect("decision", made.correction["id"])
    return redirect("observation", observation_id)
