"""What `make up` is told by the environment (memoryapp/settings/table.py lists everything)."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .failures import SetUpError

_HIGHEST_PORT = 65535


@dataclass(frozen=True)
class Options:
    """The settings that matter before Django's can be read."""

    data: Path
    port: int
    sample: bool
    own_database: bool
    own_broker: bool
    host_name: str

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> "Options":
        """From environment variables. SetUpError: one makes no sense."""
        port = environment.get("PORT") or "8000"
        if not port.isdecimal() or not 0 < int(port) <= _HIGHEST_PORT:
            raise SetUpError(f"PORT={port} is not a port: give a number from 1 to {_HIGHEST_PORT}.")
        databases = [bool(environment.get(n)) for n in ("DATABASE_URL", "APP_DATABASE_URL")]
        if databases in ([True, False], [False, True]):
            raise SetUpError(
                "DATABASE_URL (owner) and APP_DATABASE_URL (web role) belong together: give both."
            )
        hosts = (environment.get("ALLOWED_HOSTS") or "localhost").split(",")
        first = hosts[0].strip().lstrip(".")
        return cls(
            data=Path(environment.get("DATA") or ".data").expanduser().absolute(),
            port=int(port),
            sample=environment.get("SAMPLE") != "0",
            own_database=not any(databases),
            own_broker=not environment.get("CELERY_BROKER_URL"),
            host_name="localhost" if first == "*" else first,
        )

    @property
    def url(self) -> str:
        """Where people and agents find the server."""
        return f"http://127.0.0.1:{self.port}"
