"""The forms of the pages about access. Their choices are read inside the workspace."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django import forms

from provenance.models.api_key import KEY_KINDS
from provenance.services.access.newcomers import NEWCOMERS
from provenance.services.access.rotate_key import LONGEST_OVERLAP
from provenance.services.reviewing.access.choices import GivingChoices

KINDS = {
    "agent": "agent: a model calls it as a tool",
    "host": "host: the program that holds the conversation and captures it",
}
WHOLE, PRINCIPALS, PRODUCERS = "workspace", "principals", "producers"
REACHES = {
    WHOLE: "The whole workspace",
    PRINCIPALS: "What certain principals contribute",
    PRODUCERS: "What comes from certain producers",
}


class Moment(forms.DateTimeField):
    """A moment in UTC."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")


class LaterMoment(Moment):
    """A moment to come."""

    def clean(self, value: Any) -> datetime | None:
        moment: datetime | None = super().clean(value)
        if moment is not None and moment <= datetime.now(UTC):
            raise forms.ValidationError("This moment has passed.")
        return moment


class ReasonForm(forms.Form):
    """Why something ends."""

    reason = forms.CharField(max_length=500, help_text="Kept in the chronicle.")


class KeyForm(forms.Form):
    """A new key of a principal."""

    key_kind = forms.ChoiceField(
        label="Kind of key",
        choices=[(kind, KINDS[kind]) for kind in reversed(KEY_KINDS)],
        initial="agent",
    )
    label = forms.CharField(
        max_length=100, help_text="Where this key will live: desk, build server."
    )
    expires_at = LaterMoment(
        label="Ends", required=False, help_text="UTC. Empty: works until it is revoked."
    )


class NewcomerForm(KeyForm):
    """A new agent or service, with its first key."""

    name = forms.CharField(max_length=100)
    kind = forms.ChoiceField(
        label="Kind", choices=[(kind, kind) for kind in NEWCOMERS], initial="agent"
    )
    field_order = ("name", "kind", "key_kind", "label", "expires_at")


class RotationForm(ReasonForm):
    """How long the old key works beside the new one."""

    hours = forms.IntegerField(
        label="Overlap in hours",
        initial=24,
        min_value=0,
        max_value=LONGEST_OVERLAP // timedelta(hours=1),
        help_text="So long both keys work. 0: the old key ends at once.",
    )
    field_order = ("hours", "reason")

    def clean(self) -> None:
        """The overlap as a span of time."""
        self.cleaned_data["overlap"] = timedelta(hours=self.cleaned_data.get("hours") or 0)


class GrantForm(forms.Form):
    """A new grant, of what the visitor may give."""

    principal = forms.TypedChoiceField(label="To", coerce=UUID)
    capability = forms.ChoiceField(label="May")
    reach = forms.ChoiceField(label="Over", widget=forms.RadioSelect)
    principals = forms.TypedMultipleChoiceField(
        label="These principals",
        coerce=UUID,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    producers = forms.TypedMultipleChoiceField(
        label="These producers", coerce=UUID, required=False, widget=forms.CheckboxSelectMultiple
    )
    serves = forms.TypedChoiceField(
        label="Whose words are captured",
        coerce=UUID,
        required=False,
        empty_value=None,
        help_text="For capture alone: the person whose words count as said by them.",
    )
    ends_at = LaterMoment(
        label="Ends", required=False, help_text="UTC. Empty: until it is revoked."
    )
    reason = forms.CharField(max_length=500, help_text="Kept with the grant.")

    def __init__(self, *args: Any, choices: GivingChoices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._offer("principal", [("", "Choose whom"), *choices.recipients])
        may = [(one, one) for one in choices.capabilities]
        self._offer("capability", [("", "Choose what"), *may])
        reaches = [WHOLE] if choices.whole else []
        reaches += [PRINCIPALS] if choices.principals else []
        reaches += [PRODUCERS] if choices.producers else []
        self._offer("reach", [(one, REACHES[one]) for one in reaches])
        self.initial.setdefault("reach", next(iter(reaches), None))
        for name, offered in (("principals", choices.principals), ("producers", choices.producers)):
            if offered:
                self._offer(name, offered)
            else:
                del self.fields[name]
        if "capture" in choices.capabilities:
            self._offer("serves", [("", "—"), *choices.humans])
        else:
            del self.fields["serves"]

    def clean(self) -> None:
        """One kind of scope, with something in it; a person only where there is capture."""
        data = self.cleaned_data
        reach = data.get("reach")
        for scope in (PRINCIPALS, PRODUCERS):
            if reach == scope and not data.get(scope):
                self.add_error(scope, "Choose at least one.")
            if reach != scope:
                data[scope] = []
        if data.get("serves") and data.get("capability") != "capture":
            self.add_error("serves", "Only capture serves a person.")

    def _offer(self, name: str, choices: Iterable[tuple[Any, str]]) -> None:
        field: Any = self.fields[name]
        field.choices = list(choices)


class SpanForm(forms.Form):
    """A span of time, and one key or all."""

    since = Moment(label="From (UTC)")
    until = Moment(label="Until (UTC)")
    key = forms.TypedChoiceField(label="By", coerce=UUID, required=False, empty_value=None)

    def __init__(self, *args: Any, keys: Iterable[tuple[Any, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["key"]
        field.choices = [("", "any key, or the browser"), *keys]

    def clean(self) -> None:
        """It has a length."""
        data = self.cleaned_data
        if data.get("since") and data.get("until") and data["since"] >= data["until"]:
            self.add_error("until", "This is not after the beginning.")
