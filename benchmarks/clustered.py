"""Vectors as sentence embedders make them: one common direction, topics in topics, and noise."""

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
DIMENSION = 384
# Fitted to what e5-small makes of chats: two random texts have a cosine of 0.80, a text and its
# nearest neighbour in 20,000 one of 0.95, a question and the tenth nearest text one of 0.85.
_TOPICS, _THEMES = 60, 2_000
_TOPIC, _THEME, _NOISE, _QUESTION = 0.27, 0.25, 0.36, 0.70
# Questions are embedded by another prefix than texts.
_PREFIX = 0.25
_AT_ONCE = 50_000


class World:
    """The same topics for all workspaces; texts and questions are drawn about them."""

    def __init__(self, *, seed: int = 0) -> None:
        self._random = np.random.default_rng(seed)
        # Most of the variance lies in few directions.
        self._spectrum = (1 / np.arange(1, DIMENSION + 1) ** 0.6).astype(np.float32)
        self._spectrum /= np.linalg.norm(self._spectrum)
        self._common = self._draw(1)[0]
        self._common /= np.linalg.norm(self._common)
        topics = _TOPIC * self._draw(_TOPICS)
        of_theme = self._random.integers(0, _TOPICS, _THEMES)
        self._themes = topics[of_theme] + _THEME * self._draw(_THEMES)
        self._question = _PREFIX * self._draw(1)[0]

    def texts(self, count: int) -> Vectors:
        """Unit vectors in half precision, as they are stored: shape (count, 384)."""
        parts = [self._near(min(_AT_ONCE, count - at), _NOISE) for at in range(0, count, _AT_ONCE)]
        return np.concatenate(parts).astype(np.float16).astype(np.float32)

    def questions(self, count: int) -> Vectors:
        """Questions lie off the texts: they are embedded by another prefix, and are short.

        In half precision too, as the database compares them.
        """
        unit = self._unit(self._near(count, _QUESTION) + self._question)
        return unit.astype(np.float16).astype(np.float32)

    def _near(self, count: int, noise: float) -> Vectors:
        # Few themes are spoken of often, most now and then.
        weights = 1 / np.arange(1, _THEMES + 1) ** 0.7
        theme = self._random.choice(_THEMES, count, p=weights / weights.sum())
        return self._unit(self._common + self._themes[theme] + noise * self._draw(count))

    def _draw(self, count: int) -> Vectors:
        drawn = self._random.standard_normal((count, DIMENSION), np.float32)
        return (drawn * self._spectrum).astype(np.float32)

    @staticmethod
    def _unit(vectors: Vectors) -> Vectors:
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
