"""A workspace's policy: what comes of each rule. Closed, validated, with built-in defaults."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from json import loads
from typing import Any

from provenance.database.prepared import fetch
from provenance.database.tenancy import current_workspace
from provenance.models.observation import KINDS
from provenance.problems import FieldError, InvalidRequest, field_error
from provenance.services.screening.detect import INSTRUCTION, PERSONAL, SECRET
from provenance.services.screening.labels import label_form
from provenance.services.screening.pointers import pointer_to
from provenance.services.screening.rules import rule_set

# From mild to strict. Where several rules fit, the strictest outcome counts.
OUTCOMES = ("admit", "withhold", "quarantine", "reject")
ADMISSION_OF = {"admit": "admitted", "withhold": "withheld", "quarantine": "quarantined"}
LABEL, KIND = "label.forbidden", "kind.forbidden"
BUILT_IN: Mapping[str, str] = {
    SECRET: "reject",
    INSTRUCTION: "quarantine",
    PERSONAL: "admit",
    "label": "reject",
    "kind": "reject",
}
_IN_FORCE = """
SELECT v.rules::text FROM policy_activation a
JOIN policy_version v ON v.workspace_id = a.workspace_id AND v.id = a.version_id
WHERE a.workspace_id = %(here)s ORDER BY a.position DESC LIMIT 1
"""
_MOST_LABELS, _LONGEST_LABEL = 100, 100
_MEMBERS = ("outcomes", "forbidden_labels", "forbidden_kinds")


@dataclass(frozen=True, kw_only=True)
class Policy:
    """Rules in force. `outcomes` maps a rule (`secret.jwt`) or a family (`secret`) to an outcome.

    `forbidden_labels` are in their `label_form`. Kinds are of a closed list, and stand as they are.
    """

    outcomes: Mapping[str, str] = field(default_factory=dict)
    forbidden_labels: frozenset[str] = frozenset()
    forbidden_kinds: frozenset[str] = frozenset()

    def outcome_of(self, rule: str) -> str:
        """What comes of the rule: its own outcome, else its family's, else the built-in one."""
        family = rule.partition(".")[0]
        return self.outcomes.get(rule) or self.outcomes.get(family) or BUILT_IN[family]


def known_rules() -> list[str]:
    """Every family and every rule that a policy may name."""
    sets = ((SECRET, "secrets"), (INSTRUCTION, "instructions"), (PERSONAL, "personal"))
    rules = [f"{family}.{code}" for family, name in sets for code in rule_set(name).codes]
    return [*BUILT_IN, *rules, LABEL, KIND]


def policy_in_force() -> Policy:
    """The version that was switched on last, else the built-in policy. Inside the workspace."""
    latest = fetch(_IN_FORCE, {"here": current_workspace()})
    return accepted_policy(loads(latest[0][0])) if latest else Policy()


def policy_from(rules: Any) -> Policy:
    """The policy that a JSON value states.

    InvalidRequest, with a pointer to each fault, where it is not of the closed form
    `{"outcomes": {rule: outcome}, "forbidden_labels": [...], "forbidden_kinds": [...]}`.
    """
    if not isinstance(rules, dict):
        raise InvalidRequest(errors=[field_error(pointer="", code="invalid_type")])
    errors = [
        field_error(pointer=pointer_to([str(name)]), code="unknown_member")
        for name in rules
        if name not in _MEMBERS
    ]
    errors += _outcome_errors(rules.get("outcomes", {}))
    errors += _list_errors("forbidden_labels", rules.get("forbidden_labels", []))
    errors += _list_errors("forbidden_kinds", rules.get("forbidden_kinds", []), among=KINDS)
    if errors:
        raise InvalidRequest("The policy does not fit its form.", errors=errors)
    return accepted_policy(rules)


def accepted_policy(rules: Mapping[str, Any]) -> Policy:
    """The policy of rules that were accepted once. One that nothing finds any more has no effect."""
    return Policy(
        outcomes=rules.get("outcomes", {}),
        forbidden_labels=frozenset(map(label_form, rules.get("forbidden_labels", ()))),
        forbidden_kinds=frozenset(rules.get("forbidden_kinds", ())),
    )


def _outcome_errors(outcomes: Any) -> list[FieldError]:
    if not isinstance(outcomes, dict):
        return [field_error(pointer="/outcomes", code="invalid_type")]
    known = set(known_rules())
    errors = []
    for rule, outcome in outcomes.items():
        pointer = pointer_to(["outcomes", str(rule)])
        if rule not in known:
            errors.append(field_error(pointer=pointer, code="unknown_member"))
        elif outcome not in OUTCOMES:
            errors.append(field_error(pointer=pointer, code="invalid_value"))
    return errors


def _list_errors(name: str, items: Any, *, among: tuple[str, ...] = ()) -> list[FieldError]:
    if not isinstance(items, list):
        return [field_error(pointer=f"/{name}", code="invalid_type")]
    if len(items) > _MOST_LABELS:
        return [field_error(pointer=f"/{name}", code="too_many")]
    return [
        field_error(pointer=f"/{name}/{index}", code="invalid_value")
        for index, item in enumerate(items)
        if not isinstance(item, str)
        or not 0 < len(item) <= _LONGEST_LABEL
        or (among and item not in among)
    ]
