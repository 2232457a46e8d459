"""Apply, stop, resume, take back: the effect is said first, then it is asked for."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render

from provenance.problems import PlanNotReady, SourceGone
from provenance.review.acting import ActRequest, acts
from provenance.review.visiting import VisitorRequest, reads
from provenance.services.importing.asking import (
    ask_to_apply_chosen,
    ask_to_go_on,
    ask_to_roll_back,
    cancel,
)
from provenance.services.importing.begin import require_importer
from provenance.services.reviewing.imports import (
    PlanSheet,
    effect_of_applying,
    effect_of_rolling_back,
    left_out,
    plan_sheet,
)

from .words import DISPOSITION_ORDER, DISPOSITIONS, form_word, state_word

ACTS: dict[str, tuple[str, Callable[..., None]]] = {
    "apply": ("Apply", ask_to_apply_chosen),
    "cancel": ("Stop", cancel),
    "resume": ("Resume", ask_to_go_on),
    "rollback": ("Take back", ask_to_roll_back),
}


_DEPENDENTS = {
    "derived": "observations derived from it since",
    "facts": "facts that stand on it",
    "corrections": "corrections about it",
}
_NAMED = 5


def act_on_plan(request: HttpRequest, plan_id: UUID, act: str) -> HttpResponseBase:
    """The page that says what the act would do; the form on it does it."""
    if act not in ACTS:
        raise Http404
    view = _done if request.method == "POST" else _told
    return view(request, plan_id, act)


@reads
def _told(request: VisitorRequest, plan_id: UUID, act: str) -> HttpResponse:
    sheet = plan_sheet(request.visitor, plan_id=plan_id)
    if not sheet.may_act:
        require_importer(request.visitor.grants)
    if act not in sheet.acts:
        messages.warning(request, f"It is {state_word(sheet.told)}: that cannot be done now.")
        return redirect("imports-plan", plan_id)
    context = {
        "act": act,
        "title": ACTS[act][0],
        "told": {**sheet.told, "word": state_word(sheet.told)},
        "form": form_word(sheet.told["format"]),
        "choice": sheet.choice,
        **_effect(act, sheet, plan_id),
    }
    return render(request, "review/imports/act.html", context)


@acts
def _done(request: ActRequest, plan_id: UUID, act: str) -> HttpResponse:
    _, ask = ACTS[act]
    confirmed: dict[str, Any] = {"mark": request.POST.get("mark", "")} if act == "apply" else {}
    try:
        ask(caller=request.caller, plan_id=plan_id, at=request.at, **confirmed)
    except (PlanNotReady, SourceGone) as refused:
        messages.warning(request, f"{refused.detail} Nothing was done.")
    return redirect("imports-plan", plan_id)


def _effect(act: str, sheet: PlanSheet, plan_id: UUID) -> dict[str, Any]:
    if act == "apply":
        effect = effect_of_applying(plan_id, choice=sheet.choice)
        order = {name: place for place, name in enumerate(DISPOSITION_ORDER)}
        kinds = sorted(effect, key=lambda kind: (order.get(kind[0], len(order)), *kind))
        return {
            "effect": [
                (effect[kind], kind[0], kind[1], DISPOSITIONS.get(kind[0], "")) for kind in kinds
            ],
            "left_out": left_out(plan_id, choice=sheet.choice),
        }
    if act == "rollback":
        back = effect_of_rolling_back(plan_id)
        return {"effect": back, "depends": _depends(back["depends"])}
    return {}


def _depends(told: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [
        (
            name,
            {
                "count": what["count"],
                "meaning": _DEPENDENTS.get(name, ""),
                "first": what["first"][:_NAMED],
                "more": what["count"] > _NAMED,
            },
        )
        for name, what in told.items()
    ]
