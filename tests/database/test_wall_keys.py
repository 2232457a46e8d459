"""No row can point through the wall, and every tenant table is built like the others (P13)."""

import psycopg
import pytest
from psycopg import sql

from memoryapp.checks.tables import tenant_models
from provenance.database.walled import wall_keys
from tests.database.filled import Filled, filled_workspace
from tests.database.sql import TENANT_TABLES, as_superuser

KEYS = sorted((model._meta.db_table, *key) for model in tenant_models() for key in wall_keys(model))
UNIQUE = {
    model._meta.db_table: {f.column for f in model._meta.concrete_fields if f.one_to_one}
    for model in tenant_models()
}
_TO_COLUMN = """
SELECT c.conname, c.conrelid::regclass::text FROM pg_constraint c JOIN pg_attribute a
  ON a.attrelid = c.confrelid AND a.attnum = ANY (c.confkey)
WHERE c.contype = 'f' AND c.confrelid = %(table)s::regclass AND a.attname = %(column)s
"""
# Rows without an id of their own, which nothing refers to.
KEYED_OTHERWISE = {"embedder_in_use", "lexicon", "posting", "spelling", "vector_cell", "vocabulary"}


@pytest.fixture(scope="module")
def one() -> Filled:
    """The workspace whose rows would point out of it."""
    return filled_workspace()


@pytest.fixture(scope="module")
def two() -> Filled:
    """The workspace that they would point into."""
    return filled_workspace()


@pytest.mark.parametrize("key", KEYS, ids=[key[1] for key in KEYS])
def test_p13_a_reference_into_another_workspace_is_refused(
    one: Filled, two: Filled, key: tuple[str, str, str, str, str]
):
    """Tried as the superuser with the append-only trigger off: the key alone must hold."""
    table, constraint, column, other, other_column = key
    names = {"table": sql.Identifier(table), "column": sql.Identifier(column)}
    with as_superuser() as breaker:
        breaker.execute(sql.SQL("ALTER TABLE {table} DISABLE TRIGGER USER").format(**names))
        pick = sql.SQL(
            "SELECT id FROM {table} WHERE workspace_id = %s AND {column} IS NOT NULL LIMIT 1"
        )
        (row,) = breaker.execute(pick.format(**names), [one.id]).fetchone() or (None,)
        assert row, "the filled workspace does not use this key"
        beyond = sql.SQL("SELECT {} FROM {} WHERE workspace_id = %s ORDER BY id LIMIT 1").format(
            sql.Identifier(other_column), sql.Identifier(other)
        )
        (target,) = breaker.execute(beyond, [two.id]).fetchone() or (None,)
        if column in UNIQUE.get(table, ()):
            # One row for each: its own would be in the way, and nothing refers to it.
            clear = sql.SQL("DELETE FROM {table} WHERE {column} = %s").format(**names)
            breaker.execute(clear, [target])
        # Keys of other tables to this column would speak first, and all may be deferred.
        for name, child in breaker.execute(_TO_COLUMN, {"table": table, "column": column}):
            drop = sql.SQL("ALTER TABLE {} DROP CONSTRAINT {}")
            breaker.execute(drop.format(sql.Identifier(child), sql.Identifier(name)))
        breaker.execute("SET CONSTRAINTS ALL IMMEDIATE")
        change = sql.SQL("UPDATE {table} SET {column} = %s WHERE id = %s").format(**names)
        with pytest.raises(psycopg.errors.ForeignKeyViolation) as refused:
            breaker.execute(change, [target, row])
    assert refused.value.diag.constraint_name == constraint


@pytest.mark.parametrize("table", TENANT_TABLES)
def test_p13_row_security_is_forced_with_one_policy_for_everybody(table: str):
    with as_superuser() as catalogue:
        (forced,) = catalogue.execute(
            "SELECT relrowsecurity AND relforcerowsecurity FROM pg_class WHERE oid = %s::regclass",
            [table],
        ).fetchone()
        policies = catalogue.execute(
            "SELECT policyname, cmd, roles::text, qual, with_check FROM pg_policies"
            " WHERE tablename = %s AND 'memoryapp_owner' <> ALL (roles)",
            [table],
        ).fetchall()
    assert forced
    ((name, command, roles, rule, check),) = policies
    assert (name, command, roles) == ("workspace_wall", "ALL", "{public}")
    assert "memoryapp.workspace_id" in rule
    assert check == rule


@pytest.mark.parametrize("table", sorted(set(TENANT_TABLES) - {"workspace"}))
def test_p13_the_workspace_is_in_every_row_and_in_the_key(table: str):
    with as_superuser() as catalogue:
        (nullable,) = catalogue.execute(
            "SELECT is_nullable FROM information_schema.columns"
            " WHERE table_name = %s AND column_name = 'workspace_id'",
            [table],
        ).fetchone()
        keys = {
            tuple(columns)
            for (columns,) in catalogue.execute(
                "SELECT array(SELECT a.attname::text FROM unnest(i.indkey[0:i.indnkeyatts - 1])"
                "  WITH ORDINALITY AS k (attnum, place) JOIN pg_attribute a"
                "  ON a.attrelid = i.indrelid AND a.attnum = k.attnum ORDER BY k.place)"
                " FROM pg_index i WHERE i.indrelid = %s::regclass AND i.indisunique"
                " AND i.indpred IS NULL",
                [table],
            )
        }
    assert nullable == "NO"
    if table in KEYED_OTHERWISE:
        assert any(key[0] == "workspace_id" for key in keys)
    else:
        assert ("workspace_id", "id") in keys


def test_p13_no_foreign_key_between_tenant_tables_leaves_the_workspace_out():
    with as_superuser() as catalogue:
        keys = catalogue.execute(
            "SELECT conname, pg_get_constraintdef(oid), convalidated FROM pg_constraint"
            " WHERE contype = 'f' AND conrelid = ANY (%(tables)s::regclass[])"
            " AND confrelid = ANY (%(tables)s::regclass[])"
            " AND confrelid <> 'workspace'::regclass",
            {"tables": TENANT_TABLES},
        ).fetchall()
    assert keys
    for name, definition, validated in keys:
        assert definition.startswith("FOREIGN KEY (workspace_id, "), name
        assert "(workspace_id, " in definition.partition("REFERENCES")[2], name
        assert validated, name
