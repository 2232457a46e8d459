"""Gives observations their vectors: in the request where time allows, else in a worker."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from provenance.database.prepared import fetch, run
from provenance.database.tenancy import Tenancy, workspace
from provenance.models import IndexWork
from provenance.services.observe_batch import retried
from recall.embedders.labels import label_of
from recall.embedders.port import Embedder, Vectors
from recall.models import Embedding
from recall.services.held_work import give_back, take
from recall.services.in_use import held
from recall.services.index_text import index_text
from recall.services.likeness import pair_alike
from recall.services.passage import Passage, numbered
from recall.services.vocabulary import kept_count

_WAITING = """
SELECT observation_id FROM index_work
WHERE workspace_id = %(here)s AND observation_id = ANY(%(ids)s::uuid[])
ORDER BY observation_id FOR UPDATE
"""
_OF_THESE = "workspace_id = %(here)s AND observation_id = ANY(%(ids)s::uuid[])"
# What nothing is left of goes at once, without being marked first.
_DONE = f"""
DELETE FROM index_work WHERE {_OF_THESE} AND NOT lexical_pending
  AND (NOT semantic_pending OR %(in_use)s) AND (NOT %(in_use)s OR %(next)s::text IS NULL)
"""  # noqa: S608 - our own SQL
# What stays is nobody's: this worker lets go of it.
_LEFT = f"""
UPDATE index_work SET not_before = %(at)s,
  semantic_pending = semantic_pending AND NOT %(in_use)s,
  successor_pending = %(in_use)s AND %(next)s::text IS NOT NULL
WHERE {_OF_THESE}
"""  # noqa: S608 - our own SQL


def embed(*, embedder: Embedder, passages: Sequence[Passage]) -> Vectors:
    """A vector for each piece, in the order of the passages. Raises EmbedderUnavailable."""
    return embedder.embed_passages(texts=[text for one in passages for text in one.pieces])


def embed_pending(*, tenancy: Tenancy, embedder: Embedder, at: datetime, limit: int) -> int:
    """Embeds up to `limit` observations that wait for this embedder; returns how many.

    In a workspace it is in use, or is to follow the one in use; else nothing waits for it.
    Takes, computes and writes in three steps: no transaction is open while the model works, and
    nobody else has the same texts in hand. An embedder that fails raises EmbedderUnavailable;
    whatever fails, the work stays, and waits longer each time.
    """
    passages = take(tenancy=tenancy, label=label_of(embedder), at=at, limit=limit)
    if not passages:
        return 0
    try:
        vectors = embed(embedder=embedder, passages=passages)
        # Two workers may pair the same texts from either end.
        retried(
            lambda: store(
                tenancy=tenancy, embedder=embedder, passages=passages, vectors=vectors, at=at
            )
        )
    except Exception:
        give_back(tenancy=tenancy, label=label_of(embedder), passages=passages, at=at)
        raise
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
    What has no work waiting any more, since another was quicker or it was erased, is passed over;
    so is everything where another embedder came into use meanwhile: that work stays.
    """
    label, at = label_of(embedder), at or datetime.now(UTC)
    rows = [
        Embedding(
            workspace_id=tenancy.workspace_id,
            observation_id=passage.observation_id,
            position=passage.position,
            embedder=label,
            piece=piece,
            dimension=embedder.dimension,
            vector=vector,
        )
        for (passage, piece), vector in zip(numbered(passages), vectors, strict=True)
    ]
    with workspace(tenancy):
        now = held(label)
        if label not in now:
            return
        asked = {
            "here": tenancy.workspace_id,
            "ids": [passage.observation_id for passage in passages],
        }
        # Locked, so that an erasure takes away either the work or the vector.
        open_work = {one for (one,) in fetch(_WAITING, asked)}
        rows = [row for row in rows if row.observation_id in open_work]
        Embedding.objects.all().add(rows, skip_existing=True)
        if label == now.embedder:
            pair_alike(
                vectors={row.observation_id: row.vector for row in rows if row.piece == 0},
                embedder=label,
                lexical=embedder.lexical,
                at=at,
            )
        # By the successor alone: the vectors of the one in use may still be waited for.
        done = {**asked, "at": at, "in_use": label == now.embedder, "next": now.successor}
        run(_DONE, done)
        run(_LEFT, done)


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
        done = IndexWork.objects.here().filter(id__in=ids)
        done.update(lexical_pending=False)
        _finish(done)
        return len(ids)


def _finish(work: Any) -> None:
    """Takes off the queue what nothing is pending for."""
    work.filter(lexical_pending=False, semantic_pending=False, successor_pending=False).delete()
