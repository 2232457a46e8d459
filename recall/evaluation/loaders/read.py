"""Recognises a benchmark file by what is in it, and reads it."""

import gzip
import hashlib
import json
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from recall.evaluation.benchmark import Benchmark, Conversation, UnreadableError
from recall.evaluation.loaders import common
from recall.evaluation.loaders.checking import check

# Each says whether data are of its shape, and reads them.
_SHAPES: tuple[tuple[Callable[[Any], bool], Callable[[Any], Sequence[Conversation]]], ...] = (
    (common.is_ours, common.conversations),
)
_GZIP = b"\x1f\x8b"


def read(path: Path) -> Benchmark:
    """The benchmark of a JSON file, gzipped or not. UnreadableError, in one sentence, if none."""
    raw = _bytes(path)
    data = _parsed(raw, path)
    for fits, conversations in _SHAPES:
        if fits(data):
            try:
                found = conversations(data)
            except (KeyError, TypeError, AttributeError, IndexError) as error:
                raise UnreadableError(
                    f"{path}: a record is not of the shape that the file begins with"
                    f" ({type(error).__name__}: {error})."
                ) from error
            except UnreadableError as error:
                raise UnreadableError(f"{path}: {error}") from error
            return _checked(path, data, raw, found)
    raise UnreadableError(f"{path}: this is JSON, but of no benchmark that is known here.")


def _checked(path: Path, data: Any, raw: bytes, conversations: Sequence[Conversation]) -> Benchmark:
    try:
        check(conversations)
    except UnreadableError as error:
        raise UnreadableError(f"{path}: {error}") from error
    named = data.get("name") if isinstance(data, dict) else None
    name = named if isinstance(named, str) and named else path.name.split(".")[0]
    return Benchmark(name=name, sha256=hashlib.sha256(raw).hexdigest(), conversations=conversations)


def _bytes(path: Path) -> bytes:
    try:
        raw = path.read_bytes()
        return gzip.decompress(raw) if raw.startswith(_GZIP) else raw
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise UnreadableError(f"{path}: the compressed file is damaged ({error}).") from error
    except OSError as error:
        raise UnreadableError(f"{path}: it cannot be read ({error.strerror}).") from error


def _parsed(raw: bytes, path: Path) -> Any:
    try:
        return json.loads(raw)
    except UnicodeDecodeError as error:
        raise UnreadableError(f"{path}: this is no UTF-8 text, so no JSON.") from error
    except ValueError as error:
        raise UnreadableError(f"{path}: this is no JSON ({error}).") from error
    except RecursionError as error:
        raise UnreadableError(f"{path}: this JSON is nested too deep.") from error
