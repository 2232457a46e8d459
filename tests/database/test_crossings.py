"""What may look across the wall: a closed list of functions, each closed to everybody else."""

import psycopg
import pytest

from provenance.database.crossings import CROSSINGS
from tests.database.sql import as_role, as_superuser


def functions() -> dict[str, dict]:
    """The functions of the database that run with their owner's rights."""
    with as_superuser() as catalogue:
        found = catalogue.execute(
            "SELECT p.proname, pg_get_userbyid(p.proowner), p.proconfig, p.proretset,"
            " has_function_privilege('memoryapp_web', p.oid, 'EXECUTE'),"
            " array(SELECT a.grantee::regrole::text FROM aclexplode(p.proacl) a"
            "       WHERE a.privilege_type = 'EXECUTE' ORDER BY 1), p.oid::regprocedure::text"
            " FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace"
            " WHERE p.prosecdef AND n.nspname = 'public'"
        ).fetchall()
    return {
        name: {"owner": owner, "settings": settings, "web": web, "may": may, "signature": signature}
        for name, owner, settings, _, web, may, signature in found
    }


def test_p13_the_crossings_are_these_and_no_others():
    assert set(functions()) == set(CROSSINGS)


@pytest.mark.parametrize("name", CROSSINGS)
def test_p13_a_crossing_is_the_owners_and_only_the_web_role_may_call_it(name: str):
    crossing = functions()[name]
    assert crossing["owner"] == "memoryapp_owner"
    assert crossing["web"]
    assert set(crossing["may"]) == {"memoryapp_owner", "memoryapp_web"}


@pytest.mark.parametrize("name", CROSSINGS)
def test_p13_the_search_path_of_a_crossing_is_pinned(name: str):
    assert functions()[name]["settings"] == ["search_path=pg_catalog, public"]


@pytest.mark.parametrize("name", CROSSINGS)
def test_p13_another_role_may_not_call_a_crossing(name: str):
    with as_superuser() as connection:
        connection.execute("CREATE ROLE passer_by")  # rolled back with the rest
        signature = functions()[name]["signature"]
        given = signature.partition("(")[2].rstrip(")")
        arguments = ", ".join("NULL" for one in given.split(",") if one)
        connection.execute("SET LOCAL ROLE passer_by")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(f"SELECT {name}({arguments})")


def test_p13_the_web_role_cannot_make_a_function_or_table_in_the_schema():
    for statement in (
        "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "CREATE TABLE mine (id int)",
        "CREATE OPERATOR = (LEFTARG = text, RIGHTARG = text, PROCEDURE = texteq)",
    ):
        with as_role("memoryapp_web") as web, pytest.raises(psycopg.errors.InsufficientPrivilege):
            web.execute(statement)


def test_p13_a_key_that_nobody_has_crosses_nothing():
    with as_role("memoryapp_web") as web:
        assert web.execute("SELECT * FROM principal_for_key('0', now())").fetchall() == []
