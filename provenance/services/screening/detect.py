"""Recognises secrets, personal data and instructions to agents. No database, no network."""

from collections.abc import Collection, Iterable, Iterator

from provenance.services.screening.guises import guises_of
from provenance.services.screening.rules import rule_set
from provenance.services.screening.text import decoded, folded, joined, unleeted

SECRET, PERSONAL, INSTRUCTION = "secret", "personal", "instruction"


def secrets_in(text: str) -> Iterator[str]:
    """The rules that find a secret in a `joined` text in any guise, each once, as
    `secret.github`."""
    found: set[str] = set()
    # The one letter that becomes two in lower case, where places would no longer agree.
    for reading in guises_of(text.replace("İ", "I")):
        lowered = reading.lower()
        for rule in rule_set("secrets").rules:
            if rule.code not in found and rule.fits(reading, lowered=lowered):
                found.add(rule.code)
                yield f"{SECRET}.{rule.code}"


def personal_in(text: str, *, codes: Collection[str]) -> list[str]:
    """Which of these rules of personal data find something, as `personal.email`."""
    found = dict.fromkeys(
        f"{PERSONAL}.{rule.code}"
        for rule in rule_set("personal").rules
        if f"{PERSONAL}.{rule.code}" in codes and rule.fits(text, lowered=text)
    )
    return list(found)


def instructions_in(texts: Iterable[str], *, speech: bool) -> str | None:
    """The weightiest rule of texts that are instruction-like, as `instruction.override`; or None.

    `speech`: a person was heard saying it by a trusted host. Rules that only make sense of
    documents and tools are left out then.
    """
    parts = list(texts)
    text = folded(joined(parts))
    hidden, spelt = decoded(parts), unleeted(text)
    rules = rule_set("instructions")
    total, heaviest, code = 0, 0, ""
    for rule in rules.rules:
        if speech and not rule.speech:
            continue
        readings = (hidden,) if rule.decoded else (text, spelt) if rule.leet else (text,)
        if any(one and rule.fits(one, lowered=one) for one in readings):
            total += rule.weight
            if rule.weight > heaviest:
                heaviest, code = rule.weight, rule.code
    return f"{INSTRUCTION}.{code}" if total >= rules.threshold else None
