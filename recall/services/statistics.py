"""What BM25 has to know of a workspace: how many texts, their mean length, and where terms stand."""

from collections.abc import Mapping
from dataclasses import dataclass
from time import monotonic
from uuid import UUID

from django.db import connection
from django.db.models import Count, Sum

from provenance.database.tenancy import current_workspace
from recall.models import IndexedText
from recall.services.bm25 import LEAST_DOCUMENTS, inverse_frequency

# Counted so far, and no farther.
MOST_COUNTED = 100_000
_COUNT_AGAIN_AFTER_SECONDS = 60
_SMALL = 10_000


@dataclass(frozen=True)
class Corpus:
    """How many texts, and their mean length in terms."""

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


def information(*, terms: Mapping[str, float], frequencies: Mapping[str, int]) -> float:
    """The sum of the inverse document frequencies of the terms: what a full match would cover."""
    documents = max(LEAST_DOCUMENTS, corpus().documents)
    return sum(
        weight * inverse_frequency(frequencies.get(term, 0), among=documents)
        for term, weight in terms.items()
    )


def frequencies_of(terms: list[str]) -> dict[str, int]:
    """In how many observations each term stands, counted up to MOST_COUNTED."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT q.term, (SELECT count(*) FROM (SELECT FROM posting WHERE workspace_id = %s"
            " AND term = q.term LIMIT %s) AS found) FROM unnest(%s::text[]) AS q (term)",
            [current_workspace(), MOST_COUNTED, terms],
        )
        return dict(cursor.fetchall())
