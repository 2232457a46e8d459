"""Asks the broker whether it answers, without Celery's retries: a mute one must not hold us."""

import socket
import time
from urllib.parse import unquote, urlsplit

_REDIS = (b"PING\r\n", 6379)
_AMQP = (b"AMQP\x00\x00\x09\x01", 5672)
# With TLS, or another transport, an open connection is all that is asked for.
_SILENT = (b"", 5671)
_KINDS = {"redis": _REDIS, "redis+socket": _REDIS, "unix": _REDIS, "amqp": _AMQP, "pyamqp": _AMQP}


def broker_answers(url: str, *, seconds: float) -> bool:
    """True where the broker at a Celery URL says anything at all within `seconds`.

    A refusal for want of a password is an answer too. Looking a host name up is not bounded
    here: the caller bounds the whole.
    """
    parts = urlsplit(url)
    greeting, port = _KINDS.get(parts.scheme, _SILENT)
    until = time.monotonic() + seconds
    try:
        connection = _connect(
            path=unquote(parts.path) if not parts.hostname else "",
            address=(parts.hostname or "", parts.port or port),
            seconds=seconds,
        )
        with connection:
            if not greeting:
                return True
            connection.settimeout(max(0.001, until - time.monotonic()))
            connection.sendall(greeting)
            return bool(connection.recv(1))
    except OSError:
        return False


def _connect(*, path: str, address: tuple[str, int], seconds: float) -> socket.socket:
    if not path:
        return socket.create_connection(address, timeout=seconds)
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.settimeout(seconds)
        connection.connect(path)
    except OSError:
        connection.close()
        raise
    return connection
