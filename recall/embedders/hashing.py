"""A stand-in for tests and for machines without a model: likeness of words, not of meaning."""

import re
import unicodedata
import zlib
from collections.abc import Iterator, Sequence

import numpy as np

from recall.embedders.port import Vectors

WORD = re.compile(r"\w+")
GRAM = 3
WORD_WEIGHT = 1.0
GRAM_WEIGHT = 0.3


class Hashing:
    """Hashes words and their letter triples into 384 places. Deterministic on every machine."""

    name = "hashing"
    revision = "1"
    dimension = 384
    lexical = True

    def embed_passages(self, *, texts: Sequence[str]) -> Vectors:
        """Embed each text by its words."""
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            vectors[row] = self.embed_query(text=text)
        return vectors

    def embed_query(self, *, text: str) -> Vectors:
        """Embed by words; a text without any gets one fixed vector, since zero has no direction."""
        vector = np.zeros(self.dimension, np.float32)
        for feature, weight in _features(text):
            number = zlib.crc32(feature.encode("utf-8", "replace"))
            vector[(number >> 1) % self.dimension] += weight if number & 1 else -weight
        length = float(np.linalg.norm(vector))
        if not length:
            vector[0] = length = 1.0
        unit: Vectors = vector / np.float32(length)
        return unit


def _features(text: str) -> Iterator[tuple[str, float]]:
    for word in WORD.findall(unicodedata.normalize("NFKC", text).casefold()):
        yield word, WORD_WEIGHT
        framed = f"<{word}>"
        for start in range(len(framed) - GRAM + 1):
            yield "gram " + framed[start : start + GRAM], GRAM_WEIGHT
