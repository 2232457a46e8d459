"""The wall between workspaces stands in the database, whatever the application forgets (P13)."""

import psycopg
import pytest
from django.db import connection

from memoryapp.checks.tables import tenant_models
from provenance.database.tenancy import workspace
from provenance.models import Workspace
from tests.database.filled import Filled, filled_workspace
from tests.database.sql import (
    TENANT_TABLES,
    as_superuser,
    as_web,
    insert_row,
    rows_of,
    workspace_column,
)

LANED = ("observation", "content")
every_table = pytest.mark.parametrize("table", TENANT_TABLES)


@pytest.fixture(scope="module")
def one() -> Filled:
    """The workspace that is named."""
    return filled_workspace()


@pytest.fixture(scope="module")
def two() -> Filled:
    """The workspace beyond the wall."""
    return filled_workspace()


@every_table
def test_p13_raw_sql_sees_the_named_workspace_and_no_other(one: Filled, two: Filled, table: str):
    column = workspace_column(table)
    with as_superuser() as all_seeing:
        assert rows_of(all_seeing, table, of=two.id), "the test has nothing to hide in this table"
    with as_web(one.id) as web:
        seen = rows_of(web, table)
        assert {row[column] for row in seen} == {str(one.id)}
        assert rows_of(web, table, of=two.id) == []


@every_table
def test_p13_without_a_named_workspace_there_are_no_rows(one: Filled, table: str):
    with as_web() as web:
        assert rows_of(web, table) == []


@every_table
def test_p13_a_workspace_named_in_an_earlier_transaction_is_forgotten(one: Filled, table: str):
    with as_web(one.id) as web:
        assert rows_of(web, table)
        web.rollback()
        assert rows_of(web, table) == []


@pytest.mark.parametrize("model", tenant_models(), ids=lambda model: model._meta.db_table)
def test_p13_with_the_applications_filters_removed_row_security_still_returns_nothing(
    one: Filled, two: Filled, model
):
    with workspace(one.stage.rita.caller):
        unfiltered = model.objects.all()
        column = "id" if model is Workspace else "workspace_id"
        assert set(unfiltered.values_list(column, flat=True).distinct()) == {one.id}
        assert not unfiltered.filter(**{column: two.id}).exists()


@every_table
def test_p13_a_row_for_another_workspace_is_refused(one: Filled, two: Filled, table: str):
    with as_superuser() as all_seeing:
        foreign = rows_of(all_seeing, table, of=two.id)[0]
    with as_web(one.id) as web, pytest.raises(psycopg.errors.InsufficientPrivilege) as refused:
        insert_row(web, table, foreign)
    assert "row-level security" in str(refused.value)


def test_p13_moving_a_row_through_the_wall_is_refused(one: Filled, two: Filled):
    with as_web(one.id) as web, pytest.raises(psycopg.errors.InsufficientPrivilege) as refused:
        web.execute("UPDATE index_work SET workspace_id = %s", [two.id])
    assert "row-level security" in str(refused.value)


@pytest.mark.parametrize("table", LANED)
def test_p13_the_restricted_lane_is_invisible_until_it_is_opened(one: Filled, table: str):
    column = "id" if table == "observation" else "observation_id"
    with as_web(one.id) as web:
        seen = rows_of(web, table)
        assert str(one.restricted) not in {row[column] for row in seen}
        assert {row["lane"] for row in seen} == {"open"}
    with as_web(one.id, restricted=True) as web:
        assert str(one.restricted) in {row[column] for row in rows_of(web, table)}


def test_p13_every_table_of_one_tenant_with_a_lane_is_proved_above():
    laned = {m._meta.db_table for m in tenant_models() if _has(m, "lane")}
    assert laned == set(LANED)


def test_p13_a_restricted_text_cannot_be_stored_from_the_open_lane(one: Filled):
    with as_superuser() as all_seeing:
        row = next(r for r in rows_of(all_seeing, "content", of=one.id) if r["lane"] != "open")
    with as_web(one.id) as web, pytest.raises(psycopg.errors.InsufficientPrivilege):
        insert_row(web, "content", row)


def test_p13_no_read_of_the_application_opens_the_lane_by_itself(one: Filled):
    with workspace(one.stage.ben.caller), connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM content WHERE text LIKE '%%vault code%%'")
        assert cursor.fetchone() == (0,)


def _has(model, name: str) -> bool:
    return any(field.name == name for field in model._meta.concrete_fields)
