"""Rows of one model by a statement that the server plans once for each connection.

What the ORM asks is written anew each time, which takes longer than the answer: what every
contribution asks is asked by these.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from django.db import connection, models
from django.db.models.base import ModelState

from provenance.database.prepared import fetch
from provenance.database.tenancy import current_workspace

Row = TypeVar("Row", bound=models.Model)


class Kept(Generic[Row]):
    """SELECT of whole rows of `model`, whose table is called `one` in what follows FROM.

    `%(here)s` is the open workspace; other values are named by the asker, and one whose type
    PostgreSQL cannot infer is cast in the statement.
    """

    def __init__(self, model: type[Row], *, rest: str) -> None:
        self._model, self._rest = model, rest

    def rows(self, **values: Any) -> list[Row]:
        """All of them. Inside the workspace; raises NoWorkspace outside."""
        asked = {"here": current_workspace(), **values}
        return [built(self._model, row) for row in fetch(self._statement, asked)]

    def first(self, **values: Any) -> Row | None:
        """The first of them, if there is one."""
        return next(iter(self.rows(**values)), None)

    @property
    def _statement(self) -> str:
        return _select(self._model) + self._rest


def fields_of(model: type[models.Model]) -> Sequence[Any]:
    """The fields that have a column, in the order in which rows are read."""
    return model._meta.concrete_fields


def built(model: type[Row], values: Sequence[Any]) -> Row:
    """As `Model.from_db`, which takes four times as long to set one field after the other."""
    names, converted = _names(model)
    row = model.__new__(model)
    row.__dict__.update(zip(names, values, strict=True))
    for name, read in converted:
        row.__dict__[name] = read(row.__dict__[name], None, connection)
    row._state = ModelState()
    row._state.adding, row._state.db = False, connection.alias
    return row


@cache
def _select(model: type[models.Model]) -> str:
    columns = ", ".join(f'one."{field.column}"' for field in fields_of(model))
    return f'SELECT {columns} FROM "{model._meta.db_table}" AS one '  # noqa: S608 - names of our own


@cache
def _names(model: type[models.Model]) -> tuple[list[str], list[tuple[str, Any]]]:
    """Of each column its attribute; and those that are read from what the database gives."""
    fields = fields_of(model)
    read = [(one.attname, one.from_db_value) for one in fields if hasattr(one, "from_db_value")]
    return [one.attname for one in fields], read
