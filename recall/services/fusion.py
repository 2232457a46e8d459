"""Joins what the stages found into one order."""

from datetime import datetime
from math import exp
from uuid import UUID

from recall.services.found import Found
from recall.services.question import Candidate

# Words and meaning weigh alike; a mild preference for the newer settles what is close.
LEXICAL, SEMANTIC, RECENCY = 0.5, 0.5, 0.03
HALF_LIFE_DAYS = 90.0
# Where a person has spoken to the question, what nobody stands behind does not come before it: the
# best few of people's own words that score at least this share of the best stand in front. A few,
# so that what assistants and tools said is moved down by no more than that.
PERSONS_WORDS = ("user_primary", "user_adopted")
NEARLY_AS_WELL, MOST_IN_FRONT = 0.5, 3
_IN_FRONT = 0.05
_LN2 = 0.6931471805599453
_SECONDS_A_DAY = 86_400


def gather(*, lexical: list[Found], semantic: list[Found]) -> dict[UUID, Candidate]:
    """The union of what was found, each with its ranks."""
    candidates: dict[UUID, Candidate] = {}
    for rank, found in enumerate(lexical, start=1):
        candidate = candidates.setdefault(found.observation_id, Candidate(found.observation_id))
        candidate.lexical, candidate.lexical_rank = found.score, rank
        candidate.matched = found.matched
        candidate.stages += ("lexical",)
    for rank, found in enumerate(semantic, start=1):
        candidate = candidates.setdefault(found.observation_id, Candidate(found.observation_id))
        candidate.semantic, candidate.semantic_rank = found.score, rank
        candidate.stages += ("semantic",)
    return candidates


def fuse(candidates: dict[UUID, Candidate], *, recency_weight: float | None) -> list[Candidate]:
    """Scores the candidates in [0, 1] or a little above, best first; ids settle equal scores.

    BM25 is scaled by the best of this question; cosines between the worst and the best of it,
    since an embedder's cosines keep to a narrow band. People's own words that answer nearly as
    well as the best are put in front of it.
    """
    weight = RECENCY if recency_weight is None else recency_weight
    best = max((c.lexical for c in candidates.values()), default=0.0) or 1.0
    cosines = [c.semantic for c in candidates.values() if c.semantic is not None]
    low, high = (min(cosines), max(cosines)) if cosines else (0.0, 1.0)
    spread = (high - low) or 1.0
    for c in candidates.values():
        nearness = 0.0 if c.semantic is None else (c.semantic - low) / spread
        c.score = LEXICAL * c.lexical / best + SEMANTIC * nearness + weight * c.recency
    ranked = sorted(candidates.values(), key=_rank)
    _put_in_front(ranked)
    return sorted(ranked, key=_rank)


def _rank(candidate: Candidate) -> tuple[float, str]:
    return -candidate.score, candidate.observation_id.hex


def _put_in_front(ranked: list[Candidate]) -> None:
    """Lifts the best of people's own words above the best, in their order."""
    best = ranked[0].score if ranked else 0.0
    if best <= 0:
        return
    near = [c for c in ranked if c.persons_word and c.score >= NEARLY_AS_WELL * best]
    for candidate in near[:MOST_IN_FRONT]:
        candidate.score = best + _IN_FRONT * candidate.score / best


def recency(*, happened_at: datetime | None, at: datetime) -> float:
    """1 for now, halved every HALF_LIFE_DAYS; 0 for an unknown time, which is never recent."""
    if happened_at is None:
        return 0.0
    days = max(0.0, (at - happened_at).total_seconds() / _SECONDS_A_DAY)
    return exp(-_LN2 * days / HALF_LIFE_DAYS)
