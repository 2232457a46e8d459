"""Samples made by hand: questions whose evidence stands out by its words."""

import numpy as np

from recall.evaluation.answered import OWN
from recall.evaluation.training.sample import Sample
from tests.recall.ranking.columns import evidence


def sample(
    number: int, *, conversation: int = 1, gold: int | None = 0, count: int = 60, **members: object
) -> Sample:
    """`count` candidates in an order of their own; the words of the one at `gold` fit best.

    None for a question without evidence, whose words fit nothing.
    """
    drawn = np.random.default_rng(number)
    words = drawn.uniform(0, 4, count)
    matched = drawn.uniform(0, 0.3, count)
    if gold is not None:
        words[gold], matched[gold] = 6.0, 0.7
    given = evidence(
        count,
        bm25=words,
        matched=matched,
        cosine=drawn.uniform(0.78, 0.84, count),
        mean_cosine=drawn.uniform(0.78, 0.84, count),
        person=np.ones(count),
    )
    plain = {
        "conversation": conversation,
        "id": f"q{number}",
        "kind": OWN,
        "category": "all",
        "answerable": gold is not None,
        "wanted": int(gold is not None),
        "unknown": 0.0,
        "recency_weight": 0.0,
        "evidence": given,
        "recency": np.zeros(count),
        "gold": np.arange(count) == (-1 if gold is None else gold),
        "holds": np.ones(count, bool),
        "baselines": {"bm25": 1.0, "vectors": 0.0, "fusion": 0.5} if gold is not None else {},
    }
    return Sample(**{**plain, **members})


def samples(count: int = 40) -> list[Sample]:
    """Two conversations; every fourth question has no answer."""
    return [
        sample(
            number, conversation=1 + number // 4 % 2, gold=None if number % 4 > 2 else number % 60
        )
        for number in range(count)
    ]
