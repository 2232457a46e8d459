"""The detectors' rules: read from `provenance/policy/`, compiled once."""

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.module_loading import import_string

import provenance
from provenance.services.screening.secretlike import is_chosen, is_given, is_secretlike

FOLDER = Path(provenance.__file__).parent / "policy"


# A rule is tried from so many characters before a trigger to so many behind it: no pattern spans more.
# A rule whose pattern spans much less says so: where a trigger is frequent, that is what it costs.
# Triggers within `before` of each other share a window, so `behind` is that much longer than needed.
_BEFORE, _BEHIND = 250, 900
_FEWEST_DIFFERENT = 6
Find = Callable[[str, int, int], Iterator[str]]


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One way to recognise something. `find` yields what was found, which never leaves us."""

    code: str
    triggers: tuple[str, ...]
    find: Find
    weight: int = 0
    speech: bool = True
    decoded: bool = False
    leet: bool = False
    before: int = _BEFORE
    behind: int = _BEHIND
    # The pattern begins with a trigger; `lowered` is then as long as the text.
    anchored: bool = False

    def fits(self, text: str, *, lowered: str) -> bool:
        """True where the rule finds something. `lowered` is the text in lower case.

        Most texts hold none of a rule's triggers, and no pattern is run on them.
        """
        return any(
            True for start, end in self._windows(text, lowered) for _ in self.find(text, start, end)
        )

    def _windows(self, text: str, lowered: str) -> list[tuple[int, int]]:
        if not self.triggers:
            return [(0, len(text))]
        if self.anchored:
            places = [place for one in self.triggers for place in _places(one, lowered, step=1)]
            return [(place, place + self.behind) for place in places]
        places = sorted(
            place for one in self.triggers for place in _places(one, lowered, step=self.before)
        )
        if places and len(text) != len(lowered):
            # A few letters become two in lower case, and places no longer agree.
            return [(0, len(text))]
        windows: list[tuple[int, int]] = []
        for place in places:
            start, end = max(0, place - self.before), min(len(text), place + self.behind)
            if windows and start <= windows[-1][1]:
                windows[-1] = (windows[-1][0], end)
            else:
                windows.append((start, end))
        return windows


def _places(trigger: str, lowered: str, *, step: int) -> Iterator[int]:
    place = lowered.find(trigger)
    while place >= 0:
        yield place
        # What follows at once is within the same window.
        place = lowered.find(trigger, place + step)


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """The rules of one file."""

    rules: tuple[Rule, ...]
    threshold: int = 0

    @property
    def codes(self) -> tuple[str, ...]:
        """Each code once, in the order of the file."""
        return tuple(dict.fromkeys(rule.code for rule in self.rules))


@dataclass(frozen=True, kw_only=True)
class Placeholders:
    """What stands where a secret would: `templates` anywhere in a value, `words` as all of it."""

    templates: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()

    def hold(self, value: str) -> bool:
        """True for a value that is none."""
        lowered = value.lower()
        bare = lowered.rstrip("0123456789!")
        return bare in self.words or any(one in lowered for one in self.templates)


@cache
def rule_set(name: str) -> RuleSet:
    """The rules of `secrets`, `personal` or `instructions`."""
    data = tomllib.loads((FOLDER / f"{name}.toml").read_text())
    placeholders = Placeholders(
        templates=tuple(data.get("templates", ())), words=frozenset(data.get("words", ()))
    )
    # In instructions, white space of any kind may stand between two words.
    loose = name == "instructions"
    rules = tuple(_rule(one, placeholders=placeholders, loose=loose) for one in data["rule"])
    return RuleSet(rules=rules, threshold=data.get("threshold", 0))


def _rule(data: dict[str, Any], *, placeholders: Placeholders, loose: bool) -> Rule:
    if "plugin" in data:
        find = _by_plugin(data["plugin"])
    else:
        pattern = data["pattern"].replace(" ", r"\s") if loose else data["pattern"]
        find = _by_pattern(
            re.compile(pattern),
            placeholders=placeholders,
            mixed=data.get("mixed", False),
            check=_CHECKS[data.get("check", "")],
            anchored=data.get("anchored", False),
        )
    return Rule(
        code=data["code"],
        triggers=tuple(data["triggers"]),
        find=find,
        weight=data.get("weight", 0),
        speech=data.get("speech", True),
        decoded=data.get("decoded", False),
        leet=data.get("leet", False),
        before=data.get("before", _BEFORE),
        behind=data.get("behind", _BEHIND),
        anchored=data.get("anchored", False),
    )


def _by_plugin(name: str) -> Find:
    """A detector of the library. Only its patterns are asked: it would verify over the network."""
    plugin = import_string(f"detect_secrets.plugins.{name}")()

    def find(text: str, start: int, end: int) -> Iterator[str]:
        yield from plugin.analyze_string(text[start:end])

    return find


def _by_pattern(
    pattern: re.Pattern[str],
    *,
    placeholders: Placeholders,
    mixed: bool,
    check: Callable[[str], bool],
    anchored: bool,
) -> Find:
    has_value = "value" in pattern.groupindex

    def find(text: str, start: int, end: int) -> Iterator[str]:
        here = pattern.match(text, start, end) if anchored else None
        matches = (here,) if here else () if anchored else pattern.finditer(text, start, end)
        for match in matches:
            value = match["value"] if has_value else match[0]
            if (mixed and not _is_mixed(value)) or not check(value):
                continue
            if not has_value or not placeholders.hold(value):
                yield value

    return find


def _is_mixed(value: str) -> bool:
    """True for what no word looks like: letters, at least two digits, and many different ones."""
    digits = sum(character.isdigit() for character in value)
    letters = any(character.isalpha() for character in value)
    return digits > 1 and letters and len(set(value)) >= _FEWEST_DIFFERENT


def _luhn(value: str) -> bool:
    digits = [int(character) for character in value if character.isdigit()]
    doubled = [2 * digit - 9 * (digit > 4) for digit in digits[-2::-2]]  # noqa: PLR2004 - Luhn's
    return len(digits) >= 13 and (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0  # noqa: PLR2004


def _iban(value: str) -> bool:
    plain = value.replace(" ", "")
    number = "".join(str(int(character, 36)) for character in plain[4:] + plain[:4])
    return int(number) % 97 == 1


_CHECKS: dict[str, Callable[[str], bool]] = {
    "": lambda _: True,
    "luhn": _luhn,
    "iban": _iban,
    "secretlike": is_secretlike,
    "chosen": is_chosen,
    "given": is_given,
}
