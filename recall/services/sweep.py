"""Does the work that is due, in every workspace: what the queue hurries, the sweep ensures."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from time import monotonic

from provenance.database.tenancy import Tenancy
from recall.embedders.current import current_embedder
from recall.services.arrange import arrange
from recall.services.embed import embed_pending, index_pending, label_of
from recall.services.tenants import to_arrange, to_count, with_work
from recall.services.vocabulary import count_words

BATCH = 64
# Until then texts are counted live, which costs less than keeping the count.
COUNTED_FROM = 1_000


@dataclass(frozen=True)
class Swept:
    """How many texts got their vectors, and whether the time was enough for all that was due."""

    vectors: int
    finished: bool


def sweep(*, at: datetime, only: Tenancy | None = None, seconds: float = float("inf")) -> Swept:
    """Counts, indexes, embeds and arranges what is due at `at`, a batch of each workspace in turn.

    Begins no further batch after `seconds`. EmbedderUnavailable where the model is not to be had:
    words are indexed first all the same.
    """
    end = monotonic() + seconds
    grown = {one for one in to_count(texts=COUNTED_FROM) if only in (None, one)}
    for tenancy in grown:
        count_words(tenancy=tenancy)
    tenancies = [only] if only else with_work(at=at)
    words = _in_turn(tenancies, lambda one: index_pending(tenancy=one, at=at, limit=BATCH), end=end)
    vectors = _in_turn(tenancies, lambda one: _embed_batch(one, at=at), end=end)
    grown |= vectors.of | {one for one in to_arrange() if only in (None, one)}
    arranged = True
    for tenancy in grown:
        arranged = _arrange(tenancy, end=end) and arranged
    return Swept(vectors.done, finished=words.finished and vectors.finished and arranged)


@dataclass(frozen=True)
class _Done:
    done: int
    finished: bool
    of: frozenset[Tenancy]


def _in_turn(tenancies: Sequence[Tenancy], work: Callable[[Tenancy], int], *, end: float) -> _Done:
    """Works a batch of each in turn until none has any left: no workspace waits for a large one."""
    done, of = 0, set[Tenancy]()
    while tenancies:
        busy = []
        for tenancy in tenancies:
            if monotonic() > end:
                return _Done(done, finished=False, of=frozenset(of))
            if count := work(tenancy):
                done += count
                busy.append(tenancy)
        of.update(busy)
        tenancies = busy
    return _Done(done, finished=True, of=frozenset(of))


def _embed_batch(tenancy: Tenancy, *, at: datetime) -> int:
    return embed_pending(tenancy=tenancy, embedder=current_embedder(), at=at, limit=BATCH)


def _arrange(tenancy: Tenancy, *, end: float) -> bool:
    return arrange(tenancy=tenancy, embedder=label_of(current_embedder()), end=end)
