"""Vectors put straight into a workspace, as if its observations had been embedded."""

from datetime import UTC, datetime

import numpy as np

from provenance.database.tenancy import Tenancy, workspace
from recall.models import Embedding, IndexedText
from recall.services.semantic import search_semantic, text_of
from tests.cast import Person
from tests.database.sql import as_superuser

LABEL = "measured@1"
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def tenancy(person: Person) -> Tenancy:
    return Tenancy(person.workspace_id)


def put(person: Person, vectors: np.ndarray, *, first: int = 1, label: str = LABEL) -> None:
    """The vectors at the positions from `first` on, not placed; each has an indexed text."""
    rows = [(first + n, text_of(vector)) for n, vector in enumerate(vectors)]
    with as_superuser() as builder:
        # Rows without observations: what is tested here asks for none.
        builder.execute("SET session_replication_role = replica")
        given = [(str(person.workspace_id), *row, label) for row in rows]
        with builder.cursor() as cursor:
            cursor.executemany(
                "WITH text AS (INSERT INTO indexed_text (id, workspace_id, observation_id, position,"
                " length) VALUES (gen_random_uuid(), %s, gen_random_uuid(), %s, 6) RETURNING *)"
                " INSERT INTO embedding (id, workspace_id, observation_id, position, embedder, piece,"
                " dimension, vector) SELECT gen_random_uuid(), workspace_id, observation_id, position,"
                " %s, 0, vector_dims(v), v FROM text, (SELECT %s::halfvec) AS h (v)",
                [(here, position, name, vector) for here, position, vector, name in given],
            )
        builder.commit()


def found(
    person: Person,
    query: np.ndarray,
    *,
    limit: int = 10,
    near: int = 50,
    share: float = 1.0,
    **filters,
):
    """The positions of what a search finds among the texts that pass the filters, in its order."""
    with workspace(person.caller):
        rows = search_semantic(
            allowed=IndexedText.objects.here().filter(**filters),
            query=query,
            embedder=filters.pop("embedder", LABEL),
            limit=limit,
            near=near,
            share=share,
        )
    return [row.position for row in rows]


def cells(person: Person) -> dict[int, int]:
    """The cell of the vector at each position."""
    with workspace(person.caller):
        return dict(Embedding.objects.here().values_list("position", "cell"))


def share_found(person: Person, vectors: np.ndarray, questions: np.ndarray) -> float:
    """Recall@10 against exact search; `vectors` are those at the positions from 1 on."""
    halves, shares = vectors.astype(np.float16).astype(np.float32), []
    halves = halves / np.linalg.norm(halves, axis=1, keepdims=True)
    for question in questions:
        exact = set((1 + np.argsort(-(halves @ question))[:10]).tolist())
        shares.append(len(exact & set(found(person, question))) / len(exact))
    return float(np.mean(shares))
