"""Places in the ledger for rows that are written in bulk."""

from django.db import connection


def next_positions(count: int) -> list[int]:
    """So many positions, in order."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval('ledger_position') FROM generate_series(1, %s)", [count])
        return [int(position) for (position,) in cursor]
