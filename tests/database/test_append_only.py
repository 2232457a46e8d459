"""The ledger only grows: neither the web role nor the owner can change or take away a row (P1)."""

from uuid import uuid4

import psycopg
import pytest

from tests.database.sql import LEDGER_TABLES, as_owner, as_role, as_superuser, as_web

FORBIDDEN = {
    "update": "UPDATE {table} SET {column} = {column}",
    "delete": "DELETE FROM {table}",
    "truncate": "TRUNCATE {table} CASCADE",
    "disable the trigger": "ALTER TABLE {table} DISABLE TRIGGER is_append_only",
    "disable all triggers": "ALTER TABLE {table} DISABLE TRIGGER ALL",
    "drop the trigger": "DROP TRIGGER is_append_only ON {table}",
    "drop the policy": "DROP POLICY workspace_wall ON {table}",
    "add a policy": "CREATE POLICY open ON {table} USING (true)",
    "disable row security": "ALTER TABLE {table} DISABLE ROW LEVEL SECURITY",
    "stop forcing it": "ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY",
    "drop the table": "DROP TABLE {table} CASCADE",
}
BECOMING = (
    "SET ROLE memoryapp_owner",
    "SET ROLE postgres",
    "SET SESSION AUTHORIZATION memoryapp_owner",
    "SET session_replication_role = replica",
    "ALTER ROLE memoryapp_web BYPASSRLS",
    "ALTER ROLE memoryapp_web SUPERUSER",
    "GRANT memoryapp_owner TO memoryapp_web",
    "ALTER FUNCTION refuse_change() RENAME TO refuse_nothing",
    "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql"
    " AS 'BEGIN RETURN NULL; END'",
)


@pytest.mark.parametrize("deed", FORBIDDEN)
def test_p01_the_web_role_cannot(deed: str):
    with as_web(uuid4()) as web:
        for table in LEDGER_TABLES:
            statement = FORBIDDEN[deed].format(table=table, column=_a_column(table))
            with pytest.raises(psycopg.errors.InsufficientPrivilege), web.transaction():
                web.execute(statement)


def test_p01_the_web_role_cannot_lend_a_right():
    """PostgreSQL answers an idle GRANT with a warning; what counts is that nothing was given."""
    with as_web(uuid4()) as web:
        for table in LEDGER_TABLES:
            web.execute(f"GRANT UPDATE ON {table} TO memoryapp_web")
            (given,) = web.execute(
                "SELECT has_table_privilege('memoryapp_web', %s, 'UPDATE')", [table]
            ).fetchone()
            assert not given, table


@pytest.mark.parametrize("statement", BECOMING)
def test_p01_the_web_role_cannot_become_another(statement: str):
    with (
        as_role("memoryapp_web") as web,
        pytest.raises((psycopg.errors.InsufficientPrivilege, psycopg.errors.InvalidGrantOperation)),
    ):
        web.execute(statement)


@pytest.mark.parametrize("deed", ["update", "delete", "truncate"])
def test_p01_the_owner_meets_the_trigger(deed: str):
    with as_owner() as owner:
        for table in LEDGER_TABLES:
            with pytest.raises(psycopg.errors.IntegrityError) as refused, owner.transaction():
                owner.execute(FORBIDDEN[deed].format(table=table, column=_a_column(table)))
            assert refused.value.diag.constraint_name == f"{table}_is_append_only"


def test_p01_the_owner_cannot_switch_triggers_off_by_a_setting():
    with as_owner() as owner, pytest.raises(psycopg.errors.InsufficientPrivilege):
        owner.execute("SET session_replication_role = replica")


def test_p01_the_trigger_fires_whatever_the_replication_role():
    with as_superuser() as superuser:
        superuser.execute("SET LOCAL session_replication_role = replica")
        for table in LEDGER_TABLES:
            with pytest.raises(psycopg.errors.IntegrityError), superuser.transaction():
                superuser.execute(FORBIDDEN["delete"].format(table=table))


@pytest.mark.parametrize("table", LEDGER_TABLES)
def test_p01_the_web_role_has_select_and_insert_and_nothing_else(table: str):
    with as_superuser() as catalogue:
        rights = catalogue.execute(
            "SELECT privilege_type FROM information_schema.role_table_grants"
            " WHERE table_name = %s AND grantee IN ('memoryapp_web', 'PUBLIC') ORDER BY 1",
            [table],
        ).fetchall()
        by_column = catalogue.execute(
            "SELECT count(*) FROM pg_attribute WHERE attrelid = %s::regclass"
            " AND attacl IS NOT NULL",
            [table],
        ).fetchone()
    assert [right for (right,) in rights] == ["INSERT", "SELECT"]
    assert by_column == (0,)


def _a_column(table: str) -> str:
    return "name" if table == "workspace" else "workspace_id"
