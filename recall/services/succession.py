"""Replaces the embedder of a workspace: vectors beside the old ones, then all at once."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Exists, Max, OuterRef

from provenance.database.tenancy import Tenancy, current_workspace, workspace
from provenance.models import IndexWork, Observation
from recall.models import Arrangement, EmbedderInUse, Embedding, VectorCell

BATCH = 1_000
MOST_LEFT = 64
# Questions that were embedded before the switch still find what they look for.
GRACE = timedelta(minutes=1)


def name_successor(*, tenancy: Tenancy, label: str) -> None:
    """The settings name `label`: it is to follow, unless it is in use; then nobody is."""
    with workspace(tenancy):
        now = _locked()
        if now is None or label == now.successor:
            return
        _replace(now, now.successor)
        if label != now.embedder:
            now.successor = label
            now.replaced = [one for one in now.replaced if one != label]
            now.queued_through, now.queue_until = 0, _last_position()
        else:
            now.successor = None
            IndexWork.objects.here().filter(successor_pending=True).update(successor_pending=False)
            _finish()
        now.save()


def queue_next(*, tenancy: Tenancy, at: datetime) -> int:
    """Queues the next BATCH texts for the successor; returns how many.

    What is recorded meanwhile queues itself when it gets its vector (`embed.py`).
    """
    with workspace(tenancy):
        now = _locked()
        if now is None or now.successor is None:
            return 0
        rows = Observation.objects.here().filter(
            position__gt=now.queued_through,
            position__lte=now.queue_until,
            lane="open",
            content__isnull=False,
        )
        batch = list(rows.order_by("position").values_list("id", "position")[:BATCH])
        _queue([one for one, _ in batch], at=at)
        now.queued_through = batch[-1][1] if batch else now.queue_until
        now.save()
        return len(batch)


def switch(*, tenancy: Tenancy, at: datetime) -> bool:
    """The successor is in use, if it has what was there when it was named; True if so.

    A few texts recorded since then may lack its vectors: they are pending, which answers say,
    and found by their words. Without that, a busy workspace would never change.
    """
    with workspace(tenancy):
        # Locked: whoever stores a vector now waits, and sees the switch or is seen.
        now = _locked()
        if now is None or now.successor is None or now.queued_through < now.queue_until:
            return False
        waiting = IndexWork.objects.here().filter(successor_pending=True)
        # Erased while it was being queued: nobody would ever take it, and it would hold this up.
        waiting.filter(observation__content=None).delete()
        left = waiting.values_list("observation__position", flat=True)[: MOST_LEFT + 1]
        if len(left) > MOST_LEFT or any(position <= now.queue_until for position in left):
            return False
        waiting.update(semantic_pending=True, successor_pending=False)
        _has_vectors(now.successor).update(semantic_pending=False)
        _finish()
        _replace(now, now.embedder)
        now.embedder, now.successor, now.since = now.successor, None, at
        now.save()
        return True


def remove_replaced(*, tenancy: Tenancy, at: datetime) -> int:
    """Deletes a batch of vectors that nobody asks any more; returns how many."""
    with workspace(tenancy):
        now = _locked()
        if now is None or not now.replaced or now.since > at - GRACE:
            return 0
        for label in now.replaced:
            others = Embedding.objects.here().filter(embedder=label)
            if some := list(others.values_list("id", flat=True)[:BATCH]):
                Embedding.objects.here().filter(id__in=some).delete()
                return len(some)
            Arrangement.objects.here().filter(embedder=label).delete()
            VectorCell.objects.here().filter(embedder=label).delete()
        now.replaced = []
        now.save()
        return 0


def _replace(now: EmbedderInUse, label: str | None) -> None:
    if label is not None and label not in now.replaced:
        now.replaced = [*now.replaced, label]


def _locked() -> EmbedderInUse | None:
    row: EmbedderInUse | None = EmbedderInUse.objects.here().select_for_update().first()
    return row


def _last_position() -> int:
    return Observation.objects.here().aggregate(last=Max("position"))["last"] or 0


def _queue(ids: Sequence[UUID], *, at: datetime) -> None:
    work = [
        IndexWork(
            workspace_id=current_workspace(),
            observation_id=one,
            lexical_pending=False,
            semantic_pending=False,
            successor_pending=True,
            not_before=at,
        )
        for one in ids
    ]
    IndexWork.objects.all().add(work, skip_existing=True)
    IndexWork.objects.here().filter(observation_id__in=ids).update(successor_pending=True)


def _has_vectors(label: str) -> Any:
    """The work that waited for the embedder in use alone, and is done by its successor."""
    vectors = Embedding.objects.here().filter(
        embedder=label, observation_id=OuterRef("observation_id")
    )
    return IndexWork.objects.here().filter(Exists(vectors), semantic_pending=True)


def _finish() -> None:
    idle = IndexWork.objects.here().filter(lexical_pending=False, semantic_pending=False)
    idle.filter(successor_pending=False).delete()
