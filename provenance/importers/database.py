"""SQLite files read as what they are: foreign, perhaps damaged, never written to."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from .records import MAX_LINE_BYTES
from .source import Source

MAGIC = b"SQLite format 3\0"
Row = dict[str, Any]
# Steps of SQLite's machine for each byte of the file: a whole read takes about three. A file whose
# pages lead around in a circle is given up when they are spent.
_STEPS_FOR_ALL = 20_000_000
_STEPS_PER_BYTE = 100
_STEPS_PER_LOOK = 100_000
_ORDINARY = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'"
_TROUBLE = (sqlite3.Error, ValueError, OverflowError, MemoryError)


class Damaged(Exception):  # noqa: N818 - it says what the rest of the table is
    """The rest of a table cannot be read."""


class Tables:
    """The tables of one file, rows as mappings. Columns are those that the file has."""

    def __init__(self, connection: sqlite3.Connection, *, size: int) -> None:
        self.connection = connection
        self._columns: dict[str, set[str]] = {}
        self._steps = _STEPS_FOR_ALL + _STEPS_PER_BYTE * size
        connection.set_progress_handler(self._look, _STEPS_PER_LOOK)

    def _look(self) -> int:
        self._steps -= _STEPS_PER_LOOK
        return int(self._steps < 0)  # anything but 0 interrupts

    def names(self) -> list[str]:
        """The names of the ordinary tables. Raises Damaged."""
        return [str(row["name"]) for row in self.ask(_ORDINARY)]

    def columns(self, table: str) -> set[str]:
        """The columns of an ordinary table; empty where there is none of that name."""
        if table not in self._columns:
            self._columns[table] = self._known(table)
        return self._columns[table]

    def _known(self, table: str) -> set[str]:
        # Not a view, nor a virtual table: those run what the file says.
        try:
            if self.connection.execute(f"{_ORDINARY} AND name = ?", [table]).fetchone() is None:
                return set()
            found = self.connection.execute("SELECT name FROM pragma_table_info(?)", [table])
            return {str(name) for (name,) in found}
        except _TROUBLE:
            return set()

    def rows(self, table: str, *, order: Sequence[str] = ()) -> Iterator[Row]:
        """All rows in that order (columns that the table has), then as they were inserted.

        Raises Damaged where reading breaks off; rows before that were given.
        """
        known = self.columns(table)
        if not known:
            return
        by = ", ".join([_quoted(name) for name in order if name in known] + ["rowid"])
        yield from self.ask(f"SELECT * FROM {_quoted(table)} ORDER BY {by}")  # noqa: S608 - quoted

    def ask(self, sql: str, values: Sequence[object] = ()) -> Iterator[Row]:
        """The rows of a question. Raises Damaged where reading breaks off."""
        try:
            cursor = self.connection.execute(sql, values)
            names = [column[0] for column in cursor.description]
            for row in cursor:
                yield dict(zip(names, row, strict=True))
        except _TROUBLE as error:
            raise Damaged from error

    def of_id(self, table: str, key: object) -> Row:
        """The row of a table that bears this id; empty where there is none. Raises Damaged."""
        if "id" not in self.columns(table) or not isinstance(key, str):
            return {}
        sql = f"SELECT * FROM {_quoted(table)} WHERE id = ? LIMIT 1"  # noqa: S608 - quoted
        return next(self.ask(sql, [key]), {})


@contextmanager
def tables(path: Path) -> Iterator[Tables]:
    """Opens a file, read only and without its write-ahead log. What is damaged shows when read."""
    # Immutable: no lock, no log, no journal, so that nothing beside the file is made or changed.
    address = f"file:{quote(str(path))}?mode=ro&immutable=1"
    with closing(sqlite3.connect(address, uri=True)) as connection:
        connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_LINE_BYTES)
        with suppress(sqlite3.Error):  # of a file that is no database: it has no tables either
            for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "temp_store = FILE"):
                connection.execute(f"PRAGMA {pragma}")
        yield Tables(connection, size=path.stat().st_size)


def with_tables(source: Source, wanted: set[str]) -> list[str]:
    """The SQLite files of a source that have all of these tables."""
    found = []
    for name in source.names:
        if source.head(name).startswith(MAGIC):
            with tables(source.path(name)) as opened:
                if all(opened.columns(table) for table in wanted):
                    found.append(name)
    return found


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
