"""Proposing a change from the page of what it is about: first what it would change, then the form."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from provenance.problems import Erased, EventConflict, HeldBack, UnknownReference
from provenance.review.acting import ActRequest, acts, read_form
from provenance.review.visiting import DOOR, VisitorRequest, reads
from provenance.services.correcting.proposal import (
    KINDS,
    MAX_REASON,
    MAX_STATEMENT_BYTES,
    Proposal,
)
from provenance.services.observe_batch import retried
from provenance.services.propose import propose
from provenance.services.reviewing.proposing import draft_of

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
        misplaced = bool(said) and kind not in STATING
        if (
            misplaced
            or (kind == "correct" and not said)
            or len(said.encode()) > MAX_STATEMENT_BYTES
        ):
            raise forms.ValidationError("statement")
        return {**sent, "statement": said or None}


@reads
def draft(request: VisitorRequest, observation_id: UUID, kind: str) -> HttpResponse:
    """What accepting such a proposal would change, and the form to make it. Changes nothing."""
    if kind not in KINDS:
        raise Http404
    shown = draft_of(request.visitor, observation_id=observation_id, kind=kind)
    moved = [one.observation for one in shown.effect.bound if one.observation is not None]
    request.visitor.reader().shown([shown.observation, *moved], door=DOOR)
    context = {
        "draft": shown,
        "observation": shown.observation,
        "states": kind in STATING,
        # Sent twice, it is one proposal.
        "event_id": f"browser-{uuid4()}",
    }
    return render(request, "review/draft.html", context)


@acts
def propose_one(request: ActRequest, observation_id: UUID) -> HttpResponse:
    """Makes the proposal, and leads to the page on which it waits for a decision."""
    sent = read_form(ProposalForm(request.POST))
    proposal = Proposal(targets=[observation_id], **sent)
    at = datetime.now(UTC)
    try:
        made = retried(lambda: propose(caller=request.caller, proposal=proposal, at=at))
    except UnknownReference:
        raise Http404 from None
    except EventConflict:
        messages.warning(request, "This form was sent before with other words. Open it anew.")
    except (HeldBack, Erased) as refused:
        messages.warning(request, f"{refused.title}. Nothing was proposed.")
    else:
        messages.success(request, "Proposed. Nothing changes until somebody decides.")
        return redirect("decision", made.correction["id"])
    return redirect("observation", observation_id)
