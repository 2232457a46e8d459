"""A version of the policy: written, compared, tried out, switched on."""

import json
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from provenance.models import PolicyVersion
from provenance.review.access.forms import ReasonForm
from provenance.review.attempting import Sheet, asked, attempted
from provenance.review.cursor import uuid_from
from provenance.review.policy.forms import RulesForm, TrialForm
from provenance.review.visiting import VisitorRequest, acts, reads
from provenance.services.access.giving import require_whole_workspace
from provenance.services.reviewing.policy.versions import compared, last_activation, version_of
from provenance.services.screening.policies import activate, save_version, try_out

BUILT_IN = "built-in"


@acts
def write_one(request: VisitorRequest) -> HttpResponse:
    """Writes a version, beginning with the one in force or the one that `from` names. It is not
    in force yet."""
    visitor = request.visitor
    require_whole_workspace(visitor.grants)
    begun = version_of(visitor, uuid_from(request, "from"))
    if begun is None and (on := last_activation()) is not None:
        begun = on.version
    rules = begun.rules if begun else {}

    def act(data: dict[str, Any]) -> PolicyVersion:
        return save_version(
            caller=visitor.caller, rules=data["rules"], note=data["note"], at=visitor.at
        )

    attempt = attempted(
        request,
        lambda sent: RulesForm(sent, rules=rules),
        act,
        refused="Somebody saved a version at the same time. Save again.",
    )
    if attempt.done is not None:
        messages.success(request, "Saved, and not in force yet. Try it out, then switch it on.")
        return redirect("policy-version", attempt.done.id)
    context = {"form": attempt.form, "refusal": attempt.refusal, "begun": begun}
    return render(request, "review/policy/write.html", context)


@reads
def version(request: VisitorRequest, version_id: UUID) -> HttpResponse:
    """One version beside another (`against`: the one in force, unless another is named), and with
    `last` what it would have made of so many past observations."""
    visitor = request.visitor
    row = _version(request, version_id)
    on = last_activation()
    form = TrialForm(request.GET) if "last" in request.GET else TrialForm()
    trial = None
    if visitor.administers and form.is_bound and form.is_valid():
        trial = try_out(
            caller=visitor.caller, rules=row.rules, last=form.cleaned_data["last"], at=visitor.at
        )
    against = request.GET.get("against")
    if against == BUILT_IN:
        other = None
    elif against:
        other = _version(request, uuid_from(request, "against"))
    else:
        other = on.version if on else None
    context = {
        "version": row,
        "on": on,
        "in_force": on is not None and on.version_id == row.id,
        "compared": compared(row, other=other),
        "written": json.dumps(row.rules, indent=2, ensure_ascii=False, sort_keys=True),
        "form": form,
        "trial": trial,
    }
    return render(request, "review/policy/version.html", context)


@acts
def switch_on(request: VisitorRequest, version_id: UUID) -> HttpResponse:
    """Switches a version on, with a reason, from the next request on."""
    visitor = request.visitor
    row = _version(request, version_id)
    require_whole_workspace(visitor.grants)
    on = last_activation()
    if on is not None and on.version_id == row.id:
        messages.warning(request, "This version is in force already: nothing was left to do.")
        return redirect("policy-version", row.id)

    def act(data: dict[str, Any]) -> bool:
        activate(caller=visitor.caller, version_id=row.id, reason=data["reason"], at=visitor.at)
        return True

    attempt = attempted(request, ReasonForm, act, refused="The version could not be switched on.")
    if attempt.done:
        messages.success(request, f"Version {row.number} is in force from the next request on.")
        return redirect("policy")
    changes = compared(row, other=on.version if on else None).differences
    sheet = Sheet(
        title=f"Switch on version {row.number}",
        trail=[
            ("policy", reverse("policy")),
            (f"version {row.number}", reverse("policy-version", args=[row.id])),
        ],
        told=[
            "It counts from the next request on. What is here already keeps its admission.",
            *(f"{one.what}: {one.before} → {one.after}" for one in changes),
        ],
        button="Switch it on",
    )
    return asked(request, attempt, sheet)


def _version(request: VisitorRequest, version_id: UUID | None) -> PolicyVersion:
    row = version_of(request.visitor, version_id)
    if row is None:
        raise Http404
    return row
