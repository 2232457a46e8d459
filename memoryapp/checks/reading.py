"""Reads from the database's catalogue what its rules are."""

from collections.abc import Sequence
from typing import Any

from django.db import connections


def rows(sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """The rows of a catalogue query, as the web role."""
    with connections["default"].cursor() as cursor:
        cursor.execute(sql, parameters)
        return list(cursor.fetchall())


def column(sql: str, parameters: Sequence[Any] = ()) -> set[Any]:
    """The first column of a catalogue query."""
    return {row[0] for row in rows(sql, parameters)}
