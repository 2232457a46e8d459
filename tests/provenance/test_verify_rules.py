"""`manage.py verify_ledger` where the database has lost one of its own rules (P15)."""

import psycopg
import pytest

from tests.database.sql import scratch_database
from tests.provenance.verifying import told
from tests.server import url_as

RULES: dict[str, tuple[str, str, str]] = {
    "a dropped constraint": (
        "ALTER TABLE observation DROP CONSTRAINT only_users_are_primary",
        "only_users_are_primary",
        "missing",
    ),
    "a dropped key": (
        "ALTER TABLE content DROP CONSTRAINT content_observation_same_wall",
        "content_observation_same_wall",
        "missing",
    ),
    "an unvalidated constraint": (
        "ALTER TABLE principal DROP CONSTRAINT principal_kind_is_known;"
        "ALTER TABLE principal ADD CONSTRAINT principal_kind_is_known"
        " CHECK (kind <> 'x') NOT VALID",
        "principal_kind_is_known",
        "not validated",
    ),
    "a trigger that is off": (
        "ALTER TABLE receipt DISABLE TRIGGER is_append_only",
        "is_append_only",
        "off",
    ),
    "a guard that is gone": (
        "DROP TRIGGER only_the_erased_goes ON content",
        "only_the_erased_goes",
        "missing",
    ),
}


@pytest.mark.parametrize("fault", RULES)
def test_p15_a_rule_that_the_database_lost_is_named(fault: str):
    statement, name, words = RULES[fault]
    with scratch_database() as database:
        scratch = told(database)
        with psycopg.connect(url_as("postgres", database), autocommit=True) as superuser:
            superuser.execute(statement)
        report = scratch.report()
    assert any(name in line and words in line for line in report), report


def test_p15_two_observations_at_one_position_are_found():
    with scratch_database() as database:
        broken = told(database)
        broken.break_it(
            "ALTER TABLE observation DROP CONSTRAINT one_observation_per_position",
            "UPDATE observation SET position = (SELECT max(position) FROM observation)"
            " WHERE id = {said}",
        )
        report = broken.report()
    assert any(": positions: observation " in line for line in report), report


def test_p15_an_edge_that_points_forward_is_found():
    with scratch_database() as database:
        broken = told(database)
        broken.break_it(
            "ALTER TABLE lineage_edge DROP CONSTRAINT edge_points_back",
            "UPDATE lineage_edge SET source_position = observation_position + 1"
            " WHERE source_id IS NOT NULL",
        )
        report = broken.report()
    assert any("does not point back" in line for line in report), report
