"""Text as it is compared: the same words in other clothes are the same."""

import re
import unicodedata
from hashlib import sha256

_SPACE = re.compile(r"\s+")
_WORD = re.compile(r"\w+")
# Scripts written without spaces: each character counts as a word.
_UNSPACED = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")


def normal_form(text: str) -> str:
    """NFKC, case folded, white space collapsed, outer quotes and punctuation removed.

    Inner punctuation stays, since `x < 5` is not `x > 5`.
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    collapsed = _SPACE.sub(" ", folded).strip()
    return _trimmed(collapsed)


def text_sha256(text: str) -> str:
    """SHA-256 of the normal form, in hexadecimal."""
    return sha256(normal_form(text).encode()).hexdigest()


def word_count(text: str) -> int:
    """Words of a text; in scripts written without spaces, characters."""
    spaced = _UNSPACED.sub(" ", text)
    return len(_UNSPACED.findall(text)) + len(_WORD.findall(spaced))


def _trimmed(text: str) -> str:
    start, end = 0, len(text)
    while start < end and _is_clothing(text[start]):
        start += 1
    while end > start and _is_clothing(text[end - 1]):
        end -= 1
    return text[start:end]


def _is_clothing(character: str) -> bool:
    return character == " " or unicodedata.category(character).startswith("P")
