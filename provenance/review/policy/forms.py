"""The forms of the policy: rules are chosen, not written."""

from collections.abc import Mapping
from typing import Any

from django import forms

from provenance.models.observation import KINDS
from provenance.services.screening.policies import MOST_TRIED
from provenance.services.screening.policy import BUILT_IN, OUTCOMES, known_rules

FAMILIES = {
    "secret": "Keys, tokens, passwords",
    "instruction": "Text aimed at agents",
    "personal": "Personal data",
    "label": "What bears a forbidden label",
    "kind": "What is of a forbidden kind",
}


class RulesForm(forms.Form):
    """A new version: an outcome for each family, and for rules that go another way."""

    forbidden_labels = forms.CharField(
        required=False, widget=forms.Textarea(attrs={"rows": 3}), help_text="One a line."
    )
    forbidden_kinds = forms.MultipleChoiceField(
        required=False,
        choices=[(kind, kind) for kind in KINDS],
        widget=forms.CheckboxSelectMultiple,
    )
    note = forms.CharField(max_length=500, help_text="What is new in it, and why.")

    def __init__(self, *args: Any, rules: Mapping[str, Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        outcomes = rules.get("outcomes", {})
        for rule in known_rules():
            family = rule.partition(".")[0]
            usual = f"built in: {BUILT_IN[family]}" if rule == family else "as its family"
            self.fields[rule] = forms.ChoiceField(
                label=FAMILIES[family] if rule == family else rule,
                required=False,
                choices=[("", usual), *((one, one) for one in OUTCOMES)],
                initial=outcomes.get(rule, ""),
            )
        self.initial.setdefault("forbidden_labels", "\n".join(rules.get("forbidden_labels", ())))
        self.initial.setdefault("forbidden_kinds", rules.get("forbidden_kinds", ()))

    def families(self) -> list[dict[str, Any]]:
        """For each family its field, those of its rules, and whether one of these is set."""
        groups = []
        for family in BUILT_IN:
            rules = [self[one] for one in known_rules() if one.startswith(family + ".")]
            own = any(one.value() or one.errors for one in rules)
            # A family of a single rule has nothing to say apart from it.
            shown = rules if own or len(rules) > 1 else []
            groups.append({"field": self[family], "rules": shown, "open": own})
        return groups

    def rest(self) -> list[Any]:
        """The fields that are no rule."""
        return [self[name] for name in ("forbidden_labels", "forbidden_kinds", "note")]

    def clean(self) -> None:
        """What was chosen, as a version holds it: what is usual is left out."""
        data = self.cleaned_data
        labels = (line.strip() for line in data.get("forbidden_labels", "").splitlines())
        chosen = {
            "outcomes": {rule: data[rule] for rule in known_rules() if data.get(rule)},
            "forbidden_labels": [label for label in labels if label],
            "forbidden_kinds": data.get("forbidden_kinds", []),
        }
        data["rules"] = {name: value for name, value in chosen.items() if value}


class TrialForm(forms.Form):
    """How far back a trial looks."""

    last = forms.IntegerField(
        label="Observations, the newest first", min_value=1, max_value=MOST_TRIED, initial=500
    )
