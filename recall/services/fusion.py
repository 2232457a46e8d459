"""Joins what the stages found into one order."""

from datetime import datetime
from math import exp
from uuid import UUID

from recall.services.found import Found
from recall.services.question import Candidate

# Words and meaning weigh alike; a mild preference for the newer settles what is close.
LEXICAL, SEMANTIC, RECENCY = 0.5, 0.5, 0.03
HALF_LIFE_DAYS = 90.0
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
    since an embedder's cosines keep to a narrow band.
    """
    weight = RECENCY if recency_weight is None else recency_weight
    best = max((c.lexical for c in candidates.values()), default=0.0) or 1.0
    cosines = [c.semantic for c in candidates.values() if c.semantic is not None]
    low, high = (min(cosines), max(cosines)) if cosines else (0.0, 1.0)
    spread = (high - low) or 1.0
    for c in candidates.values():
        nearness = 0.0 if c.semantic is None else (c.semantic - low) / spread
        c.score = LEXICAL * c.lexical / best + SEMANTIC * nearness + weight * c.recency
    return sorted(candidates.values(), key=lambda c: (-c.score, c.observation_id.hex))


def recency(*, happened_at: datetime | None, at: datetime) -> float:
    """1 for now, halved every HALF_LIFE_DAYS; 0 for an unknown time, which is never recent."""
    if happened_at is None:
        return 0.0
    days = max(0.0, (at - happened_at).total_seconds() / _SECONDS_A_DAY)
    return exp(-_LN2 * days / HALF_LIFE_DAYS)
