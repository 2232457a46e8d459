"""JSON Pointers (RFC 6901) for answers: they say where, and repeat no content."""

import re
from collections.abc import Iterable
from itertools import takewhile

from provenance.services.screening.detect import instructions_in, personal_in, secrets_in
from provenance.services.screening.rules import rule_set

# A member name came from the caller and may be content: a sentence, or a key pasted in the wrong
# place. The contract refuses unknown members by name, so what reads as an identifier made of words
# is named: short, at most four digits and those at the end of a word, capitals where a word begins
# or throughout. Random characters of any alphabet hardly ever do.
_LONGEST = 40
_WORD = r"(?:[A-Za-z][a-z]*(?:[A-Z][a-z]+)*|[A-Z]+)\d{0,4}"
_NAME = re.compile(rf"(?!(?:\D*\d){{5}})_*{_WORD}(?:[_.-]+{_WORD})*", re.ASCII)
_PARTED = re.compile(r"[_.-]+|(?<=[a-z])(?=[A-Z])")

Token = str | int


def pointer_to(path: Iterable[Token]) -> str:
    """The pointer of what stands at the end of the path of names and indices.

    It stops at the last parent before a name that may not be repeated. A name that may be holds
    nothing that RFC 6901 would escape.
    """
    return "".join(f"/{token}" for token in takewhile(_is_harmless, path))


def may_be_named(name: str) -> bool:
    """True for a name that is plain, and in which no detector finds anything under any policy."""
    if len(name) > _LONGEST or not _NAME.fullmatch(name):
        return False
    readings = (name, _PARTED.sub(" ", name))
    personal = [f"personal.{code}" for code in rule_set("personal").codes]
    return not any(
        next(secrets_in(text), None)
        or personal_in(text, codes=personal)
        or instructions_in([text], speech=False)
        for text in readings
    )


def _is_harmless(token: Token) -> bool:
    return isinstance(token, int) or may_be_named(token)
