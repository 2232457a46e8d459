"""The formula of BM25 (Robertson & Zaragoza 2009), with Lucene's inverse document frequency."""

from math import log

K1, B = 1.2, 0.75
# In a corpus of a few texts every word is common. How much of a question a text covers is told
# as in a corpus of this size; scores are those of the corpus as it is.
LEAST_DOCUMENTS = 1_000

# In SQL: the part of one posting `p`, saturated by its frequency and the length of its text.
SATURATED = (
    "p.frequency * (%(k1)s + 1)"
    " / (p.frequency + %(k1)s * (1 - %(b)s + %(b)s * p.length / %(average)s))"
)


def inverse_frequency(count: int, *, among: int) -> float:
    """The weight of a term that stands in `count` of `among` texts: in nats, never negative."""
    return log(1 + (max(among, count) - count + 0.5) / (count + 0.5))
