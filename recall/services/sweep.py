"""Does the index work that is due, in every workspace: what the queue hurries, the sweep ensures."""

from datetime import datetime

from provenance.database.tenancy import Tenancy
from recall.embedders.current import current_embedder
from recall.services.embed import embed_pending, index_pending
from recall.services.tenants import with_work

BATCH = 64


def sweep(*, at: datetime, only: Tenancy | None = None) -> int:
    """Indexes and embeds everything that is due at `at`, in batches; returns how many vectors.

    EmbedderUnavailable where the model is not to be had: words are indexed first all the same.
    """
    done = 0
    for tenancy in [only] if only else with_work(at=at):
        while index_pending(tenancy=tenancy, at=at, limit=BATCH):
            continue
        embedder = current_embedder()
        while count := embed_pending(tenancy=tenancy, embedder=embedder, at=at, limit=BATCH):
            done += count
    return done
