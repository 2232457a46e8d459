"""The guises in which a secret is looked for: as it is written, in compatibility forms, with words
that a line break parts made whole, and out of base64."""

import unicodedata
from collections.abc import Iterator

from provenance.services.screening.text import joined, unwrapped

# Shorter than any secret of known shape.
_SHORTEST = 16
_MEMBER = "\0"


def guises_of(text: str) -> Iterator[str]:
    """The readings of a `joined` text, the text itself first; no member reaches into another."""
    yield text
    alike = text
    if not unicodedata.is_normalized("NFKC", text):
        # Both count: a sign may become a letter that would then belong to a word.
        alike = joined([unicodedata.normalize("NFKC", text)])
        yield _changed(text)
    whole = mended(alike)
    if whole:
        yield whole
    hidden = joined([unwrapped([alike, whole])])
    if hidden:
        yield hidden


def _changed(text: str) -> str:
    """The lines whose compatibility form is another, in that form, each with the one behind it."""
    kept: list[str] = []
    before = False
    for line in text.split("\n"):
        changes = not unicodedata.is_normalized("NFKC", line)
        kept.append(unicodedata.normalize("NFKC", line) if changes or before else _MEMBER)
        before = changes
    return joined(["\n".join(kept)])


def mended(text: str) -> str:
    """Words with a digit that single line breaks part, made whole, one in each line; nothing where
    there are none. What stands alone in a line is part of the word before and behind it."""
    if "\n" not in text:
        return ""
    found: list[str] = []
    run, pieces = "", 0
    for line in text.split("\n"):
        first, _, rest = line.strip().rstrip("\\").partition(" ")
        if first and first != _MEMBER and not rest:
            run, pieces = run + first, pieces + 1
            continue
        if first != _MEMBER and first:
            run, pieces = run + first, pieces + 1
        _keep(run, pieces, found)
        last = rest.rpartition(" ")[2]
        run, pieces = last, 1 if last else 0
    _keep(run, pieces, found)
    return "\n".join(found)


def _keep(run: str, pieces: int, found: list[str]) -> None:
    if pieces > 1 and len(run) >= _SHORTEST and any(map(str.isdigit, run)):
        found.append(run)
