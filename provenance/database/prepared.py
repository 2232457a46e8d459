"""Statements that every act asks again: the server plans them once for each connection."""

from typing import Any

import psycopg
from django.db import connection

# Planning a statement of many tables takes longer than running it for a few rows.
_ALWAYS = {"prepare": True}


class PreparedCursor(psycopg.Cursor[Any]):
    """Binds on the server, and keeps the plan."""

    def execute(self, query: Any, params: Any = None, **choices: Any) -> Any:
        return super().execute(query, params, **{**_ALWAYS, **choices})


def fetch(statement: str, values: dict[str, Any]) -> list[tuple[Any, ...]]:
    """All rows of a SELECT whose text is one of a few, whatever the values.

    Values are bound by the server, so one whose type PostgreSQL cannot infer needs a cast in the
    statement. Inside the open transaction, like any other statement.
    """
    connection.ensure_connection()
    # Django wraps any cursor: errors become its own, and what watches statements sees this one.
    raw: Any = PreparedCursor(connection.connection)
    wrap = connection.make_debug_cursor if connection.queries_logged else connection.make_cursor
    with wrap(raw) as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())
