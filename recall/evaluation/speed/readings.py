"""Words and vectors of many observations at once, by the service's own terms."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any
from uuid import UUID

from django.db import connection

from provenance.database.tenancy import current_workspace
from recall.embedders.port import Vectors
from recall.evaluation.speed.staging import copy_postings, copy_vectors
from recall.services.index_text import new_terms, spell
from recall.services.terms import terms_of

_POSTINGS = """
INSERT INTO posting (workspace_id, term, position, frequency, length)
SELECT %(here)s, term, position, frequency, length FROM copied_postings
"""
_TEXTS = """
INSERT INTO indexed_text (id, workspace_id, observation_id, position, length)
SELECT gen_random_uuid(), %(here)s, * FROM unnest(%(ids)s::uuid[], %(positions)s::bigint[],
                                                  %(lengths)s::int[])
"""
_VECTORS = """
INSERT INTO embedding (id, workspace_id, embedder, piece, dimension, observation_id, position, vector)
SELECT id, %(here)s, %(embedder)s, 0, %(dimension)s, observation_id, position, vector
FROM copied_vectors
"""


def write_readings(
    ids: Sequence[UUID],
    positions: Sequence[int],
    texts: Sequence[str],
    vectors: Vectors,
    *,
    embedder: str,
) -> None:
    """Postings, spellings, lengths and vectors of these observations. Inside the workspace."""
    counts = [_terms(text) for text in texts]
    lengths = [sum(one.values()) for one in counts]
    known = sorted({term for one in counts for term in one})
    spell(new_terms(known))
    rows = sorted(
        (term, position, frequency, length)
        for position, length, one in zip(positions, lengths, counts, strict=True)
        for term, frequency in one.items()
    )
    copy_postings(rows)
    _run(_POSTINGS)
    _run(_TEXTS, ids=list(ids), positions=list(positions), lengths=lengths)
    copy_vectors(ids, positions, vectors)
    _run(_VECTORS, embedder=embedder, dimension=vectors.shape[1])


def _terms(text: str) -> Counter[str]:
    """As the service finds them; each word is looked at once."""
    counts: Counter[str] = Counter()
    for word in text.split():
        counts.update(_terms_of_word(word))
    return counts


@cache
def _terms_of_word(word: str) -> Counter[str]:
    return terms_of(word)


def _run(sql: str, **values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, {"here": current_workspace(), **values})
