"""Indexes an observation's words, in the transaction that records it."""

from uuid import UUID

from provenance.models import Observation
from recall.models import IndexedText, Posting, Spelling
from recall.services.attributed import attributed
from recall.services.terms import terms_of, trigrams

MOST_FREQUENT = 32_767


def index_text(*, observation: Observation, text: str) -> None:
    """Writes the postings of one observation, and the spelling of words new to the workspace.

    Twice is the same as once. Inside the workspace.
    """
    counts = terms_of(attributed(text, name=observation.speaker_name))
    length = sum(counts.values())
    here = {"workspace_id": observation.workspace_id, "position": observation.position}
    spell(new_terms(list(counts)), workspace_id=observation.workspace_id)
    # In the order of the terms, so that two writers who meet wait instead of locking each other.
    Posting.objects.all().add(
        (
            Posting(**here, term=term, frequency=min(counts[term], MOST_FREQUENT), length=length)
            for term in sorted(counts)
        ),
        skip_existing=True,
    )
    IndexedText.objects.all().add(
        [IndexedText(**here, observation_id=observation.id, length=length)], skip_existing=True
    )


def new_terms(terms: list[str]) -> list[str]:
    """Those terms that the workspace has not seen yet."""
    known = set(
        Posting.objects.here().filter(term__in=terms).values_list("term", flat=True).distinct()
    )
    return [term for term in terms if term not in known]


def spell(terms: list[str], *, workspace_id: UUID) -> None:
    """Writes the trigrams of these terms; those that are there stay. Inside the workspace."""
    rows = sorted({(part, term) for term in terms for part in trigrams(term)})
    Spelling.objects.all().add(
        (Spelling(workspace_id=workspace_id, trigram=part, term=term) for part, term in rows),
        skip_existing=True,
    )
