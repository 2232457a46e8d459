"""Copies are one item: the earliest stands for all of them."""

from uuid import UUID

from provenance.models import ProvenCopy
from recall.services.question import Candidate


def without_copies(candidates: list[Candidate]) -> tuple[list[Candidate], int]:
    """The candidates (best first) without proven copies of others, and how many were dropped.

    Of copies that were found, the best-ranked place is kept.
    """
    ids = [candidate.observation_id for candidate in candidates]
    originals = dict(
        ProvenCopy.objects.here()
        .filter(observation_id__in=ids)
        .order_by("-original__position")
        .values_list("observation_id", "original_id")
    )
    seen: set[UUID] = set()
    kept: list[Candidate] = []
    for candidate in candidates:
        event = originals.get(candidate.observation_id, candidate.observation_id)
        if event not in seen:
            seen.add(event)
            kept.append(candidate)
    return kept, len(candidates) - len(kept)
