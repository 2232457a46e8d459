"""JSON Pointers (RFC 6901) for answers: they say where, and repeat no content."""

import re

# A member name came from the caller and may be content: a sentence, or a key pasted in the wrong
# place. The contract refuses unknown members by name, so what reads as a word is named (short,
# plain, at most four digits, as tokens have more); anything else is answered with its parent.
_PLAIN = re.compile(r"(?!(?:\D*\d){5})[A-Za-z_][A-Za-z0-9_.-]{0,39}", re.ASCII)


def child(pointer: str, name: str | int) -> str:
    """The pointer of a member or item of what `pointer` points to.

    It is `pointer` itself where the name is no plain identifier. A plain one holds nothing that
    RFC 6901 would escape.
    """
    if isinstance(name, int) or _PLAIN.fullmatch(name):
        return f"{pointer}/{name}"
    return pointer
