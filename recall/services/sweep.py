"""Does the work that is due, in every workspace: what the queue hurries, the sweep ensures."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from time import monotonic

from provenance.database.tenancy import Tenancy
from recall.embedders.current import current_embedder
from recall.embedders.errors import EmbedderUnavailable
from recall.embedders.labels import label_of
from recall.services.arrange import arrange_all
from recall.services.embed import embed_pending, index_pending
from recall.services.in_use import embedder_of
from recall.services.mute import note_mute
from recall.services.succession import name_successor, queue_next, remove_replaced, switch
from recall.services.tenants import embedded_otherwise, to_arrange, to_count, with_work
from recall.services.vocabulary import count_words

log = logging.getLogger(__name__)
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

    Where the settings name another embedder than a workspace uses, its vectors are made too.
    Begins no further batch after `seconds`. EmbedderUnavailable where the model is not to be had:
    words are indexed first all the same.
    """
    end = monotonic() + seconds
    grown = {one for one in to_count(texts=COUNTED_FROM) if only in (None, one)}
    for tenancy in grown:
        count_words(tenancy=tenancy)
    tenancies = [only] if only else with_work(at=at)
    words = _in_turn(tenancies, lambda one: index_pending(tenancy=one, at=at, limit=BATCH), end=end)
    changing = _named_anew(only)
    vectors = _in_turn(tenancies, lambda one: _embed_batch(one, at=at), end=end)
    changed = _change_embedders(changing, at=at, end=end)
    grown |= vectors.of | {one for one in to_arrange() if only in (None, one)}
    arranged = True
    for tenancy in grown:
        arranged = arrange_all(tenancy=tenancy, end=end) and arranged
    finished = words.finished and vectors.finished and changed.finished and arranged
    return Swept(vectors.done + changed.done, finished=finished)


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
    embedder = None
    try:
        embedder = embedder_of(tenancy)
        return embed_pending(tenancy=tenancy, embedder=embedder, at=at, limit=BATCH)
    except EmbedderUnavailable as error:
        # The settings' own is missed by everybody; an old one that is gone or mute, by this
        # workspace alone, and its successor is what helps.
        if embedder is None:
            current_embedder()
        elif not note_mute(embedder):
            raise
        log.warning("New texts wait until the embedder has changed (%s).", type(error).__name__)
        return 0


def _named_anew(only: Tenancy | None) -> list[Tenancy]:
    """The workspaces that use, or have used, another embedder than the settings name: it is to follow."""
    try:
        label = label_of(current_embedder())
    except EmbedderUnavailable:
        return []
    changing = [one for one in embedded_otherwise(label=label) if only in (None, one)]
    for one in changing:
        name_successor(tenancy=one, label=label)
    return changing


def _change_embedders(changing: Sequence[Tenancy], *, at: datetime, end: float) -> _Done:
    """Brings each of these workspaces a little nearer to the embedder that the settings name."""
    if not changing:
        return _Done(0, finished=True, of=frozenset())
    embedder = current_embedder()
    queued = _in_turn(changing, lambda one: queue_next(tenancy=one, at=at), end=end)
    made = _in_turn(
        changing,
        lambda one: embed_pending(tenancy=one, embedder=embedder, at=at, limit=BATCH),
        end=end,
    )
    for one in changing:
        # In cells first: in use, they have to answer at once.
        if monotonic() <= end and arrange_all(tenancy=one, end=end):
            switch(tenancy=one, at=at)
    removed = _in_turn(changing, lambda one: remove_replaced(tenancy=one, at=at), end=end)
    return _Done(made.done, queued.finished and made.finished and removed.finished, made.of)
