"""Reads the settings table from the environment."""

import os
import secrets
from pathlib import Path

from .table import SETTINGS

_DEFAULTS = {setting.name: setting.default for setting in SETTINGS}


def text(name: str) -> str:
    """Value of the setting `name`; its default where the environment has none. KeyError: unknown."""
    return os.environ.get(name) or _DEFAULTS[name]


def number(name: str) -> int:
    """The setting `name` as an integer."""
    return int(text(name))


def flag(name: str) -> bool:
    """True where the setting `name` is 1."""
    return text(name) == "1"


def words(name: str) -> list[str]:
    """The comma-separated setting `name` as a list."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def data_directory() -> Path:
    """The data directory, absolute."""
    return Path(text("DATA")).expanduser().absolute()


def tombstones_directory() -> Path:
    """Where the files of tombstones are, absolute."""
    given = text("TOMBSTONES")
    return Path(given).expanduser().absolute() if given else data_directory() / "tombstones"


def secret_key() -> str:
    """The given secret key, or one that is made once and kept (mode 0600) in the data directory.

    Where the data directory is absent or read-only (checks, schema generation) the key lives
    as long as the process.
    """
    if given := text("SECRET_KEY"):
        return given
    path = data_directory() / "secret_key"
    try:
        if path.exists():
            return path.read_text()
        if not path.parent.is_dir():
            return secrets.token_urlsafe(50)
        with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            key = secrets.token_urlsafe(50)
            file.write(key)
            return key
    except FileExistsError:
        return path.read_text()
    except PermissionError:
        return secrets.token_urlsafe(50)
