"""Says "nothing" where nothing supports the question."""

from collections.abc import Collection
from dataclasses import dataclass
from math import log10

from recall.services.query_vector import QueryVector
from recall.services.question import Candidate
from recall.services.ranking.confidence import current_judge

# The share of the question's information that a text's own words must cover to support it alone.
LEAST_MATCHED = 0.35
# What holds nearly all words of the question supports it, whether or not it has its vector yet.
NEARLY_ALL = 0.8
# Among fewer candidates each word is unknown and each text far: the confidence knows none such.
LEAST_CANDIDATES = 50
REASON = "no_support"


@dataclass(frozen=True)
class Floor:
    """From which cosine a text may support a question by meaning alone.

    The best of many unrelated texts is nearer than the best of a few, so the floor rises with
    the logarithm of their number, up to `most`.
    """

    least: float
    per_decade: float
    most: float

    def among(self, documents: int) -> float:
        """The floor in a corpus of this many texts."""
        return min(self.most, self.least + self.per_decade * log10(max(1, documents)))


# Read off the best cosines of questions asked of their own and of a foreign conversation.
_E5 = Floor(least=0.79, per_decade=0.012, most=0.83)
FLOORS = {"e5-small": _E5, "e5-small-q4": _E5}
OTHERS = Floor(least=0.5, per_decade=0.0, most=0.5)


def calibrated_floor(query: QueryVector, *, documents: int) -> float | None:
    """The floor of the embedder that answered; None where likeness means shared words only."""
    if query.vector is None or query.embedder is None or query.lexical:
        return None
    return FLOORS.get(_name(query), OTHERS).among(documents)


def _name(query: QueryVector) -> str:
    return (query.embedder or "").split("@")[0]


def answers(
    holding: Collection[Candidate],
    *,
    sure: float,
    information: float,
    query: QueryVector,
    documents: int,
) -> bool:
    """True where what holds answers the question.

    `sure` is the confidence that was learned with the vectors of e5 among many candidates, and
    decides where it is so. Else one candidate has to support the question by itself, among so
    many `documents`.
    """
    learned = query.vector is not None and _name(query) in FLOORS
    if learned and len(holding) >= LEAST_CANDIDATES:
        return sure >= current_judge().least or any(
            information > 0 and one.matched / information >= NEARLY_ALL for one in holding
        )
    floor = calibrated_floor(query, documents=documents)
    return any(supported(one, information=information, least_cosine=floor) for one in holding)


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
