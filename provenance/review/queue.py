"""The queue: everything that waits for a person, as cards to decide on."""

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import Http404
from django.http.response import HttpResponseBase
from django.shortcuts import render

from provenance.review.cursor import last_id, on_from, uuid_from
from provenance.review.exporting import DOOR as FILE
from provenance.review.exporting import Listed, as_file
from provenance.review.visiting import DOOR, VisitorRequest, reads
from provenance.services.reading.pages import Turn
from provenance.services.reviewing.queue.cards import Card
from provenance.services.reviewing.queue.queue import queue_page
from provenance.services.reviewing.queue.undoable import last_acceptance
from provenance.services.reviewing.queue.waiting import KINDS, waiting_by_kind
from provenance.services.reviewing.visitor import Visitor
from provenance.services.reviewing.words import words_of

A_PAGE = 15
COLUMNS = (
    "kind",
    "id",
    "since",
    "act",
    "by",
    "rule",
    "observations",
    "said",
    "statement",
    "reason",
    "likeness",
    "recall",
    "refusal",
)
ORDERS = {"newest": "Newest first", "oldest": "Oldest first"}


@reads
def queue(request: VisitorRequest) -> HttpResponseBase:
    """One page of cards, of one kind or of all, by age."""
    kind = request.GET.get("kind")
    order = request.GET.get("order", "newest")
    if kind not in (None, *KINDS) or order not in ORDERS:
        raise Http404

    def read(visitor: Visitor, turn: Turn) -> Listed:
        page = queue_page(
            visitor,
            kind=kind,
            oldest_first=order == "oldest",
            after=last_id(turn),
            size=turn.limit,
        )
        visitor.reader().shown(page.rows, door=FILE)
        return Listed(rows=[_told(card) for card in page.cards], next=on_from(page.onward))

    if file := as_file(request, name=f"queue-{kind or 'all'}", columns=COLUMNS, read=read):
        return file
    visitor = request.visitor
    page = queue_page(
        visitor,
        kind=kind,
        oldest_first=order == "oldest",
        after=uuid_from(request, "after"),
        size=A_PAGE,
    )
    visitor.reader().shown(page.rows, door=DOOR)
    undo = last_acceptance(visitor)
    here = {"kind": kind, "order": order if order != "newest" else None}
    context = {
        "page": page,
        "cases": list(_cases(page.cards, back=request.get_full_path())),
        "kind": kind,
        "order": order,
        "orders": ORDERS,
        "waiting": waiting_by_kind(visitor),
        "undo": undo,
        "undo_back": f"{request.get_full_path()}#c-{undo.correction_id}" if undo else "",
        "query": _query(here),
        "ordered": _query({"order": here["order"]}),
        "of_kind": _query({"kind": kind}),
        "back": request.get_full_path(),
        "proposes": bool(visitor.grants.of("propose")),
        "some_decidable": any(card.decidable for card in page.cards),
    }
    return render(request, "review/queue.html", context)


def _told(card: Card) -> dict[str, Any]:
    """A card as a row. `act` is what is proposed or at work, `refusal` why one may not decide."""
    return {
        "kind": card.kind,
        "id": card.id,
        "since": card.since,
        "act": card.told.get("name") if card.kind == "import" else card.told.get("kind"),
        "by": card.told.get("proposer") or card.told.get("by"),
        "rule": card.rule,
        "observations": [one.observation.id for one in card.about],
        "said": [words_of(one.observation) for one in card.about],
        "statement": card.statement,
        "reason": card.told.get("reason"),
        "likeness": card.likeness,
        "recall": card.recall,
        "refusal": card.may.refusal if card.decidable else None,
    }


def _cases(cards: Sequence[Card], *, back: str) -> Iterator[tuple[Card, str]]:
    """Each card, and where its forms lead back to: the list, with the next card in front."""
    for place, card in enumerate(cards):
        onward = cards[place + 1] if place + 1 < len(cards) else cards[place - 1]
        yield card, f"{back}#c-{onward.id}"


def _query(members: dict[str, str | None]) -> str:
    """The members that say something, as the end of an address that others may follow."""
    told = {name: value for name, value in members.items() if value}
    return urlencode(told) + "&" if told else ""
