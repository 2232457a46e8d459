"""The keys of the workspace: listed, made, rotated and ended."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse

from provenance.models import ApiKey
from provenance.review.access.forms import ReasonForm, RotationForm
from provenance.review.access.secret import shown_once
from provenance.review.attempting import Sheet, asked, attempted
from provenance.review.cursor import uuid_from
from provenance.review.exporting import Listed, as_file
from provenance.review.visiting import VisitorRequest, acts, reads
from provenance.services.access.keys import NewKey, revoke_key
from provenance.services.access.rotate_key import rotate_key
from provenance.services.reading.pages import Cursor, Turn
from provenance.services.reviewing.access.key_lines import (
    STATES,
    KeyLine,
    key_line,
    keys_page,
    keys_to_look_at,
)
from provenance.services.reviewing.visitor import Visitor
from provenance.services.times import instant

A_PAGE = 40
LOOK = "look"
COLUMNS = (
    "key",
    "label",
    "principal",
    "kind",
    "producer",
    "live",
    "created_at",
    "ends_at",
    "last_used_at",
    "use",
    "ends_soon",
    "id",
)


@reads
def keys(request: VisitorRequest) -> HttpResponseBase:
    """The keys, the newest first, with their use. Needs the whole workspace."""
    state = request.GET.get("state")
    if state is not None and state not in (*STATES, LOOK):
        raise Http404

    def read(visitor: Visitor, turn: Turn) -> Listed:
        if state == LOOK:
            return Listed(rows=[_told(line) for line in keys_to_look_at(visitor)], next=None)
        page = keys_page(visitor, state=state, turn=turn)
        return Listed(rows=[_told(line) for line in page.rows], next=page.next)

    if file := as_file(request, name="keys", columns=COLUMNS, read=read):
        return file
    turn = Turn(limit=A_PAGE, cursor=_below(uuid_from(request, "before")))
    page = keys_page(request.visitor, state=state, turn=turn) if state != LOOK else None
    context = {
        "state": state,
        "states": {None: "All", "live": "Live", "ended": "Ended", LOOK: "Asks for a look"},
        "lines": page.rows if page else keys_to_look_at(request.visitor),
        "older": page.next.tie if page and page.next else None,
    }
    return render(request, "review/access/keys.html", context)


@reads
def key(request: VisitorRequest, key_id: UUID) -> HttpResponse:
    """One key: what it is for, whether it is used, and its ends."""
    return render(request, "review/access/key.html", {"line": _line(request, key_id)})


@acts
def revoke_one(request: VisitorRequest, key_id: UUID) -> HttpResponse:
    """Ends a key at once, with a reason."""
    visitor, line = request.visitor, _line(request, key_id)
    if not line.live:
        return _over(request, key_id)

    def act(data: dict[str, Any]) -> bool:
        revoke_key(
            by=visitor.caller.principal_id, key=line.key, reason=data["reason"], at=visitor.at
        )
        return True

    attempt = attempted(request, ReasonForm, act, refused="The key could not be revoked.")
    if attempt.done:
        messages.success(request, f"Revoked: {line.key}. It ended with this request.")
        return redirect("access-key", key_id)
    told = ["Whoever uses it is locked out with the next request. This cannot be undone."]
    return asked(request, attempt, _sheet(line, "Revoke", "Revoke the key", told))


@acts
def rotate_one(request: VisitorRequest, key_id: UUID) -> HttpResponse:
    """Makes a key in place of this one, which works on for a while, and shows its secret."""
    visitor, line = request.visitor, _line(request, key_id)
    if not line.live:
        return _over(request, key_id)

    def act(data: dict[str, Any]) -> NewKey:
        return rotate_key(
            by=visitor.caller.principal_id,
            key=line.key,
            overlap=data["overlap"],
            reason=data["reason"],
            at=visitor.at,
        )

    attempt = attempted(request, RotationForm, act, refused="The key could not be rotated.")
    if attempt.done is not None:
        return shown_once(request, attempt.done)
    told = ["Both keys work until the overlap is over; then the old one ends by itself."]
    return asked(request, attempt, _sheet(line, "Rotate", "Make the new key", told))


def _over(request: VisitorRequest, key_id: UUID) -> HttpResponse:
    messages.warning(request, "This key has ended already: nothing was left to do.")
    return redirect("access-key", key_id)


def _sheet(line: KeyLine, verb: str, button: str, told: list[str]) -> Sheet:
    owner = reverse("access-principal", args=[line.key.principal_id])
    trail = [("access", reverse("access")), (line.key.principal.name, owner)]
    return Sheet(title=f"{verb} {line.key}", trail=trail, told=told, button=button)


def _line(request: VisitorRequest, key_id: UUID) -> KeyLine:
    line = key_line(request.visitor, key_id)
    if line is None:
        raise Http404
    return line


def _told(line: KeyLine) -> dict[str, Any]:
    key = line.key
    return {
        "key": f"{key.hint}…",
        "label": key.label,
        "principal": key.principal.name,
        "kind": key.kind,
        "producer": key.producer,
        "live": line.live,
        "created_at": key.created_at,
        "ends_at": line.end,
        "last_used_at": line.used,
        "use": line.use,
        "ends_soon": line.ends_soon,
        "id": key.id,
    }


def _below(last: UUID | None) -> Cursor | None:
    row = ApiKey.objects.here().filter(id=last).first() if last else None
    return Cursor(instant(row.created_at), str(row.id), backwards=False) if row else None
