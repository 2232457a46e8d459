"""Reads JSON from a path; what is wrong with it is one sentence."""

import gzip
import json
import zlib
from pathlib import Path
from typing import Any

from recall.evaluation.benchmark import UnreadableError

_GZIP = b"\x1f\x8b"


def uncompressed(path: Path) -> bytes:
    """The bytes of a file, unpacked where they are gzip. UnreadableError."""
    try:
        raw = path.read_bytes()
        return gzip.decompress(raw) if raw.startswith(_GZIP) else raw
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise UnreadableError(f"{path}: the compressed file is damaged ({error}).") from error
    except OSError as error:
        raise UnreadableError(f"{path}: it cannot be read ({error.strerror}).") from error


def parsed(raw: bytes, *, path: Path) -> Any:
    """The JSON that the bytes of `path` hold. UnreadableError."""
    try:
        return json.loads(raw)
    except UnicodeDecodeError as error:
        raise UnreadableError(f"{path}: this is no UTF-8 text, so no JSON.") from error
    except ValueError as error:
        raise UnreadableError(f"{path}: this is no JSON ({error}).") from error
    except RecursionError as error:
        raise UnreadableError(f"{path}: this JSON is nested too deep.") from error


def files_of(path: Path) -> list[Path]:
    """The file itself; of a folder its JSON files, or where there are chats below, these.

    UnreadableError for a folder without any.
    """
    if not path.is_dir():
        return [path]
    found = sorted(path.rglob("chat.json"), key=_by_number)
    found = found or sorted([*path.glob("*.json"), *path.glob("*.json.gz")])
    if not found:
        raise UnreadableError(f"{path}: there is no JSON in this folder.")
    return found


def _by_number(path: Path) -> tuple[str, int, str]:
    """Chats lie in folders that are numbered."""
    name = path.parent.name
    return str(path.parent.parent), int(name) if name.isdecimal() else 0, name
