"""The formula of BM25 (Robertson & Zaragoza 2009), with Lucene's inverse document frequency."""

from math import log

K1, B = 1.2, 0.75
# In a corpus of a few texts every word is common. How much of a question a text covers is told
# as in a corpus of this size; scores are those of the corpus as it is.
LEAST_DOCUMENTS = 1_000

# In SQL: what a posting `p` of a term `q` adds to the score of its text. In double precision: a
# plain literal would be numeric, which takes four times as long.
SCORE = (
    "q.weight * p.frequency / (p.frequency + %(least)s::float8 + %(per_term)s::float8 * p.length)"
)


def saturation(*, average: float) -> dict[str, float]:
    """The values of SCORE's parameters in a corpus of this mean length."""
    return {"least": K1 * (1 - B), "per_term": K1 * B / average}


def weight(count: int, *, among: int) -> float:
    """What a term that stands in `count` of `among` texts adds at most to a score."""
    return (K1 + 1) * inverse_frequency(count, among=among)


def inverse_frequency(count: int, *, among: int) -> float:
    """How much a term that stands in `count` of `among` texts tells: in nats, never negative."""
    return log(1 + (max(among, count) - count + 0.5) / (count + 0.5))
