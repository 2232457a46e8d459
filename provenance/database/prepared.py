"""Statements that every act asks again: the server plans them once for each connection."""

from typing import Any
from weakref import WeakKeyDictionary

import psycopg
from django.db import connection

# Planning a statement of many tables takes longer than running it for a few rows.
_ALWAYS = {"prepare": True}
# A queryset may be asked of again and again: it is compiled once, and while it lives.
_compiled: WeakKeyDictionary[Any, tuple[str, dict[str, Any]]] = WeakKeyDictionary()


class PreparedCursor(psycopg.Cursor[Any]):
    """Binds on the server, and keeps the plan."""

    def execute(self, query: Any, params: Any = None, **choices: Any) -> Any:
        return super().execute(query, params, **{**_ALWAYS, **choices})


def fetch(statement: str, values: dict[str, Any]) -> list[tuple[Any, ...]]:
    """All rows of a SELECT whose text is one of a few, whatever the values.

    Values are bound by the server, so one whose type PostgreSQL cannot infer needs a cast in the
    statement. Inside the open transaction, like any other statement.
    """
    cursor = _cursor()
    cursor.execute(statement, values)
    return list(cursor.fetchall())


def run(statement: str, values: dict[str, Any]) -> None:
    """As `fetch`, for a statement that returns no rows."""
    _cursor().execute(statement, values)


def compiled(rows: Any, *columns: str, prefix: str) -> tuple[str, dict[str, Any]]:
    """A queryset as SQL for these columns, and the values of its named parameters.

    Without its order. Of one queryset always for the same columns.
    """
    if (known := _compiled.get(rows)) is None:
        sql, values = rows.order_by().values_list(*columns).query.sql_with_params()
        named = {f"{prefix}_{index}": value for index, value in enumerate(values)}
        known = _compiled[rows] = (sql % tuple(f"%({name})s" for name in named), named)
    return known


def _cursor() -> Any:
    connection.ensure_connection()
    # One for each statement: one that was kept would keep its connection, also of a thread that ended.
    raw: Any = PreparedCursor(connection.connection)
    # Django wraps any cursor: errors become its own, and what watches statements sees this one.
    wrap = connection.make_debug_cursor if connection.queries_logged else connection.make_cursor
    return wrap(raw)
