"""Evidence made by hand: plain candidates, and what a test wants to be otherwise."""

import numpy as np

from recall.services.ranking.evidence import UNRANKED, Evidence


def evidence(count: int, **columns) -> Evidence:
    """`count` candidates of which nothing is known, each in a session of its own."""
    nothing = np.zeros(count)
    plain = {
        "bm25": nothing,
        "matched": nothing,
        "cosine": np.full(count, 0.8),
        "mean_cosine": np.full(count, 0.8),
        "word_rank": np.full(count, UNRANKED),
        "meaning_rank": np.full(count, UNRANKED),
        "before_bm25": np.zeros((count, 2)),
        "after_bm25": np.zeros((count, 2)),
        "before_cosine": np.full(count, 0.8),
        "after_cosine": np.full(count, 0.8),
        "session": np.arange(count),
        "person": nothing,
        "speaker_named": nothing,
        "other_named": nothing,
        "length": np.full(count, 0.4),
        "age": nothing,
        "dated": nothing,
        "terms": 4,
    }
    given = {name: np.array(value) for name, value in columns.items() if name != "terms"}
    return Evidence(**{**plain, **columns, **given})
