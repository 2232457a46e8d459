"""Nothing is served where the database does not hold the rules: each missing rule is named."""

from collections.abc import Iterator

import pytest
from django.db import connections

from memoryapp.checks.boot import refuse_unless_sound
from memoryapp.checks.database import check_database
from tests.database.sql import as_role, as_superuser, scratch_database

BREAKAGES = {
    "the policy is gone": ("DROP POLICY workspace_wall ON content", "E011", "content"),
    "row security is off": ("ALTER TABLE receipt DISABLE ROW LEVEL SECURITY", "E010", "receipt"),
    "row security spares the owner": (
        "ALTER TABLE posting NO FORCE ROW LEVEL SECURITY",
        "E010",
        "posting",
    ),
    "the trigger is gone": ("DROP TRIGGER is_append_only ON observation", "E012", "observation"),
    "the trigger sleeps": (
        "ALTER TABLE lineage_edge DISABLE TRIGGER is_append_only",
        "E012",
        "lineage_edge",
    ),
    "a setting can switch the trigger off": (
        "ALTER TABLE exposure ENABLE TRIGGER is_append_only",
        "E012",
        "exposure",
    ),
    "the web role may update": ("GRANT UPDATE ON receipt TO memoryapp_web", "E013", "receipt"),
    "everybody may delete": ("GRANT DELETE ON session_of TO PUBLIC", "E013", "session_of"),
    "the web role may truncate": ("GRANT TRUNCATE ON content TO memoryapp_web", "E013", "content"),
    "a key is gone": (
        "ALTER TABLE content DROP CONSTRAINT content_observation_same_wall",
        "E014",
        "content_observation_same_wall",
    ),
    "everybody may cross": (
        "GRANT EXECUTE ON FUNCTION principal_for_key(text, timestamptz) TO PUBLIC",
        "E003",
        "principal_for_key",
    ),
    "a crossing is gone": ("DROP FUNCTION workspace_for_slug(text)", "E003", "workspace_for_slug"),
    "the web role owns a table": ("ALTER TABLE subject_of OWNER TO memoryapp_web", "E002", ""),
    "an extension is gone": ("DROP EXTENSION unaccent", "E004", "unaccent"),
}
REAL = {"session_of": "conversation_session", "subject_of": "django_session"}


@pytest.fixture(scope="module")
def broken() -> Iterator[str]:
    """A database to break; each breakage is put right again by leaving its transaction."""
    with scratch_database() as name:
        yield name


@pytest.mark.parametrize("what", BREAKAGES)
def test_p13_a_missing_rule_is_reported_by_its_id(broken: str, what: str, monkeypatch):
    statement, code, about = BREAKAGES[what]
    for stand_in, real in REAL.items():
        statement, about = statement.replace(stand_in, real), about.replace(stand_in, real)
    with as_superuser(broken) as breaker:
        breaker.execute(statement)
        _read_within(breaker, monkeypatch)
        faults = check_database(databases=["default"])
    assert [fault.id for fault in faults] == [f"memoryapp.{code}"]
    assert about in faults[0].msg
    assert faults[0].hint


def test_p13_a_role_that_passes_through_the_wall_is_reported(broken: str, monkeypatch):
    with as_superuser(broken) as breaker:
        breaker.execute("ALTER ROLE memoryapp_web BYPASSRLS")  # rolled back, seen by nobody else
        _read_within(breaker, monkeypatch)
        faults = check_database(databases=["default"])
    assert [fault.id for fault in faults] == ["memoryapp.E001"]


def test_a_sound_database_has_nothing_to_report(broken: str):
    assert check_database(databases=["default"]) == []
    refuse_unless_sound()


def test_temporary_tables_of_another_connection_are_no_fault(broken: str):
    with as_role("memoryapp_web", broken) as bulk_loader:
        bulk_loader.execute("CREATE TEMPORARY TABLE passing (one integer)")
        bulk_loader.commit()
        with as_role("memoryapp_web", broken) as other:
            owned = other.execute(
                "SELECT count(*) FROM pg_tables WHERE tableowner = current_user"
            ).fetchone()
        assert owned == (1,)  # it is seen by all
        assert check_database(databases=["default"]) == []


def test_p13_a_broken_database_is_not_served():
    with scratch_database() as name:
        with as_role("memoryapp_owner", name) as owner:
            owner.execute("DROP POLICY workspace_wall ON observation")
            owner.commit()
        with pytest.raises(SystemExit) as refused:
            refuse_unless_sound()
    assert "memoryapp.E011" in str(refused.value)
    assert "manage.py migrate" in str(refused.value)


def test_p13_an_empty_database_is_not_served():
    with scratch_database() as name:
        with as_superuser(name) as breaker:
            breaker.execute("DROP SCHEMA public CASCADE")
            breaker.execute("CREATE SCHEMA public")
            breaker.commit()
        with pytest.raises(SystemExit) as refused:
            refuse_unless_sound()
    assert "memoryapp.E" in str(refused.value)


def _read_within(breaker, monkeypatch) -> None:
    """The checks read as the web role, inside the transaction that broke the rule."""
    breaker.execute("SET LOCAL ROLE memoryapp_web")

    def rows(sql, parameters=()):
        # What an argument of the checks calls current_user is then the web role.
        return breaker.execute(sql, parameters or None).fetchall()

    for module in ("reading", "roles", "tables"):
        monkeypatch.setattr(f"memoryapp.checks.{module}.rows", rows, raising=False)
    connections["default"].close()
