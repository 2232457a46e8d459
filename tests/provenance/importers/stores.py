"""Small invented stores, as files by name, and what the readers make of them."""

import json
import sqlite3
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path

from provenance.importers.formats import FORMATS, claims
from provenance.importers.records import Record
from provenance.importers.source import Source

Files = dict[str, bytes]


def put(folder: Path, files: Files) -> Source:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return Source(folder)


def claimed(files: Files) -> dict[str, list[str]]:
    with tempfile.TemporaryDirectory() as folder:
        found = claims(put(Path(folder), files))
        assert found.unsure == {}
        return found.files


def read(form: str, files: Files):
    """The items of the files that the format claims."""
    with tempfile.TemporaryDirectory() as folder:
        source = put(Path(folder), files)
        return list(FORMATS[form].read(source, FORMATS[form].claims(source)))


def told(items) -> list[tuple[str, str, str]]:
    return [(i.kind, i.speaker_role, i.content) for i in items if isinstance(i, Record)]


def of(items, content: str) -> Record:
    """The one record with these words."""
    (found,) = [i for i in items if isinstance(i, Record) and i.content == content]
    return found


def skips(items) -> Counter[str]:
    return Counter(i.reason for i in items if not isinstance(i, Record))


def jsonl(*rows: object) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def database(tables: dict[str, list[dict[str, object]]], *, columns: dict[str, str]) -> bytes:
    """A SQLite file. `columns` are each table's, as SQL; values that are no scalars become JSON."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for table, declared in columns.items():
            connection.execute(f"CREATE TABLE {table} ({declared})")
            for row in tables.get(table, []):
                values = [
                    json.dumps(v, ensure_ascii=False) if isinstance(v, dict | list) else v
                    for v in row.values()
                ]
                marks = ", ".join("?" * len(row))
                names = ", ".join(row)
                insert = f"INSERT INTO {table} ({names}) VALUES ({marks})"  # noqa: S608 - ours
                connection.execute(insert, values)
        connection.commit()
        return connection.serialize()
