"""One text of a foreign message: what it is and whose words, before it is named."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Said:
    """`suffix` tells a text from the other texts of its message; `answers` names a call's id."""

    kind: str
    role: str
    text: str
    name: str | None = None
    labels: tuple[str, ...] = ()
    suffix: str = ""
    answers: str | None = None
