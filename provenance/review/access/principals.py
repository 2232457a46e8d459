"""One principal: what it may do, its keys, and what it could have read. And adding one."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from provenance.models import Principal
from provenance.review.access.forms import KeyForm, NewcomerForm, SpanForm
from provenance.review.access.secret import shown_once
from provenance.review.attempting import Sheet, asked, attempted
from provenance.review.cursor import uuid_from
from provenance.review.visiting import VisitorRequest, acts, reads
from provenance.services.access.giving import require_whole_workspace
from provenance.services.access.keys import NewKey, make_key
from provenance.services.access.newcomers import add_with_key
from provenance.services.reading.pages import Cursor, Turn
from provenance.services.reviewing.access.key_lines import KeyLine, keys_of
from provenance.services.reviewing.access.principal import grants_of_principal
from provenance.services.reviewing.access.reach_then import ReachThen, exposures_below, reach_then
from provenance.services.times import instant

EXPOSURES_A_PAGE = 20
A_WEEK = timedelta(days=7)
# As a browser writes a moment into its field.
WRITTEN = "%Y-%m-%dT%H:%M"


@reads
def principal(request: VisitorRequest, principal_id: UUID) -> HttpResponse:
    """What a principal may do. Its keys, and what it could have read, need the whole workspace."""
    visitor = request.visitor
    visitor.grants.require("administer")
    row = get_object_or_404(Principal.objects.here(), id=principal_id)
    standing, ended, hidden = grants_of_principal(visitor, principal_id)
    context: dict[str, Any] = {
        "principal": row,
        "standing": standing,
        "ended": ended,
        "hidden": hidden,
    }
    if visitor.administers:
        lines = keys_of(visitor, principal_id)
        form = _span(request, lines)
        context |= {"keys": lines, "span": form, "reach": _reach(request, row, lines, form)}
    return render(request, "review/access/principal.html", context)


@acts
def add_one(request: VisitorRequest) -> HttpResponse:
    """Adds an agent or a service with its first key, and shows the secret of that."""
    visitor = request.visitor
    require_whole_workspace(visitor.grants)

    def act(data: dict[str, Any]) -> NewKey:
        by = Principal.objects.here().get(id=visitor.caller.principal_id)
        return add_with_key(by=by, at=visitor.at, **data)

    attempt = attempted(request, NewcomerForm, act, refused="Another principal has this name.")
    if attempt.done is not None:
        return shown_once(request, attempt.done)
    sheet = Sheet(
        title="Add an agent or a service",
        trail=[("access", reverse("access"))],
        told=[
            "It gets a first key, shown once, and may do nothing until it is granted.",
            "A person is added with a login: manage.py add_person, or the admin.",
        ],
        button="Add it and make its key",
    )
    return asked(request, attempt, sheet)


@acts
def make_one(request: VisitorRequest, principal_id: UUID) -> HttpResponse:
    """Makes one more key for a principal, and shows its secret."""
    visitor = request.visitor
    require_whole_workspace(visitor.grants)
    row = get_object_or_404(Principal.objects.here(), id=principal_id)

    def act(data: dict[str, Any]) -> NewKey:
        return make_key(
            by=visitor.caller.principal_id,
            principal_id=row.id,
            workspace_id=visitor.caller.workspace_id,
            kind=data["key_kind"],
            label=data["label"],
            expires_at=data["expires_at"],
            at=visitor.at,
        )

    attempt = attempted(request, KeyForm, act, refused="The key could not be made.")
    if attempt.done is not None:
        return shown_once(request, attempt.done)
    sheet = Sheet(
        title=f"Make a key for {row.name}",
        trail=[
            ("access", reverse("access")),
            (row.name, reverse("access-principal", args=[row.id])),
        ],
        told=[f"Whoever has it may do all that {row.name} may do."],
        button="Make the key",
    )
    return asked(request, attempt, sheet)


def _span(request: VisitorRequest, lines: list[KeyLine]) -> SpanForm:
    keys = [(line.key.id, str(line.key)) for line in lines]
    now = request.visitor.at.replace(second=0, microsecond=0) + timedelta(minutes=1)
    asked_for = request.GET.copy()
    asked_for.setdefault("since", (now - A_WEEK).strftime(WRITTEN))
    asked_for.setdefault("until", now.strftime(WRITTEN))
    return SpanForm(asked_for, keys=keys)


def _reach(
    request: VisitorRequest, row: Principal, lines: list[KeyLine], form: SpanForm
) -> ReachThen | None:
    if not form.is_valid():
        return None
    data = form.cleaned_data
    last = uuid_from(request, "before")
    below = exposures_below(last)
    if last is not None and below is None:
        raise Http404
    cursor = Cursor(instant(below.at), str(below.id), backwards=False) if below else None
    return reach_then(
        request.visitor,
        principal=row,
        key=next((line.key for line in lines if line.key.id == data["key"]), None),
        since=data["since"],
        until=data["until"],
        turn=Turn(limit=EXPOSURES_A_PAGE, cursor=cursor),
    )
