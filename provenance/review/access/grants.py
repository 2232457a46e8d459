"""Giving a grant, one grant, and its end."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from provenance.models import Grant, Principal
from provenance.review.access.forms import GrantForm, ReasonForm
from provenance.review.attempting import Sheet, asked, attempted
from provenance.review.cursor import uuid_from
from provenance.review.visiting import VisitorRequest, acts, reads
from provenance.services.access.granting import give, revoke
from provenance.services.reviewing.access.choices import giving_choices
from provenance.services.reviewing.access.grant_lines import GrantLine, grant_line


@acts
def give_one(request: VisitorRequest) -> HttpResponse:
    """The form of a grant. It offers what its visitor may give, and says why not the rest."""
    visitor = request.visitor
    choices = giving_choices(visitor)
    chosen = {"principal": uuid_from(request, "principal"), "capability": request.GET.get("may")}

    def act(data: dict[str, Any]) -> Grant:
        return give(
            by=visitor.caller.principal_id,
            principal_id=data["principal"],
            capability=data["capability"],
            serves_id=data.get("serves"),
            principals=data.get("principals", ()),
            producers=data.get("producers", ()),
            ends_at=data["ends_at"],
            reason=data["reason"],
            at=visitor.at,
        )

    attempt = attempted(
        request,
        lambda sent: GrantForm(sent, choices=choices, initial=chosen),
        act,
        refused="The grant does not fit this workspace.",
    )
    if (grant := attempt.done) is not None:
        name = Principal.objects.here().get(id=grant.principal_id).name
        messages.success(request, f"{name} may {grant.capability} from the next request on.")
        return redirect("access-principal", grant.principal_id)
    context = {"form": attempt.form, "refusal": attempt.refusal, "choices": choices}
    return render(request, "review/access/give.html", context)


@reads
def grant(request: VisitorRequest, grant_id: UUID) -> HttpResponse:
    """One grant: who gave it, why, and its end. 404 beyond what the visitor administers."""
    return render(request, "review/access/grant.html", {"line": _line(request, grant_id)})


@acts
def revoke_one(request: VisitorRequest, grant_id: UUID) -> HttpResponse:
    """Ends a grant, with a reason."""
    visitor, line = request.visitor, _line(request, grant_id)
    named = f"{line.grant.capability} of {line.grant.principal.name}"
    if not line.holds:
        messages.warning(request, "This grant has ended already: nothing was left to do.")
        return redirect("access-grant", grant_id)

    def act(data: dict[str, Any]) -> bool:
        revoke(
            by=visitor.caller.principal_id, grant=line.grant, reason=data["reason"], at=visitor.at
        )
        return True

    attempt = attempted(request, ReasonForm, act, refused="The grant could not be revoked.")
    if attempt.done:
        messages.success(request, f"Revoked: {named}. It ended with this request.")
        return redirect("access-principal", line.grant.principal_id)
    sheet = Sheet(
        title=f"Revoke {named}",
        trail=[
            ("access", reverse("access")),
            (
                line.grant.principal.name,
                reverse("access-principal", args=[line.grant.principal_id]),
            ),
        ],
        told=[
            f"It reaches {line.over}, and ends with the next request.",
            "What was done by it stays. A new grant can be given at any time.",
        ],
        button="Revoke the grant",
    )
    return asked(request, attempt, sheet)


def _line(request: VisitorRequest, grant_id: UUID) -> GrantLine:
    request.visitor.grants.require("administer")
    line = grant_line(request.visitor, grant_id)
    if line is None or not line.administered:
        raise Http404
    return line
