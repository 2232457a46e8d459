"""What the memory asks of any embedder."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Turns text into unit vectors. Safe to share between threads, not across a fork.

    Vectors of two embedders may be compared only where `name`, `revision` and `dimension` agree.
    Prefixes that a model wants (e5's `passage: ` and `query: `) are added inside.
    """

    @property
    def name(self) -> str:
        """The setting's word for it: `e5-small`, `e5-small-q4`, `endpoint`, `hashing`."""
        ...

    @property
    def revision(self) -> str:
        """Weights and recipe: changes whenever the same text would give another vector."""
        ...

    @property
    def dimension(self) -> int:
        """Length of each vector."""
        ...

    @property
    def lexical(self) -> bool:
        """True where likeness means shared words only, so that nobody mistakes it for meaning."""
        ...

    def embed_passages(self, *, texts: Sequence[str]) -> Vectors:
        """Embed what is remembered: float32, L2-normalised, shape (len(texts), dimension).

        A text's vector does not depend on the other texts of the call.
        Raises EmbedderUnavailable.
        """
        ...

    def embed_query(self, *, text: str) -> Vectors:
        """Embed what is asked: float32, L2-normalised, shape (dimension,).

        Raises EmbedderUnavailable.
        """
        ...
