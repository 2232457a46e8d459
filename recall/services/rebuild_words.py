"""Reads the words of a workspace anew, a batch to a transaction: found all the while."""

from collections.abc import Callable

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import Observation
from recall.models import IndexedText, Posting
from recall.services.index_text import index_text
from recall.services.rebuild import Rebuilt
from recall.services.rebuild_spelling import forget_spellings, spell_everything
from recall.services.vocabulary import count_everything, forget_counts, kept_count
from recall.services.writers import wait_for_writers

BATCH = 200


def rebuild_words(
    *,
    tenancy: Tenancy,
    after: int = 0,
    progress: Callable[[str, int], None] = lambda stage, count: None,
) -> Rebuilt:
    """Makes postings, spellings and counts again in the language that the workspace has now.

    Whoever is writing by an earlier language is waited for. Observations after the ledger
    position `after` are taken in order, and each batch is replaced at once, so that a run that
    broke off may go on where it stopped. Vectors stay as they are.
    """
    wait_for_writers()
    if after == 0:
        forget_counts(tenancy=tenancy)
        forget_spellings(tenancy=tenancy, progress=progress)
    done, last = 0, after
    while positions := _replace_next(tenancy, after=last):
        done, last = done + len(positions), positions[-1]
        progress(f"words up to {last}", len(positions))
    spell_everything(tenancy=tenancy, progress=progress)
    count_everything(tenancy=tenancy, progress=progress)
    return Rebuilt(observations=done, vectors=0, last_position=last)


def _replace_next(tenancy: Tenancy, *, after: int) -> list[int]:
    with workspace(tenancy):
        rows = Observation.objects.here().filter(lane="open", content__isnull=False)
        later = rows.filter(position__gt=after).order_by("position")
        positions = list(later.values_list("position", flat=True)[:BATCH])
        with kept_count(positions):
            Posting.objects.here().filter(position__in=positions).delete()
            IndexedText.objects.here().filter(position__in=positions).delete()
            # Read only now: an erasure comes either before, and then nothing is left to read, or
            # after, and then it waits for us and takes away what we wrote.
            for one in rows.filter(position__in=positions).select_related("content"):
                index_text(observation=one, text=one.content.text)
        return positions
