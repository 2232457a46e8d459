"""What two sets of rules make of the same thing otherwise, in words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from provenance.services.screening.labels import label_form
from provenance.services.screening.policy import (
    BUILT_IN,
    Policy,
    accepted_policy,
    known_rules,
)

FORBIDDEN, ALLOWED = "forbidden", "allowed"


@dataclass(frozen=True, kw_only=True)
class Difference:
    """One thing, and what becomes of it before and after. `what`: a family, a rule, or a label or
    kind by name."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, kw_only=True)
class RuleLine:
    """A family of rules and what comes of it; `own` are its rules that go another way."""

    family: str
    outcome: str
    built_in: bool
    own: tuple[tuple[str, str], ...]


def lines_of(rules: Mapping[str, Any]) -> list[RuleLine]:
    """The families in their order, as these rules (of a stored version) treat them."""
    policy = accepted_policy(rules)
    return [
        RuleLine(
            family=family,
            outcome=_family(policy, family),
            built_in=family not in policy.outcomes,
            own=tuple(
                (rule, policy.outcome_of(rule))
                for rule in _rules_of(family)
                if policy.outcome_of(rule) != _family(policy, family)
            ),
        )
        for family in BUILT_IN
    ]


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Difference]:
    """What changes from one set of rules to another: families, then rules that do not simply go
    with their family, labels and kinds. Empty where both come to the same."""
    was, becomes = accepted_policy(before), accepted_policy(after)
    found = []
    for family in BUILT_IN:
        pair = (_family(was, family), _family(becomes, family))
        if pair[0] != pair[1]:
            found.append(Difference(what=family, before=pair[0], after=pair[1]))
        for rule in _rules_of(family):
            own = (was.outcome_of(rule), becomes.outcome_of(rule))
            stays = own[0] == own[1] and pair[0] == pair[1]
            if own != pair and not stays:
                found.append(Difference(what=rule, before=own[0], after=own[1]))
    found += _listed("label", before.get("forbidden_labels", ()), after.get("forbidden_labels", ()))
    found += _listed("kind", before.get("forbidden_kinds", ()), after.get("forbidden_kinds", ()))
    return found


def _listed(noun: str, before: Iterable[str], after: Iterable[str]) -> list[Difference]:
    was = {label_form(one): one for one in before}
    becomes = {label_form(one): one for one in after}
    found = [
        Difference(what=f"{noun} “{becomes[one]}”", before=ALLOWED, after=FORBIDDEN)
        for one in sorted(becomes.keys() - was.keys())
    ]
    found += [
        Difference(what=f"{noun} “{was[one]}”", before=FORBIDDEN, after=ALLOWED)
        for one in sorted(was.keys() - becomes.keys())
    ]
    return found


def _family(policy: Policy, family: str) -> str:
    return policy.outcomes.get(family) or BUILT_IN[family]


def _rules_of(family: str) -> list[str]:
    return [rule for rule in known_rules() if rule.startswith(family + ".")]
