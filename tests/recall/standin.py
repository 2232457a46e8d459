"""Embedders that differ in everything, so that what is mixed fails: `old`, `new` and `third`."""

import zlib
from collections.abc import Sequence

import numpy as np

from recall.embedders.errors import EmbedderUnavailable
from recall.embedders.port import Vectors

DIMENSIONS = {"old": 24, "new": 32, "third": 40}
# Those that are here and answer nothing, as an endpoint does that is down.
MUTE: set[str] = set()
ASKED: list[str] = []


class StandIn:
    """Words hashed into as many places as the name says; notes what it embedded."""

    revision, lexical = "1", False

    def __init__(self, name: str) -> None:
        self.name, self.dimension = name, DIMENSIONS[name]
        self.texts: list[str] = []

    def embed_passages(self, *, texts: Sequence[str]) -> Vectors:
        self._answer()
        self.texts += texts
        return np.array([self._vector(text) for text in texts], np.float32)

    def embed_query(self, *, text: str) -> Vectors:
        self._answer()
        return self._vector(text)

    def _answer(self) -> None:
        ASKED.append(self.name)
        if self.name in MUTE:
            raise EmbedderUnavailable(f"{self.name} does not answer")

    def _vector(self, text: str) -> Vectors:
        vector = np.full(self.dimension, 0.01, np.float32)
        for word in text.lower().replace(".", "").split():
            vector[zlib.crc32((self.name + word).encode()) % self.dimension] += 1
        return vector / np.float32(np.linalg.norm(vector))


def load(name: str) -> StandIn:
    """In the place of `recall.embedders.current._load`."""
    if name not in DIMENSIONS:
        raise EmbedderUnavailable(f"{name} is gone")
    return StandIn(name)
