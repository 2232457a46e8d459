"""How far the vectors of a workspace are made, and by whom."""

from dataclasses import dataclass

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import IndexWork, Observation
from recall.models import EmbedderInUse, Embedding


@dataclass(frozen=True)
class VectorStatus:
    """Embedders by name@revision. `made` and `follow`: texts with vectors of each; `pending`: without any.

    `left`: texts that the successor has not embedded yet.
    """

    embedder: str
    made: int
    pending: int
    successor: str | None = None
    follow: int = 0
    left: int = 0


def vector_status(*, tenancy: Tenancy) -> VectorStatus | None:
    """None where the workspace has no vectors yet."""
    with workspace(tenancy):
        now = EmbedderInUse.objects.here().first()
        if now is None:
            return None
        work = IndexWork.objects.here()
        pending = work.filter(semantic_pending=True).count()
        if now.successor is None:
            return VectorStatus(now.embedder, _made(now.embedder), pending)
        unqueued = Observation.objects.here().filter(
            position__gt=now.queued_through,
            position__lte=now.queue_until,
            lane="open",
            content__isnull=False,
        )
        return VectorStatus(
            now.embedder,
            _made(now.embedder),
            pending,
            now.successor,
            _made(now.successor),
            work.filter(successor_pending=True).count() + unqueued.count(),
        )


def _made(embedder: str) -> int:
    return int(Embedding.objects.here().filter(embedder=embedder, piece=0).count())
