"""Joins what the stages found: one candidate for each observation, with its ranks."""

from recall.services.found import Found
from recall.services.question import Candidate


def gather(*, lexical: list[Found], semantic: list[Found]) -> dict[int, Candidate]:
    """The union of what was found, by ledger position, each with its ranks, counted from 1."""
    candidates: dict[int, Candidate] = {}
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


def _candidate(candidates: dict[int, Candidate], found: Found) -> Candidate:
    if (candidate := candidates.get(found.position)) is None:
        candidate = candidates[found.position] = Candidate(found.observation_id, found.position)
    return candidate
