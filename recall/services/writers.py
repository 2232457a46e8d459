"""Waits for those who are writing: what they have not committed, nobody else can see yet."""

from time import monotonic, sleep

from django.db import connection

PATIENCE_SECONDS, PAUSE_SECONDS = 10.0, 0.05

# An id of our own is above those of all who write by now; a snapshot's end may lie below them.
_NOW = "SELECT pg_current_xact_id()::text::bigint"
_FIRST_AT_WORK = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint"


def wait_for_writers(*, patience: float = PATIENCE_SECONDS) -> bool:
    """True once every transaction that is writing now is over; False after `patience` seconds.

    Outside any transaction.
    """
    give_up = monotonic() + patience
    now = _ask(_NOW)
    while _ask(_FIRST_AT_WORK) < now:
        if monotonic() > give_up:
            return False
        sleep(PAUSE_SECONDS)
    return True


def _ask(sql: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return int(cursor.fetchone()[0])
