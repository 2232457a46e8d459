"""MemoryD: its database, its export, and (a format of its own, taken whole or not) its bundle."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from . import memoryd_bundle, memoryd_database, memoryd_export
from .database import MAGIC, tables, with_tables
from .lines import BOM, bounded
from .memoryd_archive import MANIFEST, PATHS
from .records import Item, Skipped
from .source import Source

_TABLES = {"memory_records", "visible_turns", "memory_sources"}
_BACKUP = {"manifest_version", "database_file", "sha256", "schema_version"}


def claims(source: Source) -> list[str]:
    """Databases with MemoryD's tables, exports, and the manifests and logs beside a database."""
    databases = with_tables(source, _TABLES)
    beside = {f"{name}{end}" for name in databases for end in ("-wal", "-shm")}
    others = [name for name in source.names if name in beside or _text(source.head(name))]
    return databases + others


def claims_bundles(source: Source) -> list[str]:
    """ZIP files that name a bundle's members at their beginning or in their directory."""
    return [name for name in source.names if _zip(source, name)]


def read(source: Source, names: Sequence[str]) -> Iterator[Item]:
    """The items of databases and exports, databases first: they know who spoke."""
    for name in sorted(names, key=lambda name: (_shape(source.head(name)), name)):
        for item in _items(source, name):
            yield replace(item, file=name)


def read_bundles(source: Source, names: Sequence[str]) -> Iterator[Item]:
    """The items of bundles. Raises Refused for one that does not verify, before its first item."""
    for name in names:
        with source.open(name) as stream:
            for item in memoryd_bundle.read(stream):
                yield replace(item, file=name)


def _items(source: Source, name: str) -> Iterator[Item]:
    head = source.head(name)
    if head.startswith(MAGIC):
        with tables(source.path(name)) as opened:
            yield from memoryd_database.read(opened)
    elif name.endswith("-wal"):
        # Read only, the log cannot be merged: what is in it alone is said to be missing.
        yield Skipped(line=1, reason="write_ahead_log" if head else "harness_event")
    elif name.endswith("-shm"):
        yield Skipped(line=1, reason="harness_event")
    elif _text(head) == "backup":
        yield Skipped(line=1, reason="metadata")
    else:
        with source.open(name) as stream:
            yield from memoryd_export.read(bounded(stream))


def _shape(head: bytes) -> int:
    return 0 if head.startswith(MAGIC) else 1


def _text(head: bytes) -> str:
    """What a text file is: an export by one of its first lines, a backup's manifest, or ""."""
    if not head.lstrip().startswith((b"{", BOM)):
        return ""
    for line in head.removeprefix(BOM).splitlines()[:50]:
        if memoryd_export.recognised(_json(line)):
            return "export"
    value = _json(head)
    return "backup" if isinstance(value, dict) and value.keys() >= _BACKUP else ""


def _json(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        return None


def _zip(source: Source, name: str) -> bool:
    if not source.head(name).startswith(b"PK\x03\x04"):
        return False
    try:
        with source.open(name) as stream:
            size = stream.seek(0, 2)
            stream.seek(max(0, size - 4096))
            ends = source.head(name)[:4096] + stream.read(4096)
    except OSError:
        return False
    # The manifest and any one kind: what else is amiss is said when it is verified.
    return MANIFEST.encode() in ends and any(path.encode() in ends for path in PATHS.values())
