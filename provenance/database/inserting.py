"""INSERT of one row each, of one model or several, in a statement that the server plans once."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db import connection, models, transaction
from django.db.models.expressions import DatabaseDefault

from provenance.database.prepared import run

Shape = tuple[type[models.Model], tuple[str, ...]]


def insert(rows: Sequence[models.Model], *, skip_existing: bool = False) -> None:
    """Inserts the rows in one round trip, all or none. Inside the workspace.

    What one of them names by a foreign key may be among the others: keys are checked when all
    stand. With `skip_existing`, ON CONFLICT DO NOTHING. What an insertion of Django's does not
    give, this does not either: signals, and values that the database made.
    """
    values: dict[str, Any] = {}
    shapes: list[Shape] = []
    for place, row in enumerate(rows):
        given = _given(row)
        shapes.append((type(row), tuple(given)))
        values |= {f"{column}_{place}": value for column, value in given.items()}
    with transaction.mark_for_rollback_on_error():
        run(_statement(tuple(shapes), skip_existing=skip_existing), values)
    for row in rows:
        row._state.adding, row._state.db = False, connection.alias


def insertable(row: models.Model) -> bool:
    """False where a value is an expression of SQL, which a planned statement does not hold."""
    return not any(
        hasattr(value, "as_sql") and not isinstance(value, DatabaseDefault)
        for value in vars(row).values()
    )


def _given(row: models.Model) -> dict[str, Any]:
    """The values by column, without what the database gives itself."""
    given = {}
    for field in row._meta.concrete_fields:
        if not field.generated:
            value = field.pre_save(row, add=True)
            if not isinstance(value, DatabaseDefault):
                given[str(field.column)] = field.get_db_prep_save(value, connection)
    return given


@cache
def _statement(shapes: tuple[Shape, ...], *, skip_existing: bool) -> str:
    # Without casts: a value takes the column's type, and what is too long for it is refused.
    *first, last = (
        f"INSERT INTO {_quoted(kind._meta.db_table)} ({', '.join(map(_quoted, columns))})"  # noqa: S608
        f" VALUES ({', '.join(f'%({column}_{place})s' for column in columns)})"
        + (" ON CONFLICT DO NOTHING" if skip_existing else "")
        for place, (kind, columns) in enumerate(shapes)
    )
    before = [f"row_{place} AS ({statement})" for place, statement in enumerate(first)]
    return (f"WITH {', '.join(before)} " if before else "") + last


def _quoted(name: str) -> str:
    """A column may be called like a word of SQL."""
    return str(connection.ops.quote_name(name))
