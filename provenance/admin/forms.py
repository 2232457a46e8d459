"""The forms of the admin. Their choices are read when they are made: inside the workspace."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django import forms
from django.contrib.auth.models import User

from provenance.models import Principal, Producer
from provenance.models.api_key import KEY_KINDS
from provenance.models.grant import CAPABILITIES
from provenance.models.principal import PRINCIPAL_KINDS
from provenance.services.access.rotate_key import LONGEST_OVERLAP


def _choices(words: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(word, word) for word in words]


class _Moment(forms.DateTimeField):
    """A moment in UTC, to come."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"})

    def clean(self, value: Any) -> datetime | None:
        moment: datetime | None = super().clean(value)
        if moment is not None and moment <= datetime.now(UTC):
            raise forms.ValidationError("This moment has passed.")
        return moment


class _OneOf(forms.ModelChoiceField):
    """A row of the workspace."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(None, *args, **kwargs)


class _SomeOf(forms.ModelMultipleChoiceField):
    """Rows of the workspace, or none."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(None, *args, required=False, **kwargs)


class ReasonForm(forms.Form):
    """Why something ends."""

    reason = forms.CharField(max_length=500)


class PrincipalForm(forms.Form):
    """A new principal."""

    name = forms.CharField(max_length=100)
    kind = forms.ChoiceField(choices=_choices(PRINCIPAL_KINDS), initial="agent")
    login = forms.CharField(
        max_length=150, required=False, help_text="User name of a human's login; else empty."
    )

    def clean_login(self) -> User | None:
        """The login of that name."""
        if not (name := self.cleaned_data["login"]):
            return None
        login = User.objects.filter(username=name).first()
        if login is None:
            raise forms.ValidationError("There is no login of this name.")
        return login

    def clean(self) -> None:
        """Only humans log in."""
        if self.cleaned_data.get("login") and self.cleaned_data.get("kind") != "human":
            self.add_error("login", "Only a human has a login.")


class KeyForm(forms.Form):
    """A new API key."""

    principal = _OneOf()
    kind = forms.ChoiceField(
        choices=_choices(KEY_KINDS),
        initial="agent",
        help_text="host: the program that holds the conversation. agent: a model's tool.",
    )
    label = forms.CharField(max_length=100, help_text="Where this key will live.")
    producer = _OneOf(required=False, help_text="Binds the key to one producer.")
    expires_at = _Moment(required=False, help_text="UTC. Empty: until it is revoked.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _fill(self, principal=Principal.objects.here(), producer=Producer.objects.here())


class RotationForm(ReasonForm):
    """How long the old key works beside the new one."""

    hours = forms.IntegerField(
        label="Overlap in hours",
        initial=24,
        min_value=0,
        max_value=LONGEST_OVERLAP // timedelta(hours=1),
        help_text="0: the old key ends at once.",
    )

    def clean(self) -> None:
        """The overlap as a span of time."""
        self.cleaned_data["overlap"] = timedelta(hours=self.cleaned_data.get("hours") or 0)


class GrantForm(forms.Form):
    """A new grant."""

    principal = _OneOf()
    capability = forms.ChoiceField(choices=_choices(CAPABILITIES))
    serves = _OneOf(required=False, help_text="Capture only: the human whose words are captured.")
    principals = _SomeOf(
        help_text="Reaches what these contribute. Empty, and no producer: the whole workspace."
    )
    producers = _SomeOf(help_text="Reaches what comes from these.")
    ends_at = _Moment(required=False, help_text="UTC. Empty: until it is revoked.")
    reason = forms.CharField(max_length=500)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = Principal.objects.here()
        _fill(
            self,
            principal=people,
            serves=people.filter(kind="human"),
            principals=people,
            producers=Producer.objects.here(),
        )

    def clean(self) -> None:
        """One kind of scope, and a human only where there is something to capture."""
        data = self.cleaned_data
        if data.get("principals") and data.get("producers"):
            self.add_error("producers", "Choose principals or producers, not both.")
        if data.get("serves") and data.get("capability") != "capture":
            self.add_error("serves", "Only capture serves a human.")


def _fill(form: forms.Form, **rows: Any) -> None:
    for name, queryset in rows.items():
        field: Any = form.fields[name]
        field.queryset = queryset
