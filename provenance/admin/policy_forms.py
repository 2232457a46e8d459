"""The forms of the policy: its rules as JSON, held to their closed form."""

from typing import Any

from django import forms

from provenance.problems import InvalidRequest
from provenance.services.screening.policies import MOST_TRIED
from provenance.services.screening.policy import policy_from


class RulesForm(forms.Form):
    """A new version."""

    rules = forms.JSONField(
        widget=forms.Textarea(attrs={"rows": 14, "cols": 80, "spellcheck": "false"}),
        help_text=(
            '{"outcomes": {"secret": "reject", "instruction": "quarantine", "personal.email": '
            '"withhold"}, "forbidden_labels": [], "forbidden_kinds": []}: every member may be left '
            "out. Outcomes: admit, withhold, quarantine, reject."
        ),
    )
    note = forms.CharField(max_length=500, help_text="What is new in it, and why.")

    def clean_rules(self) -> Any:
        """The rules, or where they do not fit."""
        rules = self.cleaned_data["rules"]
        try:
            policy_from(rules)
        except InvalidRequest as refused:
            # Pointers repeat what was typed; the page goes to its author alone, unless a rule
            # refuses it: then the form is shown empty.
            raise forms.ValidationError(
                [f"{error['pointer'] or '/'}: {error['message']}" for error in refused.errors]
            ) from refused
        return rules


class TrialForm(forms.Form):
    """How far back a trial looks."""

    last = forms.IntegerField(
        min_value=1, max_value=MOST_TRIED, initial=500, help_text="Observations, the newest first."
    )
