"""What every tenant row has: an id, a workspace, and querysets that refuse to run outside it."""

from collections.abc import Iterable
from typing import Any, ClassVar, Self, TypeVar

from django.db import models
from django.db.models import sql

from provenance.database.inserting import insert, insertable
from provenance.database.tenancy import current_workspace

from .ids import uuid7

Row_co = TypeVar("Row_co", bound=models.Model, covariant=True)


class TenantQuery(sql.Query):
    """A query that compiles only where a workspace is named, so it raises instead of being empty."""

    def get_compiler(self, *args: Any, **kwargs: Any) -> Any:
        current_workspace()
        return super().get_compiler(*args, **kwargs)


class TenantQuerySet(models.QuerySet[Row_co]):
    """Rows of one workspace. Row-level security holds the wall; the filter here finds the index."""

    def __init__(self, model: Any = None, query: Any = None, **kwargs: Any) -> None:
        super().__init__(model, query or TenantQuery(model), **kwargs)

    def here(self) -> Self:
        """The rows of the workspace that is open."""
        return self.filter(workspace_id=current_workspace())

    def update(self, **kwargs: Any) -> int:
        current_workspace()
        return super().update(**kwargs)

    def delete(self) -> tuple[int, dict[str, int]]:
        current_workspace()
        return super().delete()

    def add(self, rows: Iterable[Any], *, skip_existing: bool = False) -> None:
        """Inserts rows in one statement; with `skip_existing`, ON CONFLICT DO NOTHING."""
        current_workspace()
        if len(given := list(rows)) == 1 and insertable(given[0]):
            insert(given, skip_existing=skip_existing)
        else:
            self.bulk_create(given, ignore_conflicts=skip_existing)


class Tenant(models.Model):
    """A row of one workspace. Its composite foreign keys are made by the migration (`WallKeys`).

    Rows of the ledger are only inserted; a projection says `append_only = False`.
    """

    append_only: ClassVar[bool] = True

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    workspace = models.ForeignKey(
        "provenance.Workspace", on_delete=models.PROTECT, related_name="+", db_index=False
    )

    objects = TenantQuerySet.as_manager()

    class Meta:
        abstract = True


def within(to: str, *, related: str = "+", **options: Any) -> Any:
    """A foreign key within the workspace; the constraint in the database is a composite one.

    `related` is the name of the way back, where there is one.
    """
    return models.ForeignKey(
        to,
        on_delete=models.PROTECT,
        related_name=related,
        db_constraint=False,
        db_index=False,
        **options,
    )


def one_of(field: str, values: Iterable[str], *, name: str) -> models.CheckConstraint:
    """The constraint `name`: `field` has one of the values."""
    return models.CheckConstraint(condition=models.Q(**{f"{field}__in": list(values)}), name=name)
