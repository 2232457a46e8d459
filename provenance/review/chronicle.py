"""The chronicle: every act, each with a way to what it was about."""

from typing import Any
from uuid import UUID

from django import forms
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse

from provenance.models import ChronicleEvent
from provenance.review.cursor import uuid_from
from provenance.review.exporting import Listed, as_file
from provenance.review.visiting import VisitorRequest, reads
from provenance.services.reading.pages import Cursor, Turn
from provenance.services.reviewing.chronicle import (
    ChronicleFilters,
    chronicle_page,
    reviews_all,
)
from provenance.services.reviewing.visitor import Visitor
from provenance.services.verification.kept import last_verification

A_PAGE = 50
COLUMNS = ("position", "at", "act", "by", "key", "about", "about_id", "detail", "id")
# What events are about: the page of such a thing, and the capability that its page needs.
PAGES = {
    "observation": ("observation", "recall"),
    "correction": ("decision", "recall"),
    "fact": ("fact", "recall"),
    "plan": ("imports-plan", "recall"),
    "grant": ("access-grant", "administer"),
    "api_key": ("access-key", "administer"),
    "principal": ("access-principal", "administer"),
    "policy_version": ("policy-version", "administer"),
}
# Of receipts only those of recalls have a page.
RECALLED = ("recalled", "recall")
# Suggested where an act is typed; the list is narrowed to any word.
ACTS = (
    "observed",
    "recalled",
    "rejected",
    "conflicted",
    "proposed",
    "decided",
    "reverted",
    "released",
    "restricted_shown",
    "fact_made",
    "fact_confirmed",
    "erased",
    "exported",
    "planned",
    "applied",
    "rolled_back",
    "grant_given",
    "grant_revoked",
    "key_made",
    "key_revoked",
    "principal_added",
    "policy_saved",
    "policy_activated",
    "language_chosen",
    "verified",
)


class FilterForm(forms.Form):
    """What the chronicle is narrowed to."""

    act = forms.CharField(
        max_length=40, required=False, widget=forms.TextInput(attrs={"list": "acts"})
    )
    by = forms.CharField(label="By whom", max_length=100, required=False)
    about = forms.ChoiceField(
        label="About",
        required=False,
        choices=[("", "anything")]
        + [
            (one, one.replace("_", " "))
            for one in (*PAGES, "receipt", "text_language", "workspace")
        ],
    )
    thing = forms.UUIDField(label="Its id", required=False)
    since = forms.DateTimeField(
        label="From (UTC)",
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
    )
    until = forms.DateTimeField(
        label="Until (UTC)",
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
    )


@reads
def chronicle(request: VisitorRequest) -> HttpResponseBase:
    """The events, the newest first, and what the last verification found."""
    visitor = request.visitor
    visitor.grants.require("review")
    form = FilterForm(request.GET)
    # A filter that is none finds nothing: it must not widen what is asked for.
    filters = ChronicleFilters(**form.cleaned_data) if form.is_valid() else None

    def read(visitor: Visitor, turn: Turn) -> Listed:
        if filters is None:
            return Listed(rows=[], next=None)
        page = chronicle_page(visitor, filters=filters, turn=turn)
        return Listed(rows=[_told(event) for event in page.rows], next=page.next)

    if file := as_file(request, name="chronicle", columns=COLUMNS, read=read):
        return file
    turn = Turn(limit=A_PAGE, cursor=_below(uuid_from(request, "before")))
    page = chronicle_page(visitor, filters=filters, turn=turn) if filters else None
    context = {
        "form": form,
        "acts": ACTS,
        "narrowed": any(form.data.get(name) for name in form.fields),
        "events": [
            (
                event,
                _words(event.act),
                _words(event.about),
                _address(event, visitor),
                [(_words(name), _value(value)) for name, value in _pairs(event.detail)],
            )
            for event in (page.rows if page else ())
        ],
        "older": page.next.tie if page and page.next else None,
        "all": reviews_all(visitor),
        "verification": last_verification() if reviews_all(visitor) else None,
    }
    return render(request, "review/chronicle.html", context)


def _address(event: ChronicleEvent, visitor: Visitor) -> str | None:
    """The page of what the event is about; None where there is none, or none for this visitor."""
    about = RECALLED if event.act == "recalled" else PAGES.get(event.about, ("", ""))
    page, needs = about
    if not page or not visitor.grants.of(needs):
        return None
    try:
        return reverse(page, args=[event.about_id])
    except NoReverseMatch:
        return None


def _words(name: str) -> str:
    return name.replace("_", " ")


def _value(value: Any) -> Any:
    """A value as people say it."""
    return ("no", "yes")[value] if isinstance(value, bool) else value


def _pairs(detail: dict[str, Any]) -> list[tuple[str, Any]]:
    """Names and values, without nesting. As pairs: in a template `detail.items` would find a member
    of that name first."""
    pairs: list[tuple[str, Any]] = []
    for name, value in detail.items():
        pairs += _pairs(value) if isinstance(value, dict) else [(name, value)]
    return pairs


def _told(event: ChronicleEvent) -> dict[str, Any]:
    return {
        "position": event.position,
        "at": event.at,
        "act": event.act,
        "by": event.principal.name,
        "key": event.key and f"{event.key.hint}…",
        "about": event.about,
        "about_id": event.about_id,
        "detail": event.detail,
        "id": event.id,
    }


def _below(last: UUID | None) -> Cursor | None:
    row = ChronicleEvent.objects.here().filter(id=last).first() if last else None
    return Cursor(row.position, str(row.id), backwards=False) if row else None
