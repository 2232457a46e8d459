"""When two labels are the same to a rule: as people read them, not as they are written."""

from collections.abc import Iterable

from provenance.services.screening.text import folded, joined

RESTRICTED = "restricted"


def label_form(label: str) -> str:
    """The label as rules compare it: compatibility forms (NFKC) and case made alike, without
    invisible characters or white space around it, runs of white space as one space."""
    return " ".join(folded(joined([label])).split())


def is_restricted(labels: Iterable[str]) -> bool:
    """True where one of the labels asks for the restricted lane."""
    return any(label_form(label) == RESTRICTED for label in labels)
