"""Drops a workspace's readings of the ledger and makes them again (P1)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import IndexWork, Observation
from provenance.services.standing.rebuild_standing import rebuild_standing
from recall.embedders.current import current_embedder
from recall.embedders.errors import EmbedderUnavailable
from recall.embedders.labels import label_of
from recall.embedders.port import Embedder
from recall.models import Embedding, IndexedText, Posting, ThemeRun
from recall.services.arrange import arrange, arrange_anew
from recall.services.embed import embed_pending, index_pending
from recall.services.in_use import use_now
from recall.services.rebuild_spelling import forget_spellings, spell_everything
from recall.services.vocabulary import count_everything, forget_counts, kept_count

BATCH = 500
EMBEDDED_AT_ONCE = 64

# Called after each transaction: the stage, and how many rows it dealt with.
Progress = Callable[[str, int], None]


@dataclass(frozen=True)
class Rebuilt:
    """What was made again. `last_position` is the ledger position that was reached."""

    observations: int
    vectors: int
    last_position: int


def rebuild(
    *,
    tenancy: Tenancy,
    at: datetime,
    after: int = 0,
    embedder: Embedder | None = None,
    progress: Progress = lambda stage, count: None,
) -> Rebuilt:
    """Makes words, spellings, vectors and current standings of one workspace again.

    Observations after the ledger position `after` are taken in order, BATCH to a transaction:
    their readings go and their work is queued. What a run that broke off has queued the sweep
    does too; a run after it may go on where it stopped. `embedder` is the settings' unless another
    is given, and in use from then on. Raises EmbedderUnavailable where the model is not to be had,
    once the words are there.
    """
    embedder = embedder or _if_to_be_had()
    if after == 0:
        if embedder is not None:
            use_now(tenancy=tenancy, label=label_of(embedder), at=at)
        _forget_themes(tenancy)
        forget_counts(tenancy=tenancy)
        forget_spellings(tenancy=tenancy, progress=progress)
    observations, last_position = 0, after
    while batch := _next(tenancy, after=last_position):
        _start_over(tenancy, batch, at=at)
        observations, last_position = observations + len(batch), batch[-1][1]
        progress(f"queued up to {last_position}", len(batch))
    while count := index_pending(tenancy=tenancy, at=at, limit=BATCH):
        progress("words", count)
    spell_everything(tenancy=tenancy, progress=progress)
    count_everything(tenancy=tenancy, progress=progress)
    vectors, embedder = 0, embedder or current_embedder()
    while count := embed_pending(tenancy=tenancy, embedder=embedder, at=at, limit=EMBEDDED_AT_ONCE):
        vectors += count
        progress("vectors", count)
    arrange_anew(tenancy=tenancy, embedder=label_of(embedder))
    arrange(tenancy=tenancy, embedder=label_of(embedder))
    return Rebuilt(observations, vectors, last_position)


def _if_to_be_had() -> Embedder | None:
    try:
        return current_embedder()
    except EmbedderUnavailable:
        return None


def _forget_themes(tenancy: Tenancy) -> None:
    """Who asks for them again has them found in the new vectors."""
    with workspace(tenancy):
        ThemeRun.objects.here().delete()


def _next(tenancy: Tenancy, *, after: int) -> list[tuple[UUID, int]]:
    """The next observations that have readings: those of the open lane whose text is still here."""
    with workspace(tenancy):
        rows = Observation.objects.here().filter(
            position__gt=after, lane="open", content__isnull=False
        )
        return list(rows.order_by("position").values_list("id", "position")[:BATCH])


def _start_over(tenancy: Tenancy, batch: Sequence[tuple[UUID, int]], *, at: datetime) -> None:
    ids = [observation_id for observation_id, _ in batch]
    positions = [position for _, position in batch]
    with workspace(tenancy):
        work = [
            IndexWork(workspace_id=tenancy.workspace_id, observation_id=one, not_before=at)
            for one in ids
        ]
        IndexWork.objects.all().add(work, skip_existing=True)
        IndexWork.objects.here().filter(observation_id__in=ids).update(
            lexical_pending=True,
            semantic_pending=True,
            successor_pending=False,
            attempts=0,
            not_before=at,
        )
        with kept_count(positions):
            Posting.objects.here().filter(position__in=positions).delete()
            IndexedText.objects.here().filter(observation_id__in=ids).delete()
        Embedding.objects.here().filter(observation_id__in=ids).delete()
        rebuild_standing(observation_ids=ids)
