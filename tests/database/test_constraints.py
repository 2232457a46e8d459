"""The database says no, in names that read as the rule."""

from typing import Any
from uuid import uuid4

import psycopg
import pytest

from memoryapp.checks.tables import tenant_models
from tests.database.filled import Filled, filled_workspace
from tests.database.sql import as_superuser, as_web, insert_row, rows_of

# Each: table, what is changed of a sound row, the constraint that refuses it.
REFUSED: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("observation", {}, "one_observation_per_event"),
    ("observation", {"kind": "rumour"}, "observation_kind_is_known"),
    (
        "observation",
        {"speaker_role": "god", "admitted_as": "unverified", "witness_id": None},
        "speaker_role_is_known",
    ),
    ("observation", {"admitted_as": "gospel", "witness_id": None}, "admitted_as_is_known"),
    ("observation", {"admission": "maybe"}, "admission_is_known"),
    ("observation", {"time_basis": "felt"}, "time_basis_is_known"),
    ("observation", {"witness_id": None}, "a_primary_has_a_witness"),
    ("observation", {"admitted_as": "unverified"}, "a_primary_has_a_witness"),
    ("observation", {"speaker_role": "assistant"}, "only_users_are_primary"),
    ("observation", {"work_state": "verified"}, "only_hosts_verify_work"),
    ("observation", {"part_index": 3, "part_of": 3}, "part_index_is_below_part_of"),
    ("receipt", {}, "one_acceptance_per_observation"),
    ("receipt", {"outcome": "perhaps"}, "receipt_outcome_is_known"),
    ("receipt", {"outcome": "rejected"}, "a_rejection_names_only_its_rule"),
    ("api_key", {"kind": "robot"}, "key_kind_is_known"),
    ("capability_grant", {"capability": "fly"}, "capability_is_known"),
    ("capability_grant", {"scope": "world"}, "grant_scope_is_known"),
    (
        "capability_grant",
        {"starts_at": "2026-01-02T00:00Z", "ends_at": "2026-01-01T00:00Z"},
        "grant_ends_after_it_starts",
    ),
    ("proven_copy", {"basis": "a hunch"}, "copy_basis_is_known"),
    ("unresolved_pair", {"kind": "quarrel"}, "pair_kind_is_known"),
    ("standing_event", {"standing": "shaky"}, "standing_is_known"),
    ("question_check", {"outcome": "perhaps"}, "check_outcome_is_known"),
    ("check_run", {"state": "asleep"}, "check_run_state_is_known"),
    ("principal", {"kind": "ghost", "login_id": None}, "principal_kind_is_known"),
)


@pytest.fixture(scope="module")
def filled() -> Filled:
    """A workspace with a row of every kind."""
    return filled_workspace()


def sound(web: psycopg.Connection, table: str, filled: Filled) -> dict[str, Any]:
    """A row as it was accepted, under a new id; of observations and receipts, the first's."""
    rows = rows_of(web, table)
    if table == "observation":
        rows = [row for row in rows if row["id"] == str(filled.said)]
    if table == "receipt":
        rows = [row for row in rows if row["observation_id"] == str(filled.said)]
    return {**rows[0], "id": str(uuid4())}


@pytest.mark.parametrize(
    ("table", "change", "constraint"),
    REFUSED,
    ids=[f"{c}-{i}" for i, (_, _, c) in enumerate(REFUSED)],
)
def test_p15_each_rule_is_refused_by_its_name(
    filled: Filled, table: str, change: dict[str, Any], constraint: str
):
    with as_web(filled.id) as web, pytest.raises(psycopg.errors.IntegrityError) as refused:
        insert_row(web, table, {**sound(web, table, filled), **change})
    assert refused.value.diag.constraint_name == constraint


def test_p07_what_is_imported_cannot_be_timed_by_its_recording(filled: Filled):
    imported = {"admitted_as": "imported", "witness_id": None, "time_basis": "recorded"}
    with as_web(filled.id) as web:
        row = {**sound(web, "observation", filled), **imported, "event_id": "another"}
        with pytest.raises(psycopg.errors.CheckViolation) as refused:
            insert_row(web, "observation", row)
    assert refused.value.diag.constraint_name == "imported_is_never_timed_by_recording"


def edge_of(filled: Filled) -> dict[str, Any]:
    """An edge to an observation, under a new id."""
    with as_web(filled.id) as web:
        edges = [row for row in rows_of(web, "lineage_edge") if row["source_id"]]
    return {**edges[0], "id": str(uuid4())}


@pytest.mark.parametrize("end", ["source", "observation"])
def test_p06_an_edge_cannot_point_forward_or_at_itself(filled: Filled, end: str):
    edge = edge_of(filled)
    backward = {
        "observation_id": edge["source_id"],
        "observation_position": edge["source_position"],
        "source_id": edge[f"{end}_id"],
        "source_position": edge[f"{end}_position"],
    }
    with as_web(filled.id) as web, pytest.raises(psycopg.errors.CheckViolation) as refused:
        insert_row(web, "lineage_edge", {**edge, **backward})
    assert refused.value.diag.constraint_name == "edge_points_back"


@pytest.mark.parametrize("end", ["source", "observation"])
def test_p06_an_edge_cannot_misstate_the_positions_of_its_ends(filled: Filled, end: str):
    edge = edge_of(filled)
    edge[f"{end}_position"] += 1 if end == "observation" else -1
    with as_web(filled.id) as web, pytest.raises(psycopg.errors.ForeignKeyViolation) as refused:
        insert_row(web, "lineage_edge", edge)
    assert refused.value.diag.constraint_name in {
        "edge_position_is_true",
        "edge_source_position_is_true",
    }


def test_p06_an_edge_names_exactly_one_source(filled: Filled):
    edge = edge_of(filled)
    nothing = {"source_id": None, "source_position": None}
    for change in (nothing, {"external_system": "x", "external_ref": "y"}):
        with as_web(filled.id) as web, pytest.raises(psycopg.errors.CheckViolation) as refused:
            insert_row(web, "lineage_edge", {**edge, **change})
        assert refused.value.diag.constraint_name == "edge_names_one_source"


def test_p06_no_edge_of_a_filled_workspace_points_forward(filled: Filled):
    with as_web(filled.id) as web:
        edges = [row for row in rows_of(web, "lineage_edge") if row["source_position"]]
    assert edges
    assert all(edge["source_position"] < edge["observation_position"] for edge in edges)


def test_p13_only_capture_grants_serve_a_human(filled: Filled):
    with as_web(filled.id) as web:
        grant = next(row for row in rows_of(web, "capability_grant") if row["serves_id"])
        other = {**grant, "id": str(uuid4()), "capability": "recall"}
        with pytest.raises(psycopg.errors.CheckViolation) as refused:
            insert_row(web, "capability_grant", other)
    assert refused.value.diag.constraint_name == "only_capture_serves_a_human"


def test_every_constraint_of_the_models_stands_in_the_database_under_its_name():
    named = {c.name for model in tenant_models() for c in model._meta.constraints}
    with as_superuser() as catalogue:
        there = {
            name
            for (name,) in catalogue.execute(
                "SELECT conname FROM pg_constraint UNION SELECT relname FROM pg_class"
                " WHERE relkind = 'i'"
            )
        }
    assert named - there == set()
