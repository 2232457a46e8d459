"""Text as terms: stems, identifiers whole and in parts, and n-grams of unspaced scripts."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice

from recall.services.letters import MARKS, compared
from recall.services.stems import DEFAULT, stem
from recall.services.stop_words import LATIN, stop_words

__all__ = ["LONGEST_TERM", "STOP_WORDS", "query_terms", "stem", "terms_of", "trigrams"]

LONGEST_TERM = 80
# More than the longest content has; what would lie beyond is not indexed.
MOST_TERMS = 50_000
STOP_WORDS = stop_words(DEFAULT)
# What people write together and search for whole: a path, a dotted name, a call, an error code.
_CHUNK = re.compile(rf"\w[\w{MARKS}./:\\#@+-]*[\w{MARKS}]|\w")
_PART = re.compile(rf"(?:[^\W_][{MARKS}]*)+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
# Chinese, kana and Hangul: a single character may be a word.
_WORDS = (
    "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
    "\u3040-\u30ff\uac00-\ud7af"
)
# Thai and Lao, Burmese, Khmer: letters.
_LETTERS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
_UNSPACED = re.compile(f"[{_LETTERS}{_WORDS}]+")
_SINGLE = re.compile(f"[{_WORDS}]")


def terms_of(text: str, *, language: str = DEFAULT) -> Counter[str]:
    """How often each term stands in a text, in a workspace of the language.

    Whole identifiers bear a leading `=`.
    """
    return Counter(_terms(text, language))


def query_terms(text: str, *, language: str = DEFAULT) -> list[str]:
    """The distinct terms of a question, in its order, without stop words where others remain.

    Stop words are those of the workspace's language, and of the language that the question is in.
    """
    terms = list(dict.fromkeys(_terms(text, language)))
    empty = _stop_words_of(terms, language)
    return [term for term in terms if term not in empty] or terms


def trigrams(term: str) -> set[str]:
    """The trigrams of a term, padded so that its beginning counts."""
    padded = f"  {term} "
    return {padded[start : start + 3] for start in range(len(padded) - 2)}


def _terms(text: str, language: str) -> Iterator[str]:
    for term in islice(_all_terms(compared(text), language), MOST_TERMS):
        yield term[:LONGEST_TERM]


def _all_terms(text: str, language: str) -> Iterator[str]:
    if not text.isascii():
        for run in _UNSPACED.findall(text):
            yield from (run[at : at + 2] for at in range(max(1, len(run) - 1)))
            if len(run) > 1:
                yield from _SINGLE.findall(run)
        text = _UNSPACED.sub(" ", text)
    for chunk in _CHUNK.findall(text):
        parts = [part for piece in _PART.findall(chunk) for part in _HUMP.split(piece) if part]
        yield from (stem(part.casefold(), language=language) for part in parts)
        if len(parts) > 1:
            yield "=" + chunk.casefold()


def _stop_words_of(terms: list[str], language: str) -> frozenset[str]:
    own = _stemmed(language, stop_words(language))
    spoken = {name: own.intersection(terms) for name, own in _others(language).items()}
    other = max(spoken, key=lambda name: len(spoken[name]))
    # One word may be anything: "die" is English too.
    if len(spoken[other]) > max(1, len(own.intersection(terms))):
        return own | spoken[other]
    return own


@cache
def _others(language: str) -> dict[str, frozenset[str]]:
    return {name: _stemmed(language, words) for name, words in LATIN.items()}


@cache
def _stemmed(language: str, words: frozenset[str]) -> frozenset[str]:
    return frozenset(stem(compared(word).casefold(), language=language) for word in words)
