"""The items of a plan: narrowed, page by page, each taken in or left out."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode

from provenance.models import ImportItem
from provenance.problems import InvalidRequest, NotFound, PlanNotReady
from provenance.review.acting import ActRequest, acts
from provenance.review.exporting import Listed, as_file
from provenance.review.visiting import VisitorRequest, reads
from provenance.services.importing.choice import Narrowed
from provenance.services.importing.choosing import choose, choose_all, choose_only
from provenance.services.importing.shape import represent_item
from provenance.services.reading.pages import Cursor, Turn
from provenance.services.reviewing.imports import PlanSheet, items_page, plan_sheet
from provenance.services.reviewing.visitor import Visitor

from .words import (
    DISPOSITION_ORDER,
    DISPOSITIONS,
    TIMES,
    form_word,
    place_word,
    short_word,
    state_look,
    state_word,
)

A_PAGE = 50
COLUMNS = (
    "ordinal",
    "place",
    "taken",
    "disposition",
    "code",
    "result",
    "result_code",
    "kind",
    "speaker_role",
    "type",
    "source_status",
    "standing",
    "time_known",
    "time_notes",
    "lineage",
    "possible_equivalents",
    "meets",
    "observation",
)
_FILTERS = ("disposition", "kind", "speaker", "time")
_LONGEST = 40
_MOST_ORDINAL = 2**31 - 1


@reads
def items(request: VisitorRequest, plan_id: UUID) -> HttpResponseBase:
    """Records by their place; their words are in the source, and in the ledger once applied."""
    narrowed = _narrowed(request.GET)

    def read(visitor: Visitor, turn: Turn) -> Listed:
        sheet = _sheet(visitor, plan_id)
        page = items_page(
            visitor,
            plan_id=plan_id,
            narrowed=narrowed,
            before=None,
            after=int(turn.cursor.tie) if turn.cursor else None,
            size=turn.limit,
        )
        rows = [_told(sheet, item, outcome) for item, outcome in page.rows]
        last = page.after
        on = None if last is None else Cursor(last, last, backwards=False)
        return Listed(rows=rows, next=on)

    if file := as_file(request, name=f"items-{plan_id}", columns=COLUMNS, read=read):
        return file
    sheet = _sheet(request.visitor, plan_id)
    page = items_page(
        request.visitor,
        plan_id=plan_id,
        narrowed=narrowed,
        before=_ordinal(request.GET, "before"),
        after=_ordinal(request.GET, "after"),
        size=A_PAGE,
    )
    told, query = sheet.told, _query(request.GET, _FILTERS)
    context = {
        "sheet": sheet,
        "told": {**told, "word": state_word(told), "look": state_look(told)},
        "form": form_word(told["format"]),
        "rows": [
            {
                "item": item,
                "outcome": outcome,
                "taken": sheet.choice.has(item.ordinal),
                "place": place_word(f"{item.file}:{item.line}"),
                "code": (outcome.code if outcome else None) or item.code,
                "code_word": short_word((outcome.code if outcome else None) or item.code),
                "status": short_word(item.status),
                "notes": [(note, short_word(note)) for note in item.time_notes],
            }
            for item, outcome in page.rows
        ],
        "filters": _selects(told["plan"] or {}, narrowed),
        "narrowed": narrowed,
        "sent": [
            (name, request.GET[name])
            for name in (*_FILTERS, "before", "after")
            if request.GET.get(name)
        ],
        "meaning": DISPOSITIONS.get(narrowed.disposition or "", ""),
        "may_choose": sheet.may_act and "apply" in sheet.acts,
        "earlier": urlencode({**query, "before": str(page.before)})
        if page.before is not None
        else "",
        "later": urlencode({**query, "after": str(page.after)}) if page.after is not None else "",
    }
    return render(request, "review/imports/items.html", context)


@acts
def choose_items(request: ActRequest, plan_id: UUID) -> HttpResponse:
    """Keeps what was ticked as left out or taken in, and leads back to the same page."""
    sent = request.POST
    ordinals = [one for one in map(_whole, sent.getlist("item")[: 10 * A_PAGE]) if one is not None]
    act: dict[str, Any] = {"caller": request.caller, "plan_id": plan_id, "at": request.at}
    does = sent.get("do")
    try:
        if does == "only":
            if not ordinals:
                raise InvalidRequest("Tick at least one item.")
            choose_only(ordinals=ordinals, **act)
            return redirect("imports-act", plan_id, "apply")
        if does in ("leave", "take"):
            choose(ordinals=ordinals, taken=does == "take", **act)
        elif does in ("leave-all", "take-all"):
            choose_all(narrowed=_narrowed(sent), taken=does == "take-all", **act)
        else:
            raise InvalidRequest("The form was not filled in as it has to be.")
    except (PlanNotReady, InvalidRequest) as refused:
        messages.warning(request, f"{refused.detail} Nothing was changed.")
    back = urlencode(_query(sent, (*_FILTERS, "before", "after")))
    return redirect(f"{reverse('imports-items', args=[plan_id])}?{back}")


def _sheet(visitor: Visitor, plan_id: UUID) -> PlanSheet:
    """The sheet of a plan that has items to tell: a file that is still being sent has none."""
    sheet = plan_sheet(visitor, plan_id=plan_id)
    if sheet.run is None:
        raise NotFound
    return sheet


def _told(sheet: PlanSheet, item: ImportItem, outcome: Any) -> dict[str, Any]:
    return {
        **represent_item(item, outcome=outcome),
        "place": place_word(f"{item.file}:{item.line}"),
        "taken": sheet.choice.has(item.ordinal),
    }


def _narrowed(sent: QueryDict) -> Narrowed:
    return Narrowed(**{name: (sent.get(name) or "")[:_LONGEST] or None for name in _FILTERS})


def _query(sent: QueryDict, names: tuple[str, ...]) -> dict[str, str]:
    return {name: str(sent[name]) for name in names if sent.get(name)}


def _ordinal(sent: QueryDict, name: str) -> int | None:
    if not sent.get(name):
        return None
    number = _whole(str(sent[name]))
    if number is None:
        raise Http404
    return number


def _whole(text: str) -> int | None:
    fits = text.isascii() and text.isdigit() and len(text) <= len(str(_MOST_ORDINAL))
    return min(int(text), _MOST_ORDINAL) if fits else None


def _selects(body: dict[str, Any], narrowed: Narrowed) -> list[dict[str, Any]]:
    """The filters, each with what the plan holds of it: (value, label)."""
    counts = {name: body.get(name) or {} for name in ("dispositions", "kinds", "speakers")}
    times = body.get("times") or {}
    in_order = sorted(counts["dispositions"], key=_place)
    return [
        _select("disposition", "What comes of it", in_order, counts["dispositions"], narrowed),
        _select("kind", "Kind", list(counts["kinds"]), counts["kinds"], narrowed),
        _select("speaker", "Speaker", list(counts["speakers"]), counts["speakers"], narrowed),
        _select(
            "time",
            "Time",
            [*TIMES, *(times.get("notes") or {})],
            {
                "known": times.get("claimed", ""),
                "unknown": times.get("unknown", ""),
                **(times.get("notes") or {}),
            },
            narrowed,
        ),
    ]


def _place(disposition: str) -> tuple[int, str]:
    known = disposition in DISPOSITION_ORDER
    return (DISPOSITION_ORDER.index(disposition) if known else len(DISPOSITION_ORDER), disposition)


def _select(
    name: str, label: str, values: list[str], counts: dict[str, Any], narrowed: Narrowed
) -> dict[str, Any]:
    chosen = getattr(narrowed, name)
    if chosen and chosen not in values:
        values = [*values, chosen]
    options = [
        (value, f"{TIMES.get(value) or short_word(value)} ({counts.get(value, 0)})")
        for value in values
    ]
    return {"name": name, "label": label, "options": options, "chosen": chosen}
