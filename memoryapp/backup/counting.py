"""What a database holds: rows by table, standings by workspace, the end of the ledger."""

from typing import Any

import psycopg
from psycopg import sql

_TABLES = (
    "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
    " WHERE n.nspname = 'public' AND c.relkind = 'r' ORDER BY 1"
)
_STANDINGS = (
    "SELECT workspace_id::text, standing, count(*) FROM current_standing"
    " GROUP BY 1, 2 ORDER BY 1, 2"
)


def tables_of(connection: psycopg.Connection[Any]) -> list[str]:
    """The names of the tables, sorted."""
    return [name for (name,) in connection.execute(_TABLES)]


def counts_of(connection: psycopg.Connection[Any]) -> dict[str, int]:
    """Rows by table."""
    counts = {}
    for table in tables_of(connection):
        query = sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))
        row = connection.execute(query).fetchone()
        counts[table] = row[0] if row else 0
    return counts


def standings_of(connection: psycopg.Connection[Any]) -> dict[str, dict[str, int]]:
    """How many observations stand how, by workspace; `reported` ones are not counted."""
    found: dict[str, dict[str, int]] = {}
    for workspace, standing, count in connection.execute(_STANDINGS):
        found.setdefault(workspace, {})[standing] = count
    return found


def position_of(connection: psycopg.Connection[Any]) -> int:
    """The last ledger position that was given."""
    row = connection.execute("SELECT last_value FROM ledger_position").fetchone()
    return int(row[0]) if row else 0


def workspaces_of(connection: psycopg.Connection[Any]) -> dict[str, str]:
    """The workspaces: id to slug."""
    return dict(connection.execute("SELECT id::text, slug FROM workspace ORDER BY 1").fetchall())


def migrations_of(connection: psycopg.Connection[Any]) -> list[str]:
    """The migrations that were applied, as `app/name`, sorted."""
    query = "SELECT app || '/' || name FROM django_migrations ORDER BY 1"
    return [name for (name,) in connection.execute(query)]


def versions_of(connection: psycopg.Connection[Any]) -> dict[str, str]:
    """The server's version and those of its extensions."""
    rows = connection.execute("SELECT extname, extversion FROM pg_extension ORDER BY 1").fetchall()
    return {"postgresql": connection.info.parameter_status("server_version") or "", **dict(rows)}
