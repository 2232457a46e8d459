"""Made-up conversation: words as rare and as common as in speech, meanings in clusters."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

_ONSETS = [
    "b",
    "br",
    "c",
    "d",
    "dr",
    "f",
    "g",
    "gl",
    "h",
    "j",
    "k",
    "l",
    "m",
    "n",
    "p",
    "pr",
    "r",
    "s",
    "st",
    "t",
    "tr",
    "v",
    "w",
    "z",
]
_VOWELS = ["a", "e", "i", "o", "u", "ai", "ea", "oo"]
_SHORTEST, _LONGEST = 5, 25
# Zipf's exponent in spoken English, and how many meanings a workspace talks of.
_EXPONENT = 1.07
_MEANINGS = 500
_SPREAD = 0.6
# So many texts are drawn together.
BATCH = 5_000
# What random numbers are drawn for: each has a stream of its own.
_TEXTS, _VECTORS, _QUESTIONS = 1, 2, 3


class Talk:
    """A source of texts and vectors: the same ones for the same number.

    `words` distinct words, of which the n-th is as frequent as 1 / n^1.07; a text has 5–25.
    Vectors are L2-normalised, each near one of 500 meanings: shape (n, dimension), float32.
    """

    def __init__(self, *, words: int, dimension: int) -> None:
        self.dimension = dimension
        self._syllables = [onset + vowel for onset in _ONSETS for vowel in _VOWELS]
        self._count = words

    def texts(self, count: int, *, number: int) -> list[str]:
        """The first texts of a number, of which there are BATCH."""
        random = np.random.default_rng((_TEXTS, number))
        lengths = random.integers(_SHORTEST, _LONGEST + 1, BATCH)
        drawn = random.choice(self._count, size=int(lengths.sum()), p=self._chances)
        words = [self.word(number) for number in drawn.tolist()]
        ends = lengths.cumsum().tolist()
        return [
            " ".join(words[end - length : end])
            for length, end in zip(lengths[:count].tolist(), ends[:count], strict=True)
        ]

    def vectors(self, count: int, *, number: int) -> NDArray[np.float32]:
        """So many vectors."""
        random = np.random.default_rng((_VECTORS, number))
        near = self._meanings[random.integers(0, _MEANINGS, count)]
        noise = random.standard_normal((count, self.dimension), dtype=np.float32)
        return _normalised(near + _SPREAD * noise / np.sqrt(np.float32(self.dimension)))

    def questions(self, count: int, *, number: int) -> list[str]:
        """What somebody asks who half remembers the first texts of a number: a third of their words."""
        random = np.random.default_rng((_QUESTIONS, number))
        asked = []
        for text in self.texts(count, number=number):
            words = text.split()
            places = random.permutation(len(words))[: max(3, len(words) // 3)]
            asked.append(" ".join(words[place] for place in places.tolist()))
        return asked

    def word(self, number: int) -> str:
        """The word of this rank: a spelling of its own for each number."""
        base, parts = len(self._syllables), []
        number += base
        while number:
            number, place = divmod(number, base)
            parts.append(self._syllables[place])
        return "".join(parts)

    @cached_property
    def _chances(self) -> NDArray[np.float64]:
        chances = np.arange(1, self._count + 1, dtype=np.float64) ** -_EXPONENT
        return chances / chances.sum()

    @cached_property
    def _meanings(self) -> NDArray[np.float32]:
        random = np.random.default_rng(_MEANINGS)
        drawn = random.standard_normal((_MEANINGS, self.dimension), dtype=np.float32)
        return _normalised(drawn)


def _normalised(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)
