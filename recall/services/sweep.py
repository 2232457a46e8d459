"""Does the work that is due, in every workspace: what the queue hurries, the sweep ensures."""

from datetime import datetime

from provenance.database.tenancy import Tenancy
from recall.embedders.current import current_embedder
from recall.services.embed import embed_pending, index_pending
from recall.services.tenants import to_count, with_work
from recall.services.vocabulary import count_words

BATCH = 64
# Until then texts are counted live, which costs less than keeping the count.
COUNTED_FROM = 1_000


def sweep(*, at: datetime, only: Tenancy | None = None) -> int:
    """Counts, indexes and embeds what is due at `at`, in batches; returns how many vectors.

    EmbedderUnavailable where the model is not to be had: words are indexed first all the same.
    """
    for tenancy in to_count(texts=COUNTED_FROM):
        if only in (None, tenancy):
            count_words(tenancy=tenancy)
    done = 0
    for tenancy in [only] if only else with_work(at=at):
        while index_pending(tenancy=tenancy, at=at, limit=BATCH):
            continue
        embedder = current_embedder()
        while count := embed_pending(tenancy=tenancy, embedder=embedder, at=at, limit=BATCH):
            done += count
    return done
