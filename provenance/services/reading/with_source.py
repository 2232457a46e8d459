"""Observations with what every answer shows of their source, by a statement planned once."""

from collections.abc import Collection
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db import models

from provenance.database.kept import built, fields_of
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


def read_with_source(ids: Collection[UUID]) -> dict[UUID, Observation]:
    """The observations of these ids that are here, as those of `with_source()`.

    Those of one principal, producer or session share its row. Inside the workspace.
    """
    sql, named = _statement(current_workspace())
    rows: dict[UUID, Observation] = {}
    met: dict[tuple[str, Any], models.Model] = {}
    for values in fetch(sql, {**named, "ids": list(ids)}):
        row = built(Observation, values[: (end := len(fields_of(Observation)))])
        for name, model in _JOINED.items():
            start, end = end, end + len(fields_of(model))
            key = values[start]  # the id comes first
            if key is not None and (name, key) not in met:
                met[name, key] = built(model, values[start:end])
            row._state.fields_cache[name] = met.get((name, key))
        rows[row.id] = row
    return rows


@lru_cache(maxsize=256)
def _statement(workspace_id: UUID) -> tuple[str, dict[str, Any]]:
    """Of this workspace, which is the open one."""
    columns = [field.attname for field in fields_of(Observation)]
    for name, model in _JOINED.items():
        columns += [f"{name}__{field.attname}" for field in fields_of(model)]
    sql, named = compiled(Observation.objects.here(), *columns, prefix="here")
    return f'{sql} AND "observation"."id" = ANY(%(ids)s::uuid[])', named
