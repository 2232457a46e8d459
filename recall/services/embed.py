"""Gives observations their vectors: in the request where time allows, else in a worker."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import F

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import IndexWork, Observation
from recall.embedders.port import Embedder
from recall.models import Embedding
from recall.services.attributed import attributed
from recall.services.index_text import index_text

_LONGEST_WAIT = timedelta(hours=1)


@dataclass(frozen=True)
class Passage:
    """A text that waits for its vector."""

    observation_id: UUID
    position: int
    text: str


def label_of(embedder: Embedder) -> str:
    """What a vector says of its origin: the embedder's name and revision."""
    return f"{embedder.name}@{embedder.revision}"


def embed_pending(*, tenancy: Tenancy, embedder: Embedder, at: datetime, limit: int) -> int:
    """Embeds up to `limit` waiting observations of one workspace; returns how many.

    Reads, computes and writes in three steps: no transaction is open while the model works. Two
    workers that take the same rows do the work twice and store it once. An embedder that fails
    raises EmbedderUnavailable; the work stays, and waits longer each time.
    """
    passages = _waiting(tenancy=tenancy, at=at, limit=limit)
    if not passages:
        return 0
    try:
        vectors = embedder.embed_passages(texts=[passage.text for passage in passages])
    except Exception:
        _postpone(tenancy=tenancy, passages=passages, at=at)
        raise
    store(tenancy=tenancy, embedder=embedder, passages=passages, vectors=vectors)
    return len(passages)


def store(
    *, tenancy: Tenancy, embedder: Embedder, passages: Sequence[Passage], vectors: Any
) -> None:
    """Writes the vectors and takes their work off the queue, in one transaction."""
    rows = [
        Embedding(
            workspace_id=tenancy.workspace_id,
            observation_id=passage.observation_id,
            position=passage.position,
            embedder=label_of(embedder),
            dimension=embedder.dimension,
            vector=vector,
        )
        for passage, vector in zip(passages, vectors, strict=True)
    ]
    with workspace(tenancy):
        Embedding.objects.all().add(rows, skip_existing=True)
        done = IndexWork.objects.here().filter(
            observation_id__in=[passage.observation_id for passage in passages]
        )
        done.filter(lexical_pending=False).delete()
        done.update(semantic_pending=False)


def index_pending(*, tenancy: Tenancy, at: datetime, limit: int) -> int:
    """Indexes the words of observations whose receiver failed; returns how many."""
    with workspace(tenancy):
        works = (
            IndexWork.objects.here()
            .filter(lexical_pending=True, not_before__lte=at)
            .select_related("observation__content")
            .order_by("not_before")[:limit]
        )
        for work in works:
            index_text(observation=work.observation, text=work.observation.content.text)
        ids = [work.id for work in works]
        IndexWork.objects.here().filter(id__in=ids, semantic_pending=False).delete()
        IndexWork.objects.here().filter(id__in=ids).update(lexical_pending=False)
        return len(ids)


def passage_of(observation: Observation, *, text: str) -> Passage:
    """The observation as it is embedded: its speaker's name is part of the text."""
    said = attributed(text, name=observation.speaker_name)
    return Passage(observation.id, observation.position, said)


def _waiting(*, tenancy: Tenancy, at: datetime, limit: int) -> list[Passage]:
    with workspace(tenancy):
        works = (
            IndexWork.objects.here()
            .filter(semantic_pending=True, not_before__lte=at)
            .select_related("observation__content")
            .order_by("not_before")[:limit]
        )
        return [passage_of(work.observation, text=work.observation.content.text) for work in works]


def _postpone(*, tenancy: Tenancy, passages: Sequence[Passage], at: datetime) -> None:
    with workspace(tenancy):
        works = IndexWork.objects.here().filter(
            observation_id__in=[passage.observation_id for passage in passages]
        )
        attempts = max((work.attempts for work in works), default=0)
        wait = min(_LONGEST_WAIT, timedelta(seconds=5 * 2 ** min(attempts, 12)))
        works.update(attempts=F("attempts") + 1, not_before=at + wait)
