"""Times an act again and again, and counts the rows that the database touched for it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from django.db import connection

# What this process's reads have touched: rows of whole tables, entries of indexes, rows fetched by
# an index. Kept back by a server process for a second, so it is asked to hand them over.
_FLUSH = "SELECT pg_stat_force_next_flush()"
_TOUCHED = """
SELECT coalesce((SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables), 0)
     + coalesce((SELECT sum(idx_tup_read) FROM pg_stat_user_indexes), 0)
"""


@dataclass(frozen=True, kw_only=True)
class Timed:
    """Milliseconds of each time, and how many rows and index entries one time touched on average."""

    ms: Sequence[float]
    rows: float

    def percentile(self, percent: float) -> float:
        """The milliseconds that so many percent of the times stay within."""
        return float(np.percentile(self.ms, percent))


def timed(act: Callable[[int], object], *, times: int, warm: int = 5) -> Timed:
    """Does the act, told its number, `times` over, after some that do not count."""
    for number in range(warm):
        act(times + number)
    before, ms = _touched(), []
    for number in range(times):
        begun = perf_counter()
        act(number)
        ms.append((perf_counter() - begun) * 1000)
    return Timed(ms=ms, rows=(_touched() - before) / max(1, times))


def _touched() -> int:
    with connection.cursor() as cursor:
        cursor.execute(_FLUSH)
        cursor.fetchall()
        cursor.execute(_TOUCHED)
        return int(cursor.fetchone()[0])
