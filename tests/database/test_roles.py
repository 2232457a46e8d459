"""Two roles: one owns and migrates, the other serves and owns nothing."""

import pytest

from tests.database.sql import as_superuser


@pytest.mark.parametrize("role", ["memoryapp_owner", "memoryapp_web"])
def test_p13_neither_role_can_pass_through_row_security_or_make_roles(role: str):
    with as_superuser() as catalogue:
        rights = catalogue.execute(
            "SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication"
            " FROM pg_roles WHERE rolname = %s",
            [role],
        ).fetchone()
    assert rights == (False, False, False, False, False)


def test_p13_the_web_role_belongs_to_no_other_role():
    with as_superuser() as catalogue:
        memberships = catalogue.execute(
            "SELECT count(*) FROM pg_auth_members WHERE member = 'memoryapp_web'::regrole"
        ).fetchone()
    assert memberships == (0,)


def test_p13_the_web_role_owns_nothing():
    with as_superuser() as catalogue:
        owned = catalogue.execute(
            "SELECT count(*) FROM pg_class WHERE relowner = 'memoryapp_web'::regrole"
        ).fetchone()
    assert owned == (0,)


def test_p13_everybody_else_has_no_right_to_any_table():
    with as_superuser() as catalogue:
        open_tables = catalogue.execute(
            "SELECT table_name FROM information_schema.role_table_grants"
            " WHERE table_schema = 'public' AND grantee NOT IN"
            " ('memoryapp_owner', 'memoryapp_web', 'postgres')"
        ).fetchall()
    assert open_tables == []
