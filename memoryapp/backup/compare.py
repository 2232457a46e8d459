"""A restored copy beside the live ledger: how many, and whether anything holds again."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import psycopg

from . import counting

_PAGE = 1_000
_GONE = "SELECT observation_id, standing FROM current_standing WHERE standing = ANY(%s)"
_ERASED = "SELECT observation_id FROM erasure"
_STANDING = (
    "SELECT o.id, coalesce(c.standing, 'reported') FROM observation o"
    " LEFT JOIN current_standing c ON c.observation_id = o.id WHERE o.id = ANY(%s)"
)
_WORDS = "SELECT observation_id FROM content WHERE observation_id = ANY(%s)"
_NOT_HOLDING = ["withdrawn", "corrected", "superseded"]


@dataclass(kw_only=True)
class Comparison:
    """Rows of the table that a person reads, and what is wrong with the copy, in a sentence each."""

    rows: list[tuple[str, int, int | None]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def table(self) -> Iterator[str]:
        """The table, line by line; equal rows of nothing are left out."""
        yield f"{'':<34} {'copy':>10} {'live':>10} {'difference':>10}"
        for name, copy, live in self.rows:
            if copy or live:
                told = ("-", "-") if live is None else (str(live), f"{copy - live:+d}")
                yield f"{name:<34} {copy:>10} {told[0]:>10} {told[1]:>10}"


def compare(copy: psycopg.Connection[Any], live: psycopg.Connection[Any] | None) -> Comparison:
    """Counts and standings of both; without a live ledger those of the copy alone.

    A fault: what is withdrawn or erased in the live ledger and holds, or has words, in the copy.
    """
    found = Comparison()
    mine, theirs = counting.counts_of(copy), counting.counts_of(live) if live else None
    for table, count in mine.items():
        found.rows.append((table, count, theirs.get(table, 0) if theirs else None))
    ours, its = _standings(copy), _standings(live) if live else None
    for standing in sorted({*ours, *(its or {})}):
        count = ours.get(standing, 0)
        found.rows.append((f"standing {standing}", count, its.get(standing, 0) if its else None))
    if live is not None:
        again = sum(_hold_again(copy, live))
        words = sum(_say_again(copy, live))
        if again:
            found.faults.append(f"{again} observations hold that do not in the live ledger")
        if words:
            found.faults.append(f"{words} observations have words that the live ledger erased")
    return found


def _standings(connection: psycopg.Connection[Any]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for standings in counting.standings_of(connection).values():
        for standing, count in standings.items():
            counts[standing] = counts.get(standing, 0) + count
    return counts


def _hold_again(copy: psycopg.Connection[Any], live: psycopg.Connection[Any]) -> Iterator[int]:
    for page in _pages(live, _GONE, [_NOT_HOLDING]):
        wanted = dict(page)
        for one, standing in copy.execute(_STANDING, [list(wanted)]):
            # Withdrawn is the least that it can be.
            yield standing not in (wanted[one], "withdrawn")


def _say_again(copy: psycopg.Connection[Any], live: psycopg.Connection[Any]) -> Iterator[int]:
    for page in _pages(live, _ERASED, []):
        yield len(copy.execute(_WORDS, [[one for (one,) in page]]).fetchall())


def _pages(
    connection: psycopg.Connection[Any], query: str, values: list[Any]
) -> Iterator[list[Any]]:
    with connection.transaction(), connection.cursor(name="restored") as cursor:
        cursor.execute(query, values)
        while page := cursor.fetchmany(_PAGE):
            yield page
