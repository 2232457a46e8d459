"""Foreign text made fit for the ledger: bounded, storable, told apart when it is not."""

import hashlib
import json
from collections.abc import Mapping

from .records import MAX_CONTENT_BYTES

CONTINUES = 0b1000_0000  # the upper bits of a byte that continues a UTF-8 character
Facts = dict[str, str | int | bool | list[str]]


def trouble(text: str) -> str | None:
    """The reason why a text cannot be stored as content, or None."""
    if not text.strip():
        return "empty"
    if "\0" in text:
        return "nul"
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return "lone_surrogate"
    return None


def pieces(text: str, *, limit: int = MAX_CONTENT_BYTES) -> list[str]:
    """The text in order, each piece at most `limit` bytes of UTF-8 and no character cut in two.

    A piece is never only white space, which the ledger would refuse as empty.
    """
    data = text.encode("utf-8")
    found = []
    while len(data) > limit:
        cut = limit
        while data[cut] & 0b1100_0000 == CONTINUES:  # inside a character: back to its start
            cut -= 1
        found.append(data[:cut].decode("utf-8"))
        data = data[cut:]
    found.append(data.decode("utf-8"))
    return [piece for piece in found if piece.strip()]


def fingerprint(text: str, *, length: int = 20) -> str:
    """A short stable name for a text of any shape."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:length]


def identifier(value: object, *, limit: int = 100) -> str | None:
    """A foreign id as it stands when short and printable, else its hash; None without one."""
    if not isinstance(value, str) or not value:
        return None
    if len(value) <= limit and value.isascii() and value.isprintable():
        return value
    return "sha256-" + fingerprint(value, length=40)


def label(value: object, *, limit: int) -> str | None:
    """A name or title, cut to `limit` characters; None when it cannot be stored."""
    if not isinstance(value, str) or trouble(value):
        return None
    return value.strip()[:limit]


def facts(values: Mapping[str, object]) -> Facts:
    """Metadata: what is known, each text at most 300 characters, at most 7,900 bytes in all."""
    kept: Facts = {}
    room = 7_900
    for name, value in values.items():
        word = _fact(value)
        if word is None or word == []:
            continue
        size = len(json.dumps({name: word}, ensure_ascii=False).encode("utf-8")) + 1
        if size <= room:
            kept[name] = word
            room -= size
    return kept


def _fact(value: object) -> str | int | bool | list[str] | None:
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2**53 else str(value)[:300]
    if isinstance(value, list | tuple):
        return [word for item in value[:32] if (word := label(item, limit=200))]
    return label(value, limit=300)


def compact(value: object) -> str:
    """A foreign value as text: itself when it is text, else its JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
