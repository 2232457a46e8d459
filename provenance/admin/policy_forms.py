"""The forms of the policy: its rules as JSON, held to their closed form."""

import json
from typing import Any

from django import forms

from provenance.problems import InvalidJson, InvalidRequest
from provenance.services.screening.policies import MOST_TRIED
from provenance.services.screening.policy import policy_from
from provenance.services.strict_json import parse_json


class RulesField(forms.CharField):
    """One JSON object, read as strictly as every request body: `{}` is one, and a member that
    stands twice is refused."""

    def prepare_value(self, value: Any) -> Any:
        """What was typed, as it was; rules to begin with, as JSON."""
        return json.dumps(value, indent=2, ensure_ascii=False) if isinstance(value, dict) else value

    def clean(self, value: Any) -> dict[str, Any]:
        """The rules, or where they do not fit their form."""
        try:
            rules = parse_json(super().clean(value).encode("utf-8", "surrogatepass"))
            policy_from(rules)
        except (InvalidJson, InvalidRequest) as refused:
            told = [f"{error['pointer'] or '/'}: {error['message']}" for error in refused.errors]
            raise forms.ValidationError(told or [refused.detail]) from refused
        return rules


class RulesForm(forms.Form):
    """A new version."""

    rules = RulesField(
        widget=forms.Textarea(attrs={"rows": 14, "cols": 80, "spellcheck": "false"}),
        help_text=(
            '{"outcomes": {"secret": "reject", "instruction": "quarantine", "personal.email": '
            '"withhold"}, "forbidden_labels": [], "forbidden_kinds": []}: every member may be left '
            "out. Outcomes: admit, withhold, quarantine, reject."
        ),
    )
    note = forms.CharField(max_length=500, help_text="What is new in it, and why.")


class TrialForm(forms.Form):
    """How far back a trial looks."""

    last = forms.IntegerField(
        min_value=1, max_value=MOST_TRIED, initial=500, help_text="Observations, the newest first."
    )
