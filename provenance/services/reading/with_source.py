"""Observations with what every answer shows of their source, by a statement planned once."""

from collections.abc import Collection, Sequence
from functools import cache, lru_cache
from typing import Any, TypeVar
from uuid import UUID

from django.db import connection, models
from django.db.models.base import ModelState

from provenance.database.prepared import compiled, fetch
from provenance.database.tenancy import current_workspace
from provenance.models import (
    Content,
    CurrentStanding,
    Observation,
    Principal,
    Producer,
    Session,
)

# As `ObservationQuerySet.with_source` joins them, each with what names it to the others.
_JOINED: dict[str, type[models.Model]] = {
    "principal": Principal,
    "producer": Producer,
    "session": Session,
    "content": Content,
    "current": CurrentStanding,
}
Row = TypeVar("Row", bound=models.Model)


def read_with_source(ids: Collection[UUID]) -> dict[UUID, Observation]:
    """The observations of these ids that are here, as those of `with_source()`.

    Those of one principal, producer or session share its row. Inside the workspace.
    """
    sql, named = _statement(current_workspace())
    rows: dict[UUID, Observation] = {}
    met: dict[tuple[str, Any], models.Model] = {}
    for values in fetch(sql, {**named, "ids": list(ids)}):
        row = _built(Observation, values[: (end := len(_fields(Observation)))])
        for name, model in _JOINED.items():
            start, end = end, end + len(_fields(model))
            key = values[start]  # the id comes first
            if key is not None and (name, key) not in met:
                met[name, key] = _built(model, values[start:end])
            row._state.fields_cache[name] = met.get((name, key))
        rows[row.id] = row
    return rows


@lru_cache(maxsize=256)
def _statement(workspace_id: UUID) -> tuple[str, dict[str, Any]]:
    """Of this workspace, which is the open one."""
    columns = [field.attname for field in _fields(Observation)]
    for name, model in _JOINED.items():
        columns += [f"{name}__{field.attname}" for field in _fields(model)]
    sql, named = compiled(Observation.objects.here(), *columns, prefix="here")
    return f'{sql} AND "observation"."id" = ANY(%(ids)s::uuid[])', named


@cache
def _fields(model: type[models.Model]) -> Sequence[Any]:
    return model._meta.concrete_fields


def _built(model: type[Row], values: Sequence[Any]) -> Row:
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
def _names(model: type[models.Model]) -> tuple[list[str], list[tuple[str, Any]]]:
    """Of each column its attribute; and those that are read from what the database gives."""
    fields = _fields(model)
    read = [(one.attname, one.from_db_value) for one in fields if hasattr(one, "from_db_value")]
    return [one.attname for one in fields], read
