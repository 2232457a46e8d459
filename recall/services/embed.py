"""Gives observations their vectors: in the request where time allows, else in a worker."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import F

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import IndexWork, Observation
from recall.embedders.port import Embedder, Vectors
from recall.models import Embedding
from recall.services.index_text import index_text
from recall.services.likeness import pair_alike
from recall.services.pieces import pieces_of
from recall.services.vocabulary import kept_count

_LONGEST_WAIT = timedelta(hours=1)


@dataclass(frozen=True)
class Passage:
    """A text that waits for its vectors: whole, or in its pieces."""

    observation_id: UUID
    position: int
    pieces: Sequence[str]


def label_of(embedder: Embedder) -> str:
    """What a vector says of its origin: the embedder's name and revision."""
    return f"{embedder.name}@{embedder.revision}"


def embed(*, embedder: Embedder, passages: Sequence[Passage]) -> Vectors:
    """A vector for each piece, in the order of the passages. Raises EmbedderUnavailable."""
    return embedder.embed_passages(texts=[text for one in passages for text in one.pieces])


def embed_pending(*, tenancy: Tenancy, embedder: Embedder, at: datetime, limit: int) -> int:
    """Embeds up to `limit` waiting observations of one workspace; returns how many.

    Where they are long, fewer: `limit` bounds the vectors as well, a first long text apart.
    Reads, computes and writes in three steps: no transaction is open while the model works. Two
    workers that take the same rows do the work twice and store it once. An embedder that fails
    raises EmbedderUnavailable; the work stays, and waits longer each time.
    """
    passages = _waiting(tenancy=tenancy, at=at, limit=limit)
    if not passages:
        return 0
    try:
        vectors = embed(embedder=embedder, passages=passages)
    except Exception:
        _postpone(tenancy=tenancy, passages=passages, at=at)
        raise
    store(tenancy=tenancy, embedder=embedder, passages=passages, vectors=vectors, at=at)
    return len(passages)


def store(
    *,
    tenancy: Tenancy,
    embedder: Embedder,
    passages: Sequence[Passage],
    vectors: Any,
    at: datetime | None = None,
) -> None:
    """Writes the vectors, one for each piece, and takes their work off the queue, in one transaction.

    What they show to be alike is recorded with them, at `at` or now: until a person decides.
    What has no work waiting any more, since another was quicker or it was erased, is passed over.
    """
    rows = [
        Embedding(
            workspace_id=tenancy.workspace_id,
            observation_id=passage.observation_id,
            position=passage.position,
            embedder=label_of(embedder),
            piece=piece,
            dimension=embedder.dimension,
            vector=vector,
        )
        for (passage, piece), vector in zip(_pieces(passages), vectors, strict=True)
    ]
    with workspace(tenancy):
        done = IndexWork.objects.here().filter(
            observation_id__in=[passage.observation_id for passage in passages]
        )
        # Locked, so that an erasure takes away either the work or the vector.
        waiting = done.select_for_update().order_by("observation_id")
        open_work = set(waiting.values_list("observation_id", flat=True))
        Embedding.objects.all().add(
            (row for row in rows if row.observation_id in open_work), skip_existing=True
        )
        pair_alike(
            vectors={
                row.observation_id: row.vector
                for row in rows
                if row.piece == 0 and row.observation_id in open_work
            },
            embedder=label_of(embedder),
            lexical=embedder.lexical,
            at=at or datetime.now(UTC),
        )
        done.filter(lexical_pending=False).delete()
        done.update(semantic_pending=False)


def index_pending(*, tenancy: Tenancy, at: datetime, limit: int) -> int:
    """Indexes the words of observations whose receiver failed; returns how many."""
    with workspace(tenancy):
        due = IndexWork.objects.here().filter(lexical_pending=True, not_before__lte=at)
        # What was erased since its work was queued has nothing left to index.
        due.filter(observation__content=None).delete()
        works = list(
            due.select_related("observation__content")
            .select_for_update(of=("self",), skip_locked=True)
            .order_by("not_before")[:limit]
        )
        with kept_count([work.observation.position for work in works]):
            for work in works:
                index_text(observation=work.observation, text=work.observation.content.text)
        ids = [work.id for work in works]
        IndexWork.objects.here().filter(id__in=ids, semantic_pending=False).delete()
        IndexWork.objects.here().filter(id__in=ids).update(lexical_pending=False)
        return len(ids)


def passage_of(observation: Observation, *, text: str) -> Passage:
    """The observation as it is embedded: its speaker's name is part of each piece."""
    pieces = pieces_of(text, name=observation.speaker_name)
    return Passage(observation.id, observation.position, pieces)


def _pieces(passages: Sequence[Passage]) -> Iterator[tuple[Passage, int]]:
    """Each passage with the numbers of its pieces, in the order in which they are embedded."""
    for passage in passages:
        for number in range(len(passage.pieces)):
            yield passage, number


def _waiting(*, tenancy: Tenancy, at: datetime, limit: int) -> list[Passage]:
    with workspace(tenancy):
        works = (
            IndexWork.objects.here()
            .filter(semantic_pending=True, not_before__lte=at, observation__content__isnull=False)
            .select_related("observation__content")
            .order_by("not_before")[:limit]
        )
        passages: list[Passage] = []
        count = 0
        for work in works:
            passage = passage_of(work.observation, text=work.observation.content.text)
            count += len(passage.pieces)
            if passages and count > limit:
                break
            passages.append(passage)
        return passages


def _postpone(*, tenancy: Tenancy, passages: Sequence[Passage], at: datetime) -> None:
    with workspace(tenancy):
        works = IndexWork.objects.here().filter(
            observation_id__in=[passage.observation_id for passage in passages]
        )
        attempts = max((work.attempts for work in works), default=0)
        wait = min(_LONGEST_WAIT, timedelta(seconds=5 * 2 ** min(attempts, 12)))
        works.update(attempts=F("attempts") + 1, not_before=at + wait)
