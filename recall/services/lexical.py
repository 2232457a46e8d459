"""Finds observations by their words: BM25 over postings."""

from dataclasses import dataclass
from math import log
from time import monotonic
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Count, Sum

from provenance.database.tenancy import current_workspace
from recall.models import IndexedText
from recall.services.found import Found, within_allowed

K1, B = 1.2, 0.75
# Of each term the newest postings at most are read; what a commoner term hides is its rarest use.
READ_PER_TERM = 20_000
# In a corpus of a few texts every word is common; its weights are those of a corpus of this size.
_LEAST_DOCUMENTS = 1_000
_COUNT_AGAIN_AFTER_SECONDS = 60
_SMALL = 10_000

_SCORES = """
SELECT p.position,
       sum(q.weight * ln(1 + (%(documents)s - p.df + 0.5) / (p.df + 0.5))
           * p.frequency * (%(k1)s + 1)
           / (p.frequency + %(k1)s * (1 - %(b)s + %(b)s * p.length / %(average)s))) AS score,
       sum(q.weight * ln(1 + (%(documents)s - p.df + 0.5) / (p.df + 0.5))) AS matched
FROM unnest(%(terms)s::text[], %(weights)s::float8[]) AS q (term, weight)
CROSS JOIN LATERAL (
  SELECT position, frequency, length, least(count(*) OVER (), %(documents)s) AS df
  FROM (SELECT position, frequency, length FROM posting
        WHERE workspace_id = %(workspace)s AND term = q.term
        ORDER BY position DESC LIMIT %(read)s) AS newest
) AS p
GROUP BY p.position ORDER BY score DESC, p.position DESC
"""


@dataclass(frozen=True)
class Corpus:
    """What BM25 needs to know of a workspace: how many texts, and their mean length in terms."""

    documents: int
    average: float


_known: dict[UUID, tuple[float, Corpus]] = {}


def corpus() -> Corpus:
    """Size of the workspace's corpus: counted each time while small, each minute when large."""
    workspace_id = current_workspace()
    counted_at, known = _known.get(workspace_id, (0.0, Corpus(0, 1.0)))
    if known.documents > _SMALL and monotonic() - counted_at < _COUNT_AGAIN_AFTER_SECONDS:
        return known
    row = IndexedText.objects.here().aggregate(documents=Count("*"), terms=Sum("length"))
    documents = row["documents"]
    new = Corpus(documents, max(1.0, (row["terms"] or 0) / max(1, documents)))
    _known[workspace_id] = (monotonic(), new)
    return new


def search_lexical(*, allowed: Any, terms: dict[str, float], limit: int) -> list[Found]:
    """The best observations of `allowed` by BM25 (Robertson & Zaragoza 2009), best first.

    `terms` maps each term to its weight (1 for a word of the question, less for its like).
    `matched` of a result is the share of the question's information that its terms cover, 0–1.
    """
    if not terms:
        return []
    size = corpus()
    parameters = {
        "documents": float(max(_LEAST_DOCUMENTS, size.documents)),
        "average": size.average,
        "k1": K1,
        "b": B,
        "terms": list(terms),
        "weights": list(terms.values()),
        "workspace": current_workspace(),
        "read": READ_PER_TERM,
    }
    return within_allowed(allowed=allowed, scores=_SCORES, parameters=parameters, limit=limit)


def information(*, terms: dict[str, float], frequencies: dict[str, int]) -> float:
    """The sum of the inverse document frequencies of the terms: what a full match would cover."""
    documents = max(_LEAST_DOCUMENTS, corpus().documents)
    return sum(
        weight
        * log(1 + (documents - frequencies.get(term, 0) + 0.5) / (frequencies.get(term, 0) + 0.5))
        for term, weight in terms.items()
    )


def frequencies_of(terms: list[str]) -> dict[str, int]:
    """In how many observations each term stands, counted up to READ_PER_TERM."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT q.term, (SELECT count(*) FROM (SELECT FROM posting WHERE workspace_id = %s"
            " AND term = q.term LIMIT %s) AS found) FROM unnest(%s::text[]) AS q (term)",
            [current_workspace(), READ_PER_TERM, terms],
        )
        return dict(cursor.fetchall())
