"""What the superuser sets up in the embedded server: roles, databases, extensions."""

import time
from collections.abc import Callable
from pathlib import Path

import psycopg
from psycopg import sql

from .failures import SetUpError
from .paths import DATABASE, OWNER_ROLE, SUPERUSER, WEB_ROLE, superuser_url

EXTENSIONS = ("vector", "pg_trgm", "unaccent", "btree_gin")

ATTRIBUTES = "LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS"


def wait_until_it_answers(data: Path, *, seconds: float = 60, alive: Callable[[], bool]) -> None:
    """Wait until the server takes connections. SetUpError: it ended, or took too long."""
    deadline = time.monotonic() + seconds
    while not _ready(data):
        if not alive():
            raise SetUpError("PostgreSQL ended while it was starting.")
        if time.monotonic() > deadline:
            raise SetUpError(f"PostgreSQL did not answer within {seconds:.0f} seconds.")
        time.sleep(0.05)


def _ready(data: Path) -> bool:
    """What the server notes in its own file: asking by connecting would fill its log."""
    try:
        return (data / "postgres" / "postmaster.pid").read_text().split()[-1] == "ready"
    except (FileNotFoundError, IndexError):
        return False


def ensure_database(data: Path) -> None:
    """Make the two roles and the database, with its extensions, where they are missing."""
    with _superuser(data, SUPERUSER) as connection:
        for role in (OWNER_ROLE, WEB_ROLE):
            if not _exists(connection, "pg_roles", "rolname", role):
                statement = sql.SQL(f"CREATE ROLE {{}} {ATTRIBUTES}")
                connection.execute(statement.format(sql.Identifier(role)))
        made = _exists(connection, "pg_database", "datname", DATABASE)
    if not made:
        create_database(data, DATABASE)
    else:
        _extend(data, DATABASE)  # a killed first start may have left them out


def create_database(data: Path, name: str, template: str | None = None) -> None:
    """Make a database that the owner role owns, with the extensions, or as a copy of `template`."""
    with _superuser(data, SUPERUSER) as connection:
        connection.execute(
            sql.SQL("CREATE DATABASE {} OWNER {} TEMPLATE {}").format(
                sql.Identifier(name),
                sql.Identifier(OWNER_ROLE),
                sql.Identifier(template or "template1"),
            )
        )
    if template is None:
        _extend(data, name)


def drop_database(data: Path, name: str) -> None:
    """Drop the database where it exists, disconnecting whoever uses it."""
    with _superuser(data, SUPERUSER) as connection:
        statement = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
        connection.execute(statement.format(sql.Identifier(name)))


def _extend(data: Path, name: str) -> None:
    with _superuser(data, name) as connection:
        for extension in EXTENSIONS:
            statement = sql.SQL("CREATE EXTENSION IF NOT EXISTS {}")
            connection.execute(statement.format(sql.Identifier(extension)))


def _superuser(data: Path, dbname: str) -> psycopg.Connection:
    # CREATE DATABASE refuses to run inside a transaction.
    return psycopg.connect(superuser_url(data, dbname), autocommit=True)


def _exists(connection: psycopg.Connection, catalogue: str, column: str, name: str) -> bool:
    query = sql.SQL("SELECT 1 FROM {} WHERE {} = %s").format(
        sql.Identifier(catalogue), sql.Identifier(column)
    )
    return connection.execute(query, [name]).fetchone() is not None
