"""What becomes of a ruflo database."""

from datetime import UTC, datetime

import pytest

from provenance.importers.records import Link, Subject

from .ruflo_store import AT, RUFLO
from .stores import claimed, database, of, read, skips, told

MADE = datetime.fromtimestamp(AT / 1_000, tz=UTC)


@pytest.fixture(scope="module")
def store():
    return read("ruflo", RUFLO)


def test_a_database_is_told_by_its_columns():
    assert claimed(RUFLO) == {"ruflo": [".swarm/memory.db"]}
    assert claimed({"memory.db": database({}, columns={"memory_entries": "id, body"})}) == {}


def test_what_its_rows_become(store):
    assert told(store) == [
        ("checkpoint", "unknown", "Count boxes"),
        ("note", "unknown", "look\nfour"),
        ("note", "unknown", "look"),
        ("lesson", "assistant", "swarm: when they hang, call"),
        ("note", "unknown", "Two boxes."),
        ("note", "unknown", "Four boxes."),
        ("note", "unknown", "Three boxes."),
    ]
    assert skips(store) == {"metadata": 1, "harness_event": 1, "misshapen": 1}


def test_p07_the_time_of_an_entry_is_that_of_its_last_replacement(store):
    entry = of(store, "Four boxes.")

    assert (entry.observed_at, entry.time_notes) == (MADE, ("epoch_milliseconds", "invented"))
    assert entry.valid_until == datetime.fromtimestamp(AT / 1_000 + 1, tz=UTC)
    assert of(store, "Two boxes.").time_notes == ("out_of_range",)


def test_p09_a_deleted_row_is_still_there_and_says_so(store):
    statuses = {r: of(store, r).status for r in ("Four boxes.", "Three boxes.", "Two boxes.")}

    assert statuses == {
        "Four boxes.": "current",
        "Three boxes.": "deleted",
        "Two boxes.": "archived",
    }


def test_the_key_is_what_an_entry_is_about(store):
    assert of(store, "Four boxes.").subjects == (Subject(kind="key", key="hive/entry_1"),)


def test_a_pattern_comes_from_its_run_and_a_parent_that_is_gone_stays_a_name(store):
    lesson = of(store, "swarm: when they hang, call")

    assert lesson.lineage == (
        Link(relation="derived_from", foreign=("ruflo", "s-1", "tr_1")),
        Link(relation="derived_from", external=("ruflo", "p_0")),
    )
    assert lesson.status == "retired"


def test_a_step_stands_in_the_session_of_its_run(store):
    run, step = of(store, "Count boxes"), of(store, "look\nfour")

    assert (step.session_id, step.lineage) == (
        "s-1",
        (Link(relation="responds_to", event_id=run.event_id),),
    )
    assert of(store, "look").session_id is None


def test_a_log_that_was_not_merged_is_said_to_be_missing():
    files = RUFLO | {".swarm/memory.db-wal": b"x"}

    assert skips(read("ruflo", files))["write_ahead_log"] == 1
