"""Keeps the count of words: exact up to a position of the ledger, at every commit."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.models import Max

from provenance.database.tenancy import Tenancy, current_workspace, workspace
from recall.models import IndexedText, Lexicon
from recall.services.writers import wait_for_writers

# Texts to a transaction: erasures and late indexing wait for it.
BATCH = 2_000

# The transaction's own id, taken after the look: whoever was writing by then has a lower one.
_SEEN = """
UPDATE lexicon SET seen_through = %(newest)s,
       seen_transaction = pg_current_xact_id()::text::bigint
WHERE workspace_id = %(here)s AND counted_through < %(newest)s
AND coalesce(seen_through, 0) <= counted_through
"""
# Are all of them over? Then the next texts, or none that is left up to there.
_CERTAIN = """
SELECT l.counted_through, coalesce(next.position, l.seen_through)
FROM lexicon l LEFT JOIN LATERAL (
  SELECT position FROM indexed_text
  WHERE workspace_id = %(here)s AND position > l.counted_through AND position <= l.seen_through
  ORDER BY position OFFSET %(batch)s - 1 LIMIT 1
) AS next ON true
WHERE l.workspace_id = %(here)s AND l.seen_through > l.counted_through
AND l.seen_transaction <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint
"""
_ADD_TERMS = """
INSERT INTO vocabulary AS v (workspace_id, term, documents)
SELECT %(here)s, term, count(*) FROM posting WHERE workspace_id = %(here)s AND {which}
GROUP BY term ORDER BY term
ON CONFLICT (workspace_id, term) DO UPDATE SET documents = v.documents + excluded.documents
"""
_TAKE_TERMS = """
WITH gone AS (SELECT term, count(*) AS n FROM posting
              WHERE workspace_id = %(here)s AND {which} GROUP BY term)
UPDATE vocabulary v SET documents = greatest(0, v.documents - gone.n)
FROM gone WHERE v.workspace_id = %(here)s AND v.term = gone.term
"""
_TEXTS = """
UPDATE lexicon AS l SET documents = l.documents {sign} texts.n, length = l.length {sign} texts.length
FROM (SELECT count(*) AS n, coalesce(sum(length), 0) AS length FROM indexed_text
      WHERE workspace_id = %(here)s AND {which}) AS texts
WHERE l.workspace_id = %(here)s
"""
_IN_RANGE = "position > %(after)s AND position <= %(through)s"
_AMONG = "position = ANY(%(positions)s)"
_NOBODYS = """
DELETE FROM vocabulary WHERE workspace_id = %(here)s AND documents = 0
AND term IN (SELECT term FROM posting WHERE workspace_id = %(here)s AND {which})
"""


def count_words(*, tenancy: Tenancy) -> int:
    """Counts up to where the ledger was seen the last time, and looks anew; returns how many texts.

    Each BATCH in a transaction of its own. What others were writing when it was seen waits until
    they are over, so that nobody's late commit is left out.
    """
    counted = 0
    while texts := _count_batch(tenancy):
        counted += texts
    with workspace(tenancy):
        newest = IndexedText.objects.here().aggregate(newest=Max("position"))["newest"]
        if newest is not None:
            hold()
            _run(_SEEN, newest=newest)
    return counted


def count_everything(*, tenancy: Tenancy, progress: Callable[[str, int], None]) -> None:
    """Counts as far as there are texts; what others write for very long, the sweep counts."""
    for _ in range(3):
        progress("counted", count_words(tenancy=tenancy))
        wait_for_writers()


def forget_counts(*, tenancy: Tenancy) -> None:
    """Everything is uncounted again: counted live until the next `count_words`."""
    with workspace(tenancy):
        hold()
        _run("DELETE FROM vocabulary WHERE workspace_id = %(here)s")
        Lexicon.objects.here().update(
            counted_through=0, documents=0, length=0, seen_through=None, seen_transaction=None
        )


@contextmanager
def kept_count(positions: Collection[int]) -> Iterator[None]:
    """Within it postings and texts at these ledger positions may change. Inside the workspace.

    Taken out of the count before, and back into it as they are then. Needed wherever the
    positions may be counted already: everywhere but where an observation is recorded.
    """
    through = hold()
    counted = [position for position in positions if position <= through]
    if not counted:
        yield
        return
    values = {"positions": counted}
    _run(_TAKE_TERMS.format(which=_AMONG), **values)
    _run(_TEXTS.format(sign="-", which=_AMONG), **values)
    _run(_NOBODYS.format(which=_AMONG), **values)
    yield
    _run(_ADD_TERMS.format(which=_AMONG), **values)
    _run(_TEXTS.format(sign="+", which=_AMONG), **values)


def hold() -> int:
    """Locks the workspace's lexicon, made where it is missing; how far it is counted."""
    Lexicon.objects.all().add([Lexicon(workspace_id=current_workspace())], skip_existing=True)
    held = Lexicon.objects.here().select_for_update(no_key=True)
    return int(held.values_list("counted_through", flat=True).get())


def _count_batch(tenancy: Tenancy) -> int:
    with workspace(tenancy):
        hold()
        with connection.cursor() as cursor:
            cursor.execute(_CERTAIN, {"here": current_workspace(), "batch": BATCH})
            after, through = cursor.fetchone() or (0, None)
        if through is None:
            return 0
        bounds = {"after": after, "through": through}
        _run(_ADD_TERMS.format(which=_IN_RANGE), **bounds)
        before = Lexicon.objects.here().values_list("documents", flat=True)
        had = before.get()
        _run(_TEXTS.format(sign="+", which=_IN_RANGE), **bounds)
        Lexicon.objects.here().update(counted_through=through)
        return int(before.get()) - int(had)


def _run(sql: str, **values: Any) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql, {"here": current_workspace(), **values})
        return int(cursor.rowcount)
