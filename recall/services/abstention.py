"""Says "nothing" where nothing supports the question."""

from recall.services.query_vector import QueryVector
from recall.services.question import Candidate

# The share of the question's information that a text's own words must cover to support it alone.
LEAST_MATCHED = 0.35
REASON = "no_support"
# By embedder: the cosine from which a text may support a question by its meaning alone.
FLOORS = {"e5-small": 0.84, "e5-small-q4": 0.84}
FLOOR_OF_OTHERS = 0.5


def calibrated_floor(query: QueryVector) -> float | None:
    """The floor of the embedder that answered; None where likeness means shared words only."""
    if query.vector is None or query.embedder is None or query.lexical:
        return None
    return FLOORS.get(query.embedder.split("@")[0], FLOOR_OF_OTHERS)


def supported(candidate: Candidate, *, information: float, least_cosine: float | None) -> bool:
    """True where the words or the meaning of this candidate support the question.

    `information` is the sum of the inverse document frequencies of the question's terms;
    `least_cosine` is the embedder's calibrated floor, None where it has none.
    """
    by_words = information > 0 and candidate.matched / information >= LEAST_MATCHED
    by_meaning = (
        least_cosine is not None
        and candidate.semantic is not None
        and candidate.semantic >= least_cosine
    )
    return by_words or by_meaning
