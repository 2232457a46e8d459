"""Words by their stems: each in the language of its letters."""

import threading
from functools import lru_cache
from typing import Any

import snowballstemmer

SIMPLE = "simple"
DEFAULT = "english"
# Letters that only some languages write: from, to, the stemmer by which such words are cut, and
# the languages of a workspace that come before it.
_LETTERS = (
    ("\u0370", "\u03ff", "greek", ()),
    ("\u0400", "\u052f", "russian", ("serbian",)),
    ("\u0530", "\u058f", "armenian", ()),
    ("\u0590", "\u05ff", SIMPLE, ("yiddish",)),
    ("\u0600", "\u077f", "arabic", ("persian",)),
    ("\u0900", "\u097f", "hindi", ("nepali",)),
    ("\u0b80", "\u0bff", "tamil", ()),
)
_OF_OTHER_LETTERS = {name for row in _LETTERS for name in (row[2], *row[3])} - {"serbian"}
# A stemmer works on a word that it holds, so each thread has its own.
_own = threading.local()


@lru_cache(maxsize=200_000)
def stem(word: str, *, language: str = DEFAULT) -> str:
    """The stem of a word in lower case, in a workspace of the language.

    Words in letters that the language does not have are cut by the language that has them. In a
    workspace of the language `simple` every word stays as it is.
    """
    if language == SIMPLE:
        return word
    language = _language_of(word, among=language)
    if language == SIMPLE:
        return word
    stemmed: str = _stemmer(language).stemWord(word)
    return stemmed


def _language_of(word: str, *, among: str) -> str:
    for first, last, usual, others in _LETTERS:
        if first <= word[0] <= last:
            return among if among in others else usual
    return DEFAULT if among in _OF_OTHER_LETTERS else among


def _stemmer(language: str) -> Any:
    stemmers = _own.__dict__
    if language not in stemmers:
        stemmers[language] = snowballstemmer.stemmer(language)
    return stemmers[language]
