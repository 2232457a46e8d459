"""Indexes an observation's words, in the transaction that records it."""

from uuid import UUID

from django.db import connection

from provenance.database.tenancy import current_workspace
from provenance.models import Observation
from provenance.services.text_language import text_language
from recall.models import IndexedText, Posting, Spelling
from recall.services.attributed import attributed
from recall.services.terms import terms_of, trigrams

MOST_FREQUENT = 32_767

# One look for each term: a common one stands in as many postings as there are texts.
_NEW = """
SELECT term FROM unnest(%s::text[]) AS q (term)
WHERE (SELECT 1 FROM posting p WHERE p.workspace_id = %s AND p.term = q.term LIMIT 1) IS NULL
"""


def index_text(*, observation: Observation, text: str) -> None:
    """Writes the postings of one observation, and the spelling of words new to the workspace.

    In the workspace's language. Twice is the same as once. Inside the workspace; where the
    position may be counted already, within `kept_count`.
    """
    said = attributed(text, name=observation.speaker_name)
    counts = terms_of(said, language=text_language())
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
    """Those terms that stand in no text of the workspace."""
    with connection.cursor() as cursor:
        cursor.execute(_NEW, [terms, current_workspace()])
        return [term for (term,) in cursor.fetchall()]


def spell(terms: list[str], *, workspace_id: UUID) -> None:
    """Writes the trigrams of these terms; those that are there stay. Inside the workspace."""
    rows = sorted({(part, term) for term in terms for part in trigrams(term)})
    Spelling.objects.all().add(
        (Spelling(workspace_id=workspace_id, trigram=part, term=term) for part, term in rows),
        skip_existing=True,
    )
