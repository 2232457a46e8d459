"""What a request says, as detectors read it: every string at every depth, and its other guises."""

import base64
import binascii
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

# NUL is refused at every door, so nothing can be recognised across two members.
_APART = "\n\0\n"
# Zero-width and direction marks, soft hyphens, and the tag characters that hide whole sentences.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\U000e0000-\U000e007f]"
)
_TAGGED = re.compile("[\U000e0020-\U000e007e]{8,}")
_BASE64 = re.compile(r"(?<![0-9A-Za-z+/_-])[0-9A-Za-z+/]{22,20000}={0,2}(?![0-9A-Za-z+/=_-])")
_SPACES = re.compile(r"\s{2,}")
_MOST_BLOBS, _SHORTEST_BLOB = 200, 24
# A digit or a sign within a word, or before it.
_LEET = re.compile(
    r"[013457@$!](?=[a-z])(?:(?<=[a-z].)|(?<=[a-z]\d.)|(?<![0-9a-z].)(?=[a-z]{2}))", re.DOTALL
)
# So much of the text around such a word is read with it: no sentence that is looked for is longer.
_AROUND = 400
_LETTERS = str.maketrans("013457@$!", "oieastasi")
_PRINTABLE = 0.95


def joined(texts: Iterable[str]) -> str:
    """The texts as one, kept apart from each other, without invisible characters."""
    whole = _APART.join(texts)
    return whole if whole.isascii() else _INVISIBLE.sub("", whole)


def strings_of(value: Any) -> Iterator[str]:
    """Every string in a value of dataclasses, mappings and sequences; numbers as their digits.

    A member of an open object comes as `name: value` too: the name may say what the value is.
    """
    if isinstance(value, str):
        yield value
    elif isinstance(value, bool) or value is None or isinstance(value, UUID | datetime):
        return
    elif isinstance(value, int | float):
        yield str(value)
    elif is_dataclass(value):
        for one in fields(value):
            yield from strings_of(getattr(value, one.name))
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield f"{name}: {inner}" if isinstance(inner, str) else str(name)
            if not isinstance(inner, str):
                yield from strings_of(inner)
    else:
        for inner in value:
            yield from strings_of(inner)


def folded(text: str) -> str:
    """The text as instructions are looked for: compatibility forms and case made alike."""
    ascii_only = text.isascii()
    alike = text.lower() if ascii_only else unicodedata.normalize("NFKC", text).casefold()
    return _SPACES.sub(lambda run: "\n" if "\n" in run[0] else " ", alike)


def unleeted(text: str) -> str:
    """The parts of a folded text in which words are written with digits or signs, these read as
    the letters that they look like; nothing where there are none."""
    parts: list[str] = []
    place = last = 0
    while found := _LEET.search(text, place):
        start, last = max(last, found.start() - _AROUND), found.end() + _AROUND
        parts.append(text[start:last])
        place = last - _AROUND // 2
    # A one is an i as often as an l; of what is looked for, only "all" has it as an l.
    return "".join(parts).translate(_LETTERS).replace("aii", "all")


def decoded(texts: Iterable[str]) -> str:
    """What is written in tag characters and in base64, where that decodes to words; folded."""
    return folded(unwrapped(texts))


def unwrapped(texts: Iterable[str]) -> str:
    """The same as it is written there."""
    found: list[str] = []
    for text in texts:
        # Looking for the greatest character first is many times faster.
        if not text.isascii() and max(text) >= "\U000e0020":
            found += [
                "".join(chr(ord(one) - 0xE0000) for one in tag) for tag in _TAGGED.findall(text)
            ]
        # Most words are too short to be looked at more closely.
        long = [word for word in text.split() if len(word) >= _SHORTEST_BLOB]
        for blob in _BASE64.findall("\n".join(long))[:_MOST_BLOBS]:
            found += _words(blob)
    return "\n".join(found)


def _words(blob: str) -> list[str]:
    try:
        text = base64.b64decode(blob + "=" * (-len(blob) % 4), validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return []
    printable = sum(one.isprintable() or one.isspace() for one in text)
    return [text] if printable >= _PRINTABLE * len(text) else []
