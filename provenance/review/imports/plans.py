"""The list of plans, and one plan as a document."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from provenance.review.cursor import uuid_from
from provenance.review.exporting import Listed, as_file
from provenance.review.visiting import DOOR, VisitorRequest, reads
from provenance.services.reading.pages import Turn
from provenance.services.reviewing.imports import place_below, plan_sheet, plans_page
from provenance.services.reviewing.visitor import Visitor

from .document import document_of
from .words import AT_WORK, DISPOSITION_ORDER, form_word, state_look, state_word, why

A_PAGE = 30
COLUMNS = (
    "id",
    "name",
    "format",
    "state",
    "code",
    "by",
    "begun_at",
    "dispositions",
    "results",
)
# What an act came to stands before what it was about.
_FIRST = ("taken_back", "results", "code")


@reads
def plans(request: VisitorRequest) -> HttpResponseBase:
    """Imports and reconciliations, the newest first."""
    if file := as_file(request, name="imports", columns=COLUMNS, read=_read):
        return file
    below = place_below(uuid_from(request, "before"))
    page = plans_page(request.visitor, turn=Turn(limit=A_PAGE, cursor=below))
    context = {
        "plans": [_listed(told) for told in page.rows],
        "older": page.next.tie if page.next else None,
        "running": any(told["state"] in AT_WORK for told in page.rows),
    }
    return render(request, "review/imports/plans.html", context)


@reads
def plan(request: VisitorRequest, plan_id: UUID) -> HttpResponse:
    """One plan: what it is, what it would do, and what was done with it."""
    sheet = plan_sheet(request.visitor, plan_id=plan_id)
    if sheet.exposed:
        request.visitor.reader().was_shown(sheet.exposed, door=DOOR)
    told = sheet.told
    body = told["plan"] or {}
    context = {
        "sheet": sheet,
        "told": _listed(told),
        "body": body,
        "document": document_of(body, wordings=sheet.wordings) if body else None,
        "running": told["state"] in AT_WORK,
        "trail": [_act(act) for act in reversed(told["acts"])],
    }
    return render(request, "review/imports/plan.html", context)


def _read(visitor: Visitor, turn: Turn) -> Listed:
    page = plans_page(visitor, turn=turn)
    return Listed(rows=[_row(_listed(told)) for told in page.rows], next=page.next)


def _row(told: dict[str, Any]) -> dict[str, Any]:
    """A plan as its line in the list, the counts as words."""
    return {
        **told,
        "state": told["word"],
        "dispositions": [f"{count} {name}" for name, count in told["counts"]],
        "results": [f"{count} {name}" for name, count in told["results"]],
    }


def _listed(told: dict[str, Any]) -> dict[str, Any]:
    counts = (told["plan"] or {}).get("dispositions") or {}
    done, total = told["progress"]["done"], told["progress"]["total"]
    return {
        **told,
        "begun_at": datetime.fromisoformat(told["begun_at"]),
        "word": state_word(told),
        "look": state_look(told),
        "form": form_word(told["format"]),
        "why": why(told["code"]),
        "running": told["state"] in AT_WORK,
        "percent": min(round(100 * done / total), 100) if total else 0,
        # As pairs: in a template `counts.items` would find a count of that name first.
        "counts": _in_order(counts) if isinstance(counts, dict) else [],
        "results": sorted(told["results"].items(), key=lambda one: -one[1]),
    }


def _act(act: dict[str, Any]) -> dict[str, Any]:
    body = act["body"]
    return {
        "word": str(act["act"]).replace("_", " "),
        "by": act["by"],
        "at": datetime.fromisoformat(act["at"]),
        "receipt": act["receipt"],
        "told": list(_told(body)),
    }


def _told(body: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The numbers and codes of an act; lists of ids are left to the API."""
    for name in sorted(body, key=lambda name: (name not in _FIRST, name)):
        value, label = body[name], name.replace("_", " ")
        if name == "whole":
            yield from () if value else [("in part", "")]
        elif name == "depends" and isinstance(value, dict):
            yield from ((f"later {one} on it", _count(what)) for one, what in value.items())
        elif isinstance(value, dict):
            prefix = "" if name == "results" else f"{label} "
            yield from ((f"{prefix}{one}", _count(what)) for one, what in value.items())
        elif not isinstance(value, list):
            yield label, value


def _count(what: Any) -> Any:
    return what.get("count", "") if isinstance(what, dict) else what


def _in_order(counts: dict[str, Any]) -> list[tuple[str, Any]]:
    order = {name: place for place, name in enumerate(DISPOSITION_ORDER)}
    return sorted(counts.items(), key=lambda one: (order.get(one[0], len(order)), one[0]))
