"""Every tenant table stands behind the wall, and every ledger table only grows."""

from collections.abc import Iterator

from django.apps import apps
from django.core.checks import CheckMessage, Critical
from django.db.models import Model

from provenance.database.walled import POLICY, TRIGGER, has_workspace, wall_keys
from provenance.models import Workspace

from .reading import column, rows

_MIGRATE = "Run `manage.py migrate` as the owner role; if it has run, somebody took the rule away."


def tenant_models() -> list[type[Model]]:
    """The models whose rows belong to one workspace, and the workspace itself."""
    return [model for model in apps.get_models() if model is Workspace or has_workspace(model)]


def check_tables() -> Iterator[CheckMessage]:
    """memoryapp.E010–E014: row security, policies, triggers, privileges and keys."""
    models = tenant_models()
    ledger = {m._meta.db_table for m in models if getattr(m, "append_only", True)}
    tables = {m._meta.db_table for m in models}
    yield from _missing(tables - _forced(), "E010", "row-level security is not forced on")
    yield from _missing(tables - _with_policy(), "E011", "the workspace policy is missing on")
    yield from _missing(ledger - _append_only(), "E012", "the append-only trigger is missing on")
    yield from _missing(_writable(ledger), "E013", "the web role may change rows of")
    keys = {key[0] for model in models for key in wall_keys(model)}
    yield from _missing(keys - _foreign_keys(), "E014", "a key within the workspace is missing:")


def _missing(names: set[str], code: str, what: str) -> Iterator[CheckMessage]:
    for name in sorted(names):
        yield Critical(f"{what} {name}", hint=_MIGRATE, id=f"memoryapp.{code}")


def _forced() -> set[str]:
    return column(
        "SELECT relname FROM pg_class WHERE relkind = 'r' AND relrowsecurity AND relforcerowsecurity"
    )


def _with_policy() -> set[str]:
    return column("SELECT tablename FROM pg_policies WHERE policyname = %s", [POLICY])


def _append_only() -> set[str]:
    # 'A': enabled always, so that no session setting switches it off.
    return column(
        "SELECT c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
        " WHERE t.tgname = %s AND t.tgenabled = 'A'",
        [TRIGGER],
    )


def _writable(ledger: set[str]) -> set[str]:
    return column(
        "SELECT name FROM unnest(%s::text[]) AS name WHERE to_regclass(name) IS NOT NULL"
        " AND has_table_privilege(current_user, name, 'UPDATE, DELETE, TRUNCATE')",
        [sorted(ledger)],
    )


def _foreign_keys() -> set[str]:
    return {row[0] for row in rows("SELECT conname FROM pg_constraint WHERE contype = 'f'")}
