"""Migration operations that raise the wall around a tenant table, in plain SQL."""

from collections.abc import Iterator
from typing import Any

from django.apps.registry import Apps
from django.conf import settings
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import ForeignKey, Model

POLICY = "workspace_wall"
TRIGGER = "is_append_only"
HERE = "nullif(current_setting('memoryapp.workspace_id', true), '')::uuid"
LANE = "(lane = 'open' OR nullif(current_setting('memoryapp.restricted', true), '') = 'on')"


def web_role() -> str:
    """The role that the web server and the workers use, quoted for SQL."""
    return '"' + settings.DATABASES["default"]["USER"].replace('"', '""') + '"'


def wall_keys(model: type[Model]) -> Iterator[tuple[str, str, str, str]]:
    """Each foreign key within the workspace: (constraint, column, other table, other column)."""
    table = model._meta.db_table
    for field in model._meta.concrete_fields:
        if not isinstance(field, ForeignKey) or field.name == "workspace":
            continue
        other = field.related_model
        if isinstance(other, type) and has_workspace(other):
            yield f"{table}_{field.name}_same_wall", field.column, other._meta.db_table, "id"


def has_workspace(model: type[Model]) -> bool:
    """True for the rows of one tenant."""
    return any(field.name == "workspace" for field in model._meta.concrete_fields)


class Walled(Operation):
    """Row-level security, composite foreign keys and least privilege for one tenant table.

    `ledger=True` also makes it append-only: the web role may SELECT and INSERT, and a trigger
    refuses UPDATE, DELETE and TRUNCATE to everybody, the owner included.
    """

    reversible = True

    def __init__(self, model: str, *, ledger: bool) -> None:
        self.model, self.ledger = model, ledger

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        return "Walled", [self.model], {"ledger": self.ledger}

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """The models do not change."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        if not self.allow_migrate_model(
            schema_editor.connection.alias, self._model(to_state.apps, app_label)
        ):
            return
        for statement in self.statements(self._model(to_state.apps, app_label)):
            schema_editor.execute(statement)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Dropping the table, which is the only way back, drops its wall."""

    def describe(self) -> str:
        return f"Raise the workspace wall around {self.model}"

    def _model(self, apps: Apps, app_label: str) -> type[Model]:
        return apps.get_model(app_label, self.model)

    def statements(self, model: type[Model]) -> Iterator[str]:
        """The SQL, in order."""
        table = model._meta.db_table
        column = "id" if table == "workspace" else "workspace_id"
        lane = any(field.name == "lane" for field in model._meta.concrete_fields)
        rule = f"{column} = {HERE}" + (f" AND {LANE}" if lane else "")
        yield f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY"
        yield f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY"
        yield f"CREATE POLICY {POLICY} ON {table} USING ({rule}) WITH CHECK ({rule})"
        if table != "workspace" and model._meta.pk.name == "id":
            yield f"ALTER TABLE {table} ADD CONSTRAINT {table}_within_workspace UNIQUE (workspace_id, id)"
        rights = "SELECT, INSERT" if self.ledger else "SELECT, INSERT, UPDATE, DELETE"
        yield f"GRANT {rights} ON {table} TO {web_role()}"
        if self.ledger:
            yield (
                f"CREATE TRIGGER {TRIGGER} BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
            )
            yield f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {TRIGGER}"


class WallKeys(Operation):
    """The composite foreign keys of some walled tables, once all of them stand."""

    reversible = True

    def __init__(self, *models: str) -> None:
        self.models = models

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        return "WallKeys", list(self.models), {}

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """The models do not change."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for name in self.models:
            model = to_state.apps.get_model(app_label, name)
            if not self.allow_migrate_model(schema_editor.connection.alias, model):
                continue
            for constraint, column, other, other_column in wall_keys(model):
                schema_editor.execute(
                    f"ALTER TABLE {model._meta.db_table} ADD CONSTRAINT {constraint} "
                    f"FOREIGN KEY (workspace_id, {column}) "
                    f"REFERENCES {other} (workspace_id, {other_column})"
                )

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Dropping the tables drops their keys."""

    def describe(self) -> str:
        return "Keep foreign keys within the workspace: " + ", ".join(self.models)
