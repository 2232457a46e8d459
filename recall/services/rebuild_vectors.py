"""Makes the vectors of the settings' embedder beside those in use, and then puts them into use."""

from collections.abc import Callable
from datetime import UTC, datetime
from time import monotonic, sleep

from provenance.database.tenancy import Tenancy, workspace
from recall.embedders.current import current_embedder
from recall.embedders.labels import label_of
from recall.services.arrange import arrange_all
from recall.services.embed import embed_pending
from recall.services.in_use import InUse, in_use
from recall.services.rebuild import EMBEDDED_AT_ONCE, Rebuilt
from recall.services.succession import name_successor, queue_next, switch

# Workers may have the last texts in hand; what they gave back comes later.
_PATIENCE_SECONDS, _PAUSE_SECONDS = 60.0, 0.2


def rebuild_vectors(
    *, tenancy: Tenancy, progress: Callable[[str, int], None] = lambda stage, count: None
) -> Rebuilt:
    """What the workers do after a change of embedder, at once and in this process.

    Questions are answered by the old vectors until none of the new is missing. A run that broke off
    is gone on with by the next, or by the workers; old vectors are removed by the sweep. Raises
    EmbedderUnavailable.
    """
    embedder, queued, vectors = current_embedder(), 0, 0
    name_successor(tenancy=tenancy, label=label_of(embedder))
    while count := queue_next(tenancy=tenancy, at=_now()):
        queued += count
        progress("queued", count)
    give_up = monotonic() + _PATIENCE_SECONDS
    while _follows(tenancy, label_of(embedder)) and monotonic() < give_up:
        count = embed_pending(tenancy=tenancy, embedder=embedder, at=_now(), limit=EMBEDDED_AT_ONCE)
        if count:
            vectors += count
            progress("vectors", count)
            give_up = monotonic() + _PATIENCE_SECONDS
        elif arrange_all(tenancy=tenancy) and not switch(tenancy=tenancy, at=_now()):
            sleep(_PAUSE_SECONDS)
    return Rebuilt(observations=queued, vectors=vectors, last_position=0)


def _follows(tenancy: Tenancy, label: str) -> bool:
    with workspace(tenancy):
        now: InUse | None = in_use()
    return now is not None and now.successor == label


def _now() -> datetime:
    return datetime.now(UTC)
