"""Rows that point to nothing: each reference within the workspace, whatever its constraint says."""

from collections.abc import Iterator

from django.apps import apps

from provenance.database.tenancy import Tenancy
from provenance.database.walled import has_workspace, wall_keys

from .findings import Finding, Progress, Question, answers

_LOST = (
    "SELECT t.id FROM {table} t WHERE t.workspace_id = %(here)s AND t.{column} IS NOT NULL"
    " AND NOT EXISTS (SELECT FROM {other} o"
    " WHERE o.workspace_id = %(here)s AND o.{other_column} = t.{column})"
)


def check_references(tenancy: Tenancy, progress: Progress) -> Iterator[Finding]:
    """Looks behind every key that the models state."""
    yield from answers(tenancy, _questions(), progress)


def _questions() -> list[Question]:
    models = [model for model in apps.get_models() if has_workspace(model)]
    return [
        Question(
            check="references",
            table=model._meta.db_table,
            what=f"its {column} leads to nothing",
            sql=_LOST.replace("{table}", model._meta.db_table)
            .replace("{column}", column)
            .replace("{other}", other)
            .replace("{other_column}", other_column),
        )
        for model in models
        for _, column, other, other_column in wall_keys(model)
    ]
