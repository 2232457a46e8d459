"""The question as the bench's form and its address state it."""

from collections.abc import Sequence
from datetime import UTC
from typing import Any

from django import forms
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_aware

from provenance.models.observation import KINDS
from provenance.services.reviewing.views import View
from recall.services.question import INTENTS, Question

MAX_QUERY = 4_000
_UTC = "%Y-%m-%dT%H:%M:%S"


class Clock(forms.DateTimeInput):
    """A field of the browser's own, which takes times of one form only: others are put into it."""

    input_type = "datetime-local"

    def format_value(self, value: Any) -> str | None:
        """In UTC, to the second; nothing where it is no time."""
        try:
            at = parse_datetime(value) if isinstance(value, str) else value
        except ValueError:
            return None
        if at is None:
            return None
        return (at.astimezone(UTC) if is_aware(at) else at).strftime(_UTC)


class Moment(forms.DateTimeField):
    """A time in UTC, to the second as a browser gives it, or in full as an address may."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, widget=Clock(attrs={"step": "1"}), **options)


class AskForm(forms.Form):
    """Every field but the question has a default, so that an address may leave it out."""

    q = forms.CharField(label="Question", max_length=MAX_QUERY, required=False)
    view = forms.ChoiceField(label="As", required=False)
    intent = forms.ChoiceField(
        label="Intent",
        required=False,
        choices=[("", "as the question says"), *((one, one) for one in INTENTS)],
    )
    sort = forms.ChoiceField(
        label="Order",
        required=False,
        choices=[("relevance", "by relevance"), ("recency", "newest first")],
    )
    kinds = forms.MultipleChoiceField(
        label="Kinds",
        required=False,
        choices=[(one, one) for one in KINDS],
        widget=forms.CheckboxSelectMultiple,
    )
    since = Moment(label="Since (UTC)")
    until = Moment(label="Before (UTC)")
    limit = forms.IntegerField(label="Items at most", min_value=1, max_value=200, required=False)
    budget_tokens = forms.IntegerField(
        label="Tokens at most", min_value=1, max_value=100_000, required=False
    )
    as_of = Moment(label="As of (UTC)")
    beside = forms.BooleanField(label="Beside the answer of now", required=False)

    def __init__(self, given: Any, *, views: Sequence[View]) -> None:
        defaults = {"limit": "20", "budget_tokens": "2000", "view": str(views[0].id)}
        told = {name: given.get(name) or defaults.get(name, "") for name in self.base_fields}
        super().__init__({**told, "kinds": given.getlist("kinds")}, label_suffix="")
        view: Any = self.fields["view"]
        view.choices = [(str(one.id), _named(one, own=one is views[0])) for one in views]

    @property
    def asks(self) -> bool:
        """True where something is asked: words, an intent, or a time from which on."""
        return any(self.data.get(name) for name in ("q", "intent", "since"))

    def clean(self) -> dict[str, Any]:
        """Refuses to put an answer beside itself."""
        told: dict[str, Any] = super().clean() or {}
        if told.get("beside") and "as_of" in told and not told["as_of"]:
            self.add_error("as_of", "Say as of when the other answer is to be.")
        return told

    def question(self) -> Question:
        """The question of a form that is valid."""
        told = self.cleaned_data
        return Question(
            query=told["q"] or None,
            intent=told["intent"] or None,
            sort=told["sort"] or "relevance",
            kinds=tuple(told["kinds"]),
            since=told["since"],
            until=told["until"],
            as_of=told["as_of"],
            limit=told["limit"],
            budget_tokens=told["budget_tokens"],
            explain=True,
        )


def _named(view: View, *, own: bool) -> str:
    said = f"{view.name}, yourself" if own else f"{view.name}, {view.kind}"
    return said if view.recalls else f"{said} (may not recall)"
