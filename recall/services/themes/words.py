"""The words of a text as people write them, by the terms that they are compared by."""

import re
from collections import Counter
from functools import cache

from recall.services.letters import MARKS, compared
from recall.services.stems import stem
from recall.services.stop_words import stop_words

_WORD = re.compile(rf"(?:[^\W\d_][{MARKS}]*)+")
# Chinese, kana and Thai are written without spaces: two characters stand for a word.
_UNSPACED = re.compile("[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\u0e00-\u0eff]+")
_FEWEST_LETTERS = 3
_LONGEST = 40


def words_of(text: str, *, language: str) -> Counter[tuple[str, str]]:
    """How often each (term, word) stands in a text: the stem, and the word in lower case.

    Without numbers, the very short, and words that only build sentences, of the language and of
    English.
    """
    text = compared(text)
    found: Counter[tuple[str, str]] = Counter()
    if not text.isascii():
        for run in _UNSPACED.findall(text):
            pairs = [run[at : at + 2] for at in range(len(run) - 1)]
            found.update((pair, pair) for pair in pairs)
        text = _UNSPACED.sub(" ", text)
    empty = _empty(language)
    for word in map(str.casefold, _WORD.findall(text)):
        if _FEWEST_LETTERS <= len(word) <= _LONGEST and word not in empty:
            found[stem(word, language=language), word] += 1
    return found


@cache
def _empty(language: str) -> frozenset[str]:
    words = {*stop_words(language), *stop_words("english")}
    return frozenset(compared(word).casefold() for word in words)
