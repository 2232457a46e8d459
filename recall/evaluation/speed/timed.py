"""Times an act again and again, and counts the rows that the database touched for it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

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
    """Milliseconds of each time, and how many rows and index entries one time touched on average.

    `busy` are those in which a processor worked for it, here and in the database's process: on a
    machine that does other work too they say more. Without a local database, here alone.
    """

    ms: Sequence[float]
    busy: Sequence[float]
    rows: float

    def percentile(self, percent: float) -> float:
        """The milliseconds that so many percent of the times stay within."""
        return float(np.percentile(self.ms, percent))

    @property
    def busy_median(self) -> float:
        """The median of `busy`."""
        return float(np.median(self.busy))


def timed(act: Callable[[int], object], *, times: int, warm: int = 5) -> Timed:
    """Does the act, told its number, `times` over, after some that do not count."""
    for number in range(warm):
        act(times + number)
    before, ms, busy = _touched(), [], []
    at_work = _at_work()
    for number in range(times):
        begun, worked = perf_counter(), at_work()
        act(number)
        ms.append((perf_counter() - begun) * 1000)
        busy.append((at_work() - worked) * 1000)
    return Timed(ms=ms, busy=busy, rows=(_touched() - before) / max(1, times))


def _at_work() -> Callable[[], float]:
    """Reads the seconds that this process and its process of the database have worked so far."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        backend = Path(f"/proc/{cursor.fetchone()[0]}/schedstat")
    try:
        local = "postgres" in backend.with_name("cmdline").read_text()
    except OSError:  # another machine, or no such files on this one
        local = False
    if not local:
        return process_time
    return lambda: process_time() + int(backend.read_text().split()[0]) / 1e9


def _touched() -> int:
    with connection.cursor() as cursor:
        cursor.execute(_FLUSH)
        cursor.fetchall()
        cursor.execute(_TOUCHED)
        return int(cursor.fetchone()[0])
