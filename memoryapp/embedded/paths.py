"""Where the embedded services keep their sockets, and the URLs that reach them. Pure functions."""

import hashlib
import os
import tempfile
from pathlib import Path
from urllib.parse import quote

DATABASE = "memoryapp"
OWNER_ROLE = "memoryapp_owner"
WEB_ROLE = "memoryapp_web"
SUPERUSER = "postgres"

# A socket's whole path must fit into the 108 bytes of `sockaddr_un`, with its closing NUL.
_LONGEST_SOCKET_PATH = 107
_LONGEST_NAME_BELOW = "postgres/.s.PGSQL.5432"


def runtime_directory(data: Path) -> Path:
    """Private directory of the sockets of the data directory `data`.

    It is `data/run` where a socket's path fits there, else a directory under the temporary
    directory, named by the data directory's absolute path and the user. (libpq reads a comma as
    the start of a second host, so such a path does not fit either.)
    """
    absolute = data.expanduser().absolute()
    inside = absolute / "run"
    fits = len(os.fsencode(inside / _LONGEST_NAME_BELOW)) <= _LONGEST_SOCKET_PATH
    if fits and "," not in str(inside):
        return inside
    name = hashlib.sha256(os.fsencode(absolute)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"memoryapp-{os.getuid()}-{name}"


def postgres_socket_directory(data: Path) -> Path:
    """Directory of the embedded PostgreSQL's socket."""
    return runtime_directory(data) / "postgres"


def valkey_socket(data: Path) -> Path:
    """The embedded Valkey's socket."""
    return runtime_directory(data) / "valkey.sock"


def owner_url(data: Path) -> str:
    """PostgreSQL URL of the role that owns the tables and migrates them."""
    return _postgres_url(data, OWNER_ROLE, DATABASE)


def web_url(data: Path) -> str:
    """PostgreSQL URL of the role of the web server and the workers, which owns nothing."""
    return _postgres_url(data, WEB_ROLE, DATABASE)


def superuser_url(data: Path, dbname: str) -> str:
    """PostgreSQL URL of the embedded server's superuser, in the database `dbname`."""
    return _postgres_url(data, SUPERUSER, dbname)


def broker_url(data: Path) -> str:
    """Celery's URL of the embedded Valkey."""
    return f"redis+socket://{quote(str(valkey_socket(data)))}"


def _postgres_url(data: Path, role: str, dbname: str) -> str:
    socket = quote(str(postgres_socket_directory(data)), safe="")
    return f"postgresql://{role}@/{quote(dbname, safe='')}?host={socket}&port=5432"
