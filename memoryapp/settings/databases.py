"""The two roles on one database: `default` is the web role, `owner` migrates."""

from typing import Any

from psycopg.conninfo import conninfo_to_dict

from memoryapp.embedded.paths import owner_url, web_url

from .environment import data_directory, text

# Of Django's own statements none is prepared; `provenance.database.prepared` asks for its own.
_ONLY_WHERE_ASKED = 2**31
_NAMES = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}


def database(url: str) -> dict[str, Any]:
    """Django's description of the database at a PostgreSQL URL (sockets by `?host=/directory`)."""
    given = conninfo_to_dict(url)
    options = {name: value for name, value in given.items() if name not in _NAMES}
    named = {django: str(given.get(name, "")) for name, django in _NAMES.items()}
    return {
        "ENGINE": "django.db.backends.postgresql",
        **named,
        "OPTIONS": {"prepare_threshold": _ONLY_WHERE_ASKED, **options},
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": False,
    }


def databases() -> dict[str, dict[str, Any]]:
    """Both aliases. Without DATABASE_URL they are the embedded server's sockets."""
    data = data_directory()
    return {
        "default": database(text("APP_DATABASE_URL") or web_url(data)),
        "owner": database(text("DATABASE_URL") or owner_url(data)),
    }
