"""What the memory is compared with, in the same run and on the same texts."""

import logging
from collections.abc import Sequence
from functools import lru_cache

import bm25s
import numpy as np
import Stemmer

from recall.embedders.port import Embedder, Vectors
from recall.evaluation.ask import DEPTH
from recall.evaluation.benchmark import Conversation
from recall.evaluation.load import Progress
from recall.services.attributed import attributed

# It asks for its own debugging lines when it is imported.
logging.getLogger("bm25s").setLevel(logging.WARNING)

BM25, DENSE, FUSED = "bm25", "vectors", "fusion"
BASELINES = (BM25, DENSE, FUSED)
# Reciprocal rank fusion as published (Cormack et al. 2009), over so many of each ranking.
_RRF_K, _FUSED_DEPTH = 60, 100
_EMBEDDED_AT_ONCE = 64


class Baselines:
    """BM25, cosine, and their fusion with equal weights, over the texts of one conversation.

    BM25 is bm25s with its default parameters, English stop words and stemming; vectors are of the
    whole texts, compared exactly. None of them abstains.
    """

    def __init__(self, *, texts: Sequence[str], vectors: Vectors) -> None:
        self._stemmer = Stemmer.Stemmer("english")
        self._vectors = vectors
        self._terms = self._terms_of(texts)
        self._index = lru_cache(maxsize=1)(self._built)

    def rank(self, *, text: str, vector: Vectors, known: int) -> dict[str, list[int]]:
        """By baseline, the places of the best of the first `known` texts, best first."""
        words = [place for place, score in _best(self._bm25(text, known)) if score > 0]
        meaning = [place for place, _ in _best(self._vectors[:known] @ vector)]
        fused = np.zeros(known)
        for ranking in (words[:_FUSED_DEPTH], meaning[:_FUSED_DEPTH]):
            for rank, place in enumerate(ranking, start=1):
                fused[place] += 1 / (_RRF_K + rank)
        both = [place for place, score in _best(fused) if score > 0]
        return {BM25: words[:DEPTH], DENSE: meaning[:DEPTH], FUSED: both[:DEPTH]}

    def _bm25(self, text: str, known: int) -> np.ndarray:
        (terms,) = self._terms_of([text])
        index = self._index(known)
        if index is None or not terms:
            return np.zeros(known)
        return np.asarray(index.get_scores(terms))

    def _built(self, known: int) -> bm25s.BM25 | None:
        """The index of the first `known` texts; None where there is no word in them."""
        terms = self._terms[:known]
        if not any(terms):
            return None
        index = bm25s.BM25()
        index.index(terms, show_progress=False)
        return index

    def _terms_of(self, texts: Sequence[str]) -> list[list[str]]:
        if not texts:
            return []
        tokens = bm25s.tokenize(
            list(texts),
            stopwords="en",
            stemmer=self._stemmer,
            return_ids=False,
            show_progress=False,
        )
        return [list(each) for each in tokens]


def baselines_of(
    conversation: Conversation, *, embedder: Embedder, progress: Progress
) -> Baselines | None:
    """Those of the conversation's turns, each with its speaker's name; None where there is none."""
    texts = [attributed(turn.text, name=turn.speaker) for turn in conversation.turns]
    vectors: list[Vectors] = []
    for start in range(0, len(texts), _EMBEDDED_AT_ONCE):
        batch = texts[start : start + _EMBEDDED_AT_ONCE]
        vectors.extend(embedder.embed_passages(texts=batch))
        progress("embed", len(batch))
    return Baselines(texts=texts, vectors=np.stack(vectors)) if texts else None


def _best(scores: np.ndarray) -> list[tuple[int, float]]:
    """Places and scores, best first; of equals the earlier first."""
    order = np.argsort(-scores, kind="stable")
    return [(int(place), float(scores[place])) for place in order]
