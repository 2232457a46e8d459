"""The database that is saved, as a role that reads every row of every workspace."""

from collections.abc import Mapping
from typing import Any

import psycopg
from django.conf import settings
from psycopg.conninfo import conninfo_to_dict

from memoryapp.embedded.paths import DATABASE, superuser_url
from memoryapp.settings.environment import text

from .refusals import RefusedError

_NAMES = {
    "host": "PGHOST",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "dbname": "PGDATABASE",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
}
_SECONDS = 5


def everything_url() -> str:
    """URL of that role. RefusedError `no_access`: the database is given by address, the role not."""
    if settings.BACKUP_DATABASE_URL:
        return str(settings.BACKUP_DATABASE_URL)
    if text("DATABASE_URL"):
        raise RefusedError("no_access")
    return superuser_url(settings.DATA_DIR, DATABASE)


def environment_of(url: str) -> Mapping[str, str]:
    """What libpq's programs read: a password in their arguments would be seen by everybody."""
    given = conninfo_to_dict(url)
    return {name: str(given[key]) for key, name in _NAMES.items() if key in given}


def connected(url: str) -> psycopg.Connection[Any]:
    """A connection that raises, rather than show less, where row security would filter."""
    connection = psycopg.connect(url, connect_timeout=_SECONDS, autocommit=True)
    connection.execute("SET row_security = off")
    return connection
