"""Cuts a long text where it may be cut, so that each piece fits into one vector."""

import re

from recall.services.attributed import attributed

# Some 230 tokens of English: well within what the models read, and short enough to be about
# one thing. Chinese, Japanese and Korean say as much in half the characters.
LONGEST = 1_000
MOST_PIECES = 64
_WIDE = re.compile(
    r"[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef]+"
)
# Where a cut is least felt comes first.
_BORDERS = (
    re.compile(r"\n\s*\n"),
    re.compile(r"\n"),
    re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])"),
    re.compile(r"\s+"),
)


def pieces_of(text: str, *, name: str | None) -> list[str]:
    """The text as it is embedded: whole, or in at most MOST_PIECES pieces, in their order.

    Each begins with the speaker's name. The same text is always cut the same.
    """
    longest = LONGEST
    while len(cut := _cut(text, longest=longest)) > MOST_PIECES:
        longest = longest * 5 // 4
    return [attributed(piece, name=name) for piece in cut]


def _cut(text: str, *, longest: int) -> list[str]:
    """Pieces of about the same length, none of them a mere remainder."""
    pieces, rest = [], text
    while (width := _width(rest)) > longest:
        share = len(rest) // -(-width // longest)
        at = _border(rest, least=share // 2, most=share)
        piece, rest = rest[:at].strip(), rest[at:].strip()
        pieces += [piece] if piece else []
    return [*pieces, rest] if rest or not pieces else pieces


def _border(text: str, *, least: int, most: int) -> int:
    """The last of the best borders between the two places; `most` where there is none."""
    for border in _BORDERS:
        ends = [found.end() for found in border.finditer(text, least, most)]
        if ends:
            return ends[-1]
    return most


def _width(text: str) -> int:
    return len(text) if text.isascii() else 2 * len(text) - len(_WIDE.sub("", text))
