"""An embedded server on a directory of its own, filled from a dump."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql

from memoryapp.embedded.cluster import ATTRIBUTES, drop_database
from memoryapp.embedded.paths import DATABASE, OWNER_ROLE, SUPERUSER, WEB_ROLE, superuser_url
from memoryapp.embedded.running import running_postgres

from . import counting, tools
from .manifest import DUMP, Manifest
from .refusals import RefusedError
from .source import connected


@contextmanager
def copy_running(into: Path) -> Iterator[str]:
    """Runs the copy's server; the URL of its superuser in its database."""
    with running_postgres(into):
        yield superuser_url(into, DATABASE)


def fill(
    into: Path, *, backup: Path, manifest: Manifest, progress: Callable[[str, int], None]
) -> None:
    """Fills the copy's empty database from the dump, its server running, and counts its rows.

    RefusedError `failed` or `wrong_counts`. The roles get the names of the embedded server's,
    whatever they were called where it was saved.
    """
    owner, web = manifest.roles["owner"], manifest.roles["web"]
    drop_database(into, DATABASE)
    with psycopg.connect(superuser_url(into, SUPERUSER), autocommit=True) as connection:
        # They are made anew under the names that the dump knows: all that they owned is gone.
        for role in (OWNER_ROLE, WEB_ROLE):
            connection.execute(sql.SQL("DROP ROLE {}").format(sql.Identifier(role)))
        for role in (owner, web):
            statement = sql.SQL(f"CREATE ROLE {{}} {ATTRIBUTES}")
            connection.execute(statement.format(sql.Identifier(role)))
        statement = sql.SQL("CREATE DATABASE {} OWNER {} TEMPLATE template0")
        connection.execute(statement.format(sql.Identifier(DATABASE), sql.Identifier(owner)))
    url = superuser_url(into, DATABASE)

    def told(line: str) -> None:
        if "processing data for table" in line:
            progress("restored", 1)

    arguments = ["--exit-on-error", "--verbose", f"--dbname={DATABASE}"]
    tools.run("pg_restore", [*arguments, str(backup / DUMP)], url=url, on_line=told)
    with connected(url) as connection:
        for given, ours in ((owner, OWNER_ROLE), (web, WEB_ROLE)):
            if given != ours:
                statement = sql.SQL("ALTER ROLE {} RENAME TO {}")
                connection.execute(statement.format(sql.Identifier(given), sql.Identifier(ours)))
        connection.execute("ANALYZE")
        found = counting.counts_of(connection)
    wrong = [name for name in manifest.tables if found.get(name) != manifest.tables[name]]
    if wrong:
        raise RefusedError("wrong_counts", ", ".join(wrong))


def without_databases() -> dict[str, str]:
    """This process's environment without what would lead a command to the live database."""
    live = ("DATABASE_URL", "APP_DATABASE_URL", "BACKUP_DATABASE_URL", "TOMBSTONES")
    return {name: value for name, value in os.environ.items() if name not in live}
