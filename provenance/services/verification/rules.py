"""Do the database's own rules stand: constraints there and validated, triggers on, indexes whole."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import connection

from provenance.database.erasing import NO_WORDING_OF_THE_ERASED, ROW_TRIGGER
from provenance.database.grounds import NO_FACT_ON_THE_ERASED, NO_FACT_ON_THE_HELD_BACK
from provenance.database.walled import TRIGGER, has_workspace, wall_keys

from .findings import Finding

CHECK = "rules"
_UNVALIDATED = (
    "SELECT c.conrelid::regclass::text, c.conname FROM pg_constraint c"
    " JOIN pg_namespace n ON n.oid = c.connamespace WHERE n.nspname = 'public' AND NOT c.convalidated"
)
_INVALID = (
    "SELECT i.indrelid::regclass::text, i.indexrelid::regclass::text FROM pg_index i"
    " JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace"
    " WHERE n.nspname = 'public' AND NOT i.indisvalid"
)
_NAMES = (
    "SELECT conname FROM pg_constraint UNION ALL"
    " SELECT relname FROM pg_class WHERE relkind IN ('i', 'I')"
)
_TRIGGERS = (
    "SELECT t.tgrelid::regclass::text, t.tgname FROM pg_trigger t"
    " WHERE NOT t.tgisinternal AND t.tgenabled = 'A'"
)
_OFF = (
    "SELECT t.tgrelid::regclass::text, t.tgname FROM pg_trigger t"
    " JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace"
    " WHERE n.nspname = 'public' AND t.tgenabled = 'D'"
)


def check_rules() -> Iterator[Finding]:
    """Reads the catalogue; the same for all workspaces."""
    yield from (_finding(table, name, "it is not validated") for table, name in _rows(_UNVALIDATED))
    yield from (_finding(table, name, "the index is broken") for table, name in _rows(_INVALID))
    yield from (_finding(table, name, "the trigger is off") for table, name in _rows(_OFF))
    models = [model for model in apps.get_models() if has_workspace(model)]
    there = {name for (name,) in _rows(_NAMES)}
    for model in models:
        table = model._meta.db_table
        named = [constraint.name for constraint in model._meta.constraints]
        keys = [key[0] for key in wall_keys(model)]
        for name in [*named, *keys]:
            if name not in there:
                yield _finding(table, name, "the constraint is missing")
    always = set(_rows(_TRIGGERS))
    ledger = [m._meta.db_table for m in models if getattr(m, "append_only", True)]
    wanted = {(table, TRIGGER) for table in ledger}
    wanted |= {(table, ROW_TRIGGER) for table in ("content", "question", "statement")}
    wanted |= {
        (table, trigger)
        for table in ("fact", "fact_evidence")
        for trigger in (NO_FACT_ON_THE_HELD_BACK, NO_FACT_ON_THE_ERASED)
    }
    wanted.add(("proven_copy", "no_copy_of_the_erased"))
    wanted.add(("statement", NO_WORDING_OF_THE_ERASED))
    for table, name in sorted(wanted - always):
        yield _finding(table, name, "the trigger is missing, or not always on")


def _finding(table: str, name: str, what: str) -> Finding:
    return Finding(check=CHECK, table=table, id=name, what=what)


def _rows(sql: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return list(cursor.fetchall())
