"""Fetches the nodes of an engram server into a file, whole or not at all."""

from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from urllib.parse import urlsplit

from django.core.management.base import CommandError

from provenance.importers.engram_pull import checked
from provenance.importers.refused import Refused

ASKED = 1_000_000
MOST_BYTES = 512 * 1024**2
SECONDS = 60.0


def pull(url: str, *, into: Path) -> Path:
    """Writes the answer to `/api/nodes` as `nodes.json`, after it was checked; returns the file.

    http.client follows no redirect. CommandError where the server cannot be reached, or its answer
    is refused: empty, cut off, or as long as the server's own limit.
    """
    answer = _answer(url)
    try:
        checked(answer, asked=ASKED)
    except Refused as refused:
        raise CommandError(f"The answer is refused, {refused.code}: {refused}") from refused
    path = into / "nodes.json"
    path.write_bytes(answer)
    return path


def _answer(url: str) -> bytes:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username:
        raise CommandError("An address is http(s)://host[:port], without a name or a key in it.")
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = kind(parts.hostname, parts.port, timeout=SECONDS)
    try:
        connection.request("GET", f"{parts.path.rstrip('/')}/api/nodes?limit={ASKED}")
        response = connection.getresponse()
        if response.status != HTTPStatus.OK:
            raise CommandError(f"The server answered {response.status}.")
        answer = response.read(MOST_BYTES + 1)
    except (OSError, HTTPException) as failure:
        raise CommandError(f"The server cannot be read ({type(failure).__name__}).") from failure
    finally:
        connection.close()
    if len(answer) > MOST_BYTES:
        raise CommandError("The answer is larger than 512 MiB.")
    return answer
