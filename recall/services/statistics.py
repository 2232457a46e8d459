"""What BM25 has to know of a workspace: how many texts, their mean length, and where terms stand."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from provenance.database.prepared import fetch
from provenance.database.tenancy import current_workspace
from recall.services.bm25 import LEAST_DOCUMENTS, inverse_frequency

# Beyond the position up to which everything is counted, so much is counted live and no more: in
# the half minute after an import a very common term may seem a little rarer than it is.
MOST_POSTINGS, MOST_TEXTS = 10_000, 50_000

# In one statement each, so that what is counted and what lies beyond are of one moment. Where the
# count ends comes as a subquery's value: another expression is not leakproof, and would be
# compared with every row instead of finding them.
_COUNTED = """
WITH counted AS MATERIALIZED (
  SELECT coalesce(max(counted_through), 0) AS through, coalesce(max(documents), 0) AS documents,
         coalesce(max(length), 0) AS length
  FROM lexicon WHERE workspace_id = %(workspace)s
)
"""
_BEYOND = "workspace_id = %(workspace)s AND position > (SELECT through FROM counted)"
_CORPUS = f"""
{_COUNTED}
SELECT counted.documents + beyond.documents, counted.length + beyond.length
FROM counted CROSS JOIN (
  SELECT count(*) AS documents, coalesce(sum(length), 0)::bigint AS length FROM (
    SELECT length FROM indexed_text WHERE {_BEYOND} ORDER BY position LIMIT %(most)s
  ) AS newer
) AS beyond
"""  # noqa: S608 - our own SQL
_FREQUENCIES = f"""
{_COUNTED}
SELECT q.term, coalesce(v.documents, 0) + beyond.documents
FROM unnest(%(terms)s::text[]) AS q (term)
LEFT JOIN vocabulary v ON v.workspace_id = %(workspace)s AND v.term = q.term
CROSS JOIN LATERAL (
  SELECT count(*) AS documents FROM (
    SELECT FROM posting WHERE {_BEYOND} AND term = q.term ORDER BY position LIMIT %(most)s
  ) AS newer
) AS beyond
"""  # noqa: S608 - our own SQL


@dataclass(frozen=True)
class Corpus:
    """How many texts, and their mean length in terms."""

    documents: int
    average: float


def corpus() -> Corpus:
    """Size of the workspace's corpus as it is now. Inside the workspace."""
    values = {"workspace": current_workspace(), "most": MOST_TEXTS}
    ((documents, length),) = fetch(_CORPUS, values)
    return Corpus(documents, max(1.0, length / max(1, documents)))


def frequencies_of(terms: Collection[str]) -> dict[str, int]:
    """In how many texts of the workspace each term stands now; 0 for one that stands nowhere."""
    values: dict[str, Any] = {
        "workspace": current_workspace(),
        "terms": list(terms),
        "most": MOST_POSTINGS,
    }
    return dict(fetch(_FREQUENCIES, values))


def information(
    *, terms: Mapping[str, float], frequencies: Mapping[str, int], documents: int
) -> float:
    """The sum of the inverse document frequencies of the terms: what a full match would cover."""
    documents = max(LEAST_DOCUMENTS, documents)
    return sum(
        weight * inverse_frequency(frequencies.get(term, 0), among=documents)
        for term, weight in terms.items()
    )
