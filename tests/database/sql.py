"""Raw SQL as one of the three roles, past Django and its filters; and a database to break."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID, uuid4

import psycopg
from django.db import connections
from filelock import FileLock
from psycopg import sql
from psycopg.types.json import Jsonb

from memoryapp.checks.tables import tenant_models
from memoryapp.embedded.cluster import create_database, drop_database
from memoryapp.embedded.paths import OWNER_ROLE, SUPERUSER, WEB_ROLE
from tests.server import TEMPLATE, data_directory, own_database, url_as

TENANT_TABLES = sorted(model._meta.db_table for model in tenant_models())
LEDGER_TABLES = sorted(
    model._meta.db_table for model in tenant_models() if getattr(model, "append_only", True)
)


@contextmanager
def as_role(role: str, database: str | None = None) -> Iterator[psycopg.Connection[Any]]:
    """A connection of that role. What it did is rolled back at the end."""
    with psycopg.connect(url_as(role, database or own_database())) as connection:
        yield connection
        connection.rollback()


@contextmanager
def as_web(
    workspace_id: UUID | None = None, *, restricted: bool = False
) -> Iterator[psycopg.Connection[Any]]:
    """The web role, with the workspace named as the application names it, or none."""
    with as_role(WEB_ROLE) as connection:
        if workspace_id is not None:
            connection.execute(
                "SELECT set_config('memoryapp.workspace_id', %s, true),"
                " set_config('memoryapp.restricted', %s, true)",
                [str(workspace_id), "on" if restricted else ""],
            )
        yield connection


@contextmanager
def as_owner(database: str | None = None) -> Iterator[psycopg.Connection[Any]]:
    """The role that owns the tables."""
    with as_role(OWNER_ROLE, database) as connection:
        yield connection


@contextmanager
def as_superuser(database: str | None = None) -> Iterator[psycopg.Connection[Any]]:
    """Whom row security does not bind: sees what really is there."""
    with as_role(SUPERUSER, database) as connection:
        yield connection


def rows_of(
    connection: psycopg.Connection[Any], table: str, *, of: UUID | None = None
) -> list[dict[str, Any]]:
    """The rows of a table as the role sees them, as JSON would; of one workspace, or all."""
    column = workspace_column(table)
    query = sql.SQL("SELECT to_jsonb(t) FROM {} t WHERE %s::uuid IS NULL OR {} = %s").format(
        sql.Identifier(table), sql.Identifier(column)
    )
    return [row[0] for row in connection.execute(query, [of, of])]


def insert_row(connection: psycopg.Connection[Any], table: str, row: dict[str, Any]) -> None:
    """Inserts the row as `rows_of` gives it, but for columns that the database computes."""
    query = "SELECT column_name FROM information_schema.columns WHERE table_name = %s"
    plain = connection.execute(query + " AND is_generated = 'NEVER'", [table])
    columns = sql.SQL(", ").join(sql.Identifier(name) for (name,) in plain)
    insert = sql.SQL("INSERT INTO {table} ({columns}) SELECT {columns} FROM {read}").format(
        table=sql.Identifier(table),
        columns=columns,
        read=sql.SQL("jsonb_populate_record(NULL::{}, %s)").format(sql.Identifier(table)),
    )
    connection.execute(insert, [Jsonb(row)])


def workspace_column(table: str) -> str:
    """The column that names the workspace: `id` in the table of workspaces itself."""
    return "id" if table == "workspace" else "workspace_id"


@contextmanager
def scratch_database(template: str = TEMPLATE) -> Iterator[str]:
    """A database to break or to fill, which Django's aliases lead to meanwhile; then dropped.

    A copy of `template`, to which nobody may be connected.
    """
    data, name = data_directory(), "scratch_" + uuid4().hex[:12]
    with FileLock(data / "template.lock"):
        create_database(data, name, template=template)
    _lead_to(name)
    try:
        yield name
    finally:
        _lead_to(own_database())
        drop_database(data, name)


def _lead_to(name: str) -> None:
    connections.close_all()
    for alias in ("default", "owner"):
        connections.settings[alias]["NAME"] = name
        connections[alias].settings_dict["NAME"] = name
