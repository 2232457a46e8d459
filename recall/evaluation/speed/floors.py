"""What the same rows cost in bare SQL, without grants, receipts, ranking or answers: the floor."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import numpy as np
from django.db import connection

from provenance.database.tenancy import workspace
from provenance.models import ChronicleEvent, Content, Observation, Receipt
from provenance.models.ids import uuid7
from recall.embedders.port import Embedder
from recall.evaluation.speed.copying import insert_like
from recall.evaluation.speed.doors import OF_A_BATCH
from recall.evaluation.speed.positions import next_positions
from recall.evaluation.speed.readings import write_readings
from recall.evaluation.store import Store
from recall.services.semantic import text_of
from recall.services.terms import query_terms

_RETURNED = 20
_BY_WORDS = """
SELECT position, sum(frequency::float8 / (frequency + 1 + length / 10.0)) AS score FROM posting
WHERE workspace_id = %(here)s AND term = ANY(%(terms)s)
GROUP BY position ORDER BY score DESC LIMIT %(limit)s
"""
_BY_MEANING = """
SELECT position FROM embedding WHERE workspace_id = %(here)s AND embedder = %(embedder)s
ORDER BY vector <=> %(query)s::halfvec LIMIT %(limit)s
"""
_ROWS = """
SELECT o.*, c.text FROM observation o JOIN content c ON c.observation_id = o.id
WHERE o.workspace_id = %(here)s AND o.position = ANY(%(positions)s)
"""
_NEWEST = """
SELECT o.*, c.text FROM observation o JOIN content c ON c.observation_id = o.id
WHERE o.workspace_id = %(here)s AND o.ordered_at IS NOT NULL
ORDER BY o.ordered_at DESC, o.id DESC LIMIT %(limit)s
"""
_EDGES = """
SELECT e.*, o.* FROM observation o LEFT JOIN lineage_edge e ON e.observation_id = o.id
WHERE o.workspace_id = %(here)s AND o.id = %(one)s
"""


class Floors:
    """The bare statements of each act, on one workspace. `vectors` are those of the questions."""

    def __init__(self, *, store: Store, embedder: Embedder, label: str, questions: list[str]):
        self._store, self._label = store, label
        self._terms = [query_terms(question) for question in questions]
        self._vectors = [text_of(embedder.embed_query(text=one)) for one in questions]
        vector = embedder.embed_query(text=questions[0])
        self._vector = np.asarray(vector, dtype=np.float32)[None, :]
        with workspace(store.host):
            self._pattern = Observation.objects.here().order_by("position")[0]
            about = {"observation_id": self._pattern.id}
            self._content = Content.objects.here().get(**about)
            self._receipt = Receipt.objects.here().get(**about, outcome="accepted")
            self._chronicle = ChronicleEvent.objects.here().get(
                about_id=self._pattern.id, act="observed"
            )

    def of(self) -> Mapping[str, Callable[[int], object]]:
        """By the act's name."""
        return {
            "observe": lambda n: self._insert(1),
            f"observe, {OF_A_BATCH} at once": lambda n: self._insert(OF_A_BATCH),
            "recall": self._recall,
            "recall, exact": self._recall,
            "recall, recent": lambda n: self._read(_NEWEST, limit=_RETURNED),
            "conversations, recent": lambda n: self._read(_NEWEST, limit=2 * _RETURNED),
            "lineage": lambda n: self._read(_EDGES, one=self._pattern.id),
        }

    def _insert(self, count: int) -> None:
        """The rows of so many observations, in one transaction."""
        at = datetime.now(UTC)
        with workspace(self._store.host):
            ids, positions = [uuid7() for _ in range(count)], next_positions(count)
            names = [one.hex for one in ids]
            ordered: dict[str, list[Any]] = {
                "recorded_at": [at] * count,
                "observed_at": [at] * count,
            }
            insert_like(
                self._pattern,
                {"id": ids, "position": positions, "event_id": names, **ordered},
            )
            about: dict[str, list[Any]] = {"observation_id": ids}
            insert_like(self._content, {"id": _new(count), **about})
            insert_like(self._receipt, {"id": _new(count), **about, "event_id": names})
            places = next_positions(count)
            insert_like(self._chronicle, {"id": _new(count), "about_id": ids, "position": places})
            vectors = np.repeat(self._vector, count, axis=0)
            texts = [self._content.text] * count
            write_readings(ids, positions, texts, vectors, embedder=self._label)

    def _recall(self, number: int) -> None:
        place = number % len(self._terms)
        with workspace(self._store.asker):
            by_words = self._run(_BY_WORDS, terms=self._terms[place], limit=_RETURNED)
            query = {"query": self._vectors[place], "embedder": self._label}
            by_meaning = self._run(_BY_MEANING, **query, limit=_RETURNED)
            positions = [row[0] for row in (*by_words, *by_meaning)][:_RETURNED]
            self._run(_ROWS, positions=positions)

    def _read(self, statement: str, **values: Any) -> None:
        with workspace(self._store.asker):
            self._run(statement, **values)

    def _run(self, statement: str, **values: Any) -> list[Any]:
        with connection.cursor() as cursor:
            cursor.execute(statement, {"here": self._store.host.workspace_id, **values})
            return list(cursor.fetchall())


def _new(count: int) -> list[UUID]:
    return [uuid7() for _ in range(count)]
