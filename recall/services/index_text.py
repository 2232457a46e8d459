"""Indexes an observation's words, in the transaction that records it."""

from typing import Any

from provenance.database.prepared import fetch, run
from provenance.database.tenancy import current_workspace
from provenance.models import Observation
from provenance.services.text_language import text_language
from recall.models import IndexedText
from recall.services.attributed import attributed
from recall.services.terms import terms_of, trigrams

MOST_FREQUENT = 32_767

# One look for each term: a common one stands in as many postings as there are texts.
_NEW = """
SELECT term FROM unnest(%(terms)s::text[]) AS q (term)
WHERE (SELECT 1 FROM posting p WHERE p.workspace_id = %(here)s AND p.term = q.term LIMIT 1) IS NULL
"""
# Rows as columns: a statement of one row for each of its terms takes longer to write than to run.
_POSTINGS = """
INSERT INTO posting (workspace_id, term, position, frequency, length)
SELECT %(here)s::uuid, term, %(position)s::bigint, frequency, %(length)s::int
FROM unnest(%(terms)s::text[], %(frequencies)s::smallint[]) AS q (term, frequency)
ON CONFLICT DO NOTHING
"""
_SPELLINGS = """
INSERT INTO spelling (workspace_id, trigram, term)
SELECT %(here)s::uuid, * FROM unnest(%(parts)s::text[], %(terms)s::text[])
ON CONFLICT DO NOTHING
"""


def index_text(*, observation: Observation, text: str) -> None:
    """Writes the postings of one observation, and the spelling of words new to the workspace.

    In the workspace's language. Twice is the same as once. Inside the workspace; where the
    position may be counted already, within `kept_count`.
    """
    said = attributed(text, name=observation.speaker_name)
    counts = terms_of(said, language=text_language())
    length = sum(counts.values())
    spell(new_terms(list(counts)))
    # In the order of the terms, so that two writers who meet wait instead of locking each other.
    terms = sorted(counts)
    _insert(
        _POSTINGS,
        terms=terms,
        frequencies=[min(counts[term], MOST_FREQUENT) for term in terms],
        position=observation.position,
        length=length,
    )
    IndexedText.objects.all().add(
        [
            IndexedText(
                workspace_id=observation.workspace_id,
                position=observation.position,
                observation_id=observation.id,
                length=length,
            )
        ],
        skip_existing=True,
    )


def new_terms(terms: list[str]) -> list[str]:
    """Those terms that stand in no text of the workspace."""
    rows = fetch(_NEW, {"terms": terms, "here": current_workspace()})
    return [term for (term,) in rows]


def spell(terms: list[str]) -> None:
    """Writes the trigrams of these terms; those that are there stay. Inside the workspace."""
    rows = sorted({(part, term) for term in terms for part in trigrams(term)})
    if rows:
        parts, of = (list(column) for column in zip(*rows, strict=True))
        _insert(_SPELLINGS, parts=parts, terms=of)


def _insert(statement: str, **values: Any) -> None:
    run(statement, {"here": current_workspace(), **values})
