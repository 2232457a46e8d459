"""Text as terms: stems, whole identifiers with their parts, and character pairs of unspaced scripts."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

import snowballstemmer

LONGEST_TERM = 80
MOST_TERMS = 4_000
# What people write together and search for whole: a path, a dotted name, a call, an error code.
_CHUNK = re.compile(r"[\w][\w./:\\#@+-]*[\w]|\w", re.UNICODE)
_PART = re.compile(r"[^\W_]+", re.UNICODE)
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_UNSPACED = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")
_STEMMER = snowballstemmer.stemmer("english")
STOP_WORDS = frozenset(
    word
    for line in (
        "a an the and or but if of to in on at by for with from as is are was were be been being am",
        "do does did have has had i you he she it we they me him her us them my your his its our",
        "their this that these those there here what which who whom when where why how not no so",
        "than then too very can could will would shall should may might must about into over up",
        "down out",
    )
    for word in line.split()
)


def terms_of(text: str) -> Counter[str]:
    """How often each term stands in a text. Whole identifiers bear a leading `=`."""
    return Counter(_terms(unicodedata.normalize("NFKC", text)))


def query_terms(text: str) -> list[str]:
    """The distinct terms of a question, in its order, without stop words where others remain."""
    terms = list(dict.fromkeys(_terms(unicodedata.normalize("NFKC", text))))
    telling = [term for term in terms if term not in _STEMMED_STOP_WORDS]
    return telling or terms


def trigrams(term: str) -> set[str]:
    """The trigrams of a term, padded so that its beginning counts."""
    padded = f"  {term} "
    return {padded[start : start + 3] for start in range(len(padded) - 2)}


def _terms(text: str) -> Iterator[str]:
    for index, term in enumerate(_all_terms(text)):
        if index >= MOST_TERMS:
            return
        yield term[:LONGEST_TERM]


def _all_terms(text: str) -> Iterator[str]:
    for run in _UNSPACED.findall(text):
        yield from (run[at : at + 2] for at in range(max(1, len(run) - 1)))
    for chunk in _CHUNK.findall(_UNSPACED.sub(" ", text)):
        parts = [part for piece in _PART.findall(chunk) for part in _HUMP.split(piece) if part]
        yield from (stem(part.casefold()) for part in parts)
        if len(parts) > 1:
            yield "=" + chunk.casefold()


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """The English stem of a word; words of other scripts stay as they are."""
    stemmed: str = _STEMMER.stemWord(word)
    return stemmed


_STEMMED_STOP_WORDS = frozenset(stem(word) for word in STOP_WORDS)
