"""COPY into tables of the transaction's own: PostgreSQL lets nobody COPY past row security."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import numpy as np
from django.db import connection

from provenance.models.ids import uuid7
from recall.embedders.port import Vectors

_POSTINGS = (
    "CREATE TEMPORARY TABLE IF NOT EXISTS copied_postings"
    " (term text, position bigint, frequency smallint, length int) ON COMMIT DELETE ROWS"
)
_VECTORS = (
    "CREATE TEMPORARY TABLE IF NOT EXISTS copied_vectors"
    " (id uuid, observation_id uuid, position bigint, vector halfvec) ON COMMIT DELETE ROWS"
)
# PostgreSQL's binary format: a signature, no flags, no further header; after the rows, minus one.
_BEGIN, _END = b"PGCOPY\n\xff\r\n\0" + bytes(8), b"\xff\xff"


def copy_postings(rows: Sequence[tuple[str, int, int, int]]) -> None:
    """(term, position, frequency, length) of each into `copied_postings`, which was empty.

    For made-up terms of letters alone: nothing is escaped.
    """
    lines = "".join(f"{term}\t{at}\t{times}\t{length}\n" for term, at, times, length in rows)
    _copy(_POSTINGS, "COPY copied_postings FROM STDIN", lines.encode())


def copy_vectors(ids: Sequence[UUID], positions: Sequence[int], vectors: Vectors) -> None:
    """A row of `copied_vectors`, which was empty, for each vector of shape (n, dimension)."""
    count, dimension = vectors.shape
    columns: list[tuple[str, Any]] = [
        ("id", "V16"),
        ("observation_id", "V16"),
        ("position", ">i8"),
        ("vector", [("dimension", ">i2"), ("unused", ">i2"), ("halves", ">f2", dimension)]),
    ]
    sized = [
        (part, kind) for name, of in columns for part, kind in ((f"{name}_size", ">i4"), (name, of))
    ]
    rows = np.zeros(count, dtype=[("fields", ">i2"), *sized])
    rows["fields"] = len(columns)
    for name, _ in columns:
        rows[f"{name}_size"] = rows.dtype[name].itemsize
    rows["id"] = [np.void(uuid7().bytes) for _ in ids]
    rows["observation_id"] = [np.void(one.bytes) for one in ids]
    rows["position"] = positions
    rows["vector"]["dimension"] = dimension
    rows["vector"]["halves"] = vectors
    _copy(_VECTORS, "COPY copied_vectors FROM STDIN BINARY", _BEGIN + rows.tobytes() + _END)


def _copy(table: str, statement: str, data: bytes) -> None:
    with connection.cursor() as cursor:
        cursor.execute(table)
        with cursor.copy(statement) as copy:
            copy.write(data)
