"""Joins what the stages found: one candidate for each observation, with its ranks."""

from uuid import UUID

from recall.services.found import Found
from recall.services.question import Candidate


def gather(*, lexical: list[Found], semantic: list[Found]) -> dict[UUID, Candidate]:
    """The union of what was found, each with its ranks, counted from 1."""
    candidates: dict[UUID, Candidate] = {}
    for rank, found in enumerate(lexical, start=1):
        candidate = _candidate(candidates, found)
        candidate.lexical, candidate.lexical_rank = found.score, rank
        candidate.matched = found.matched
        candidate.stages += ("lexical",)
    for rank, found in enumerate(semantic, start=1):
        candidate = _candidate(candidates, found)
        candidate.semantic, candidate.semantic_rank = found.score, rank
        candidate.stages += ("semantic",)
    return candidates


def _candidate(candidates: dict[UUID, Candidate], found: Found) -> Candidate:
    new = Candidate(found.observation_id, found.position)
    return candidates.setdefault(found.observation_id, new)
