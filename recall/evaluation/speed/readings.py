"""Words and vectors of many observations at once, by the service's own terms."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any
from uuid import UUID

from django.db import connection

from provenance.database.tenancy import current_workspace
from provenance.models.ids import uuid7
from recall.services.index_text import new_terms, spell
from recall.services.semantic import text_of
from recall.services.terms import terms_of

_POSTINGS = """
INSERT INTO posting (workspace_id, term, position, frequency, length)
SELECT %(here)s, * FROM unnest(%(terms)s::text[], %(positions)s::bigint[],
                               %(frequencies)s::smallint[], %(lengths)s::int[])
"""
_TEXTS = """
INSERT INTO indexed_text (id, workspace_id, observation_id, position, length)
SELECT gen_random_uuid(), %(here)s, * FROM unnest(%(ids)s::uuid[], %(positions)s::bigint[],
                                                  %(lengths)s::int[])
"""
_VECTORS = """
INSERT INTO embedding (id, workspace_id, embedder, piece, dimension, observation_id, position, vector)
SELECT v.id, %(here)s, %(embedder)s, 0, %(dimension)s, v.observation_id, v.position, v.vector::halfvec
FROM unnest(%(keys)s::uuid[], %(ids)s::uuid[], %(positions)s::bigint[], %(vectors)s::text[])
     AS v (id, observation_id, position, vector)
"""


def write_readings(
    ids: Sequence[UUID],
    positions: Sequence[int],
    texts: Sequence[str],
    vectors: Any,
    *,
    embedder: str,
) -> None:
    """Postings, spellings, lengths and vectors of these observations. Inside the workspace."""
    counts = [_terms(text) for text in texts]
    lengths = [sum(one.values()) for one in counts]
    known = sorted({term for one in counts for term in one})
    spell(new_terms(known), workspace_id=current_workspace())
    rows = [
        (term, position, frequency, length)
        for position, length, one in zip(positions, lengths, counts, strict=True)
        for term, frequency in one.items()
    ]
    terms, places, frequencies, sizes = (list(column) for column in zip(*rows, strict=True))
    _run(_POSTINGS, terms=terms, positions=places, frequencies=frequencies, lengths=sizes)
    _run(_TEXTS, ids=list(ids), positions=list(positions), lengths=lengths)
    _run(
        _VECTORS,
        keys=[uuid7() for _ in ids],
        ids=list(ids),
        positions=list(positions),
        vectors=[text_of(vector) for vector in vectors],
        embedder=embedder,
        dimension=vectors.shape[1],
    )


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
