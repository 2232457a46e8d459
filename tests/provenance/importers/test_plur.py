"""What becomes of a PLUR store, and of its YAML."""

import io
from datetime import UTC, datetime

import pytest

from provenance.importers.records import Link, Subject
from provenance.importers.yaml_rows import rows

from .plur_store import PLUR
from .stores import claimed, of, read, skips, told


@pytest.fixture(scope="module")
def store():
    return read("plur", PLUR)


PRUNE = "Prune in March.\nBecause: Sap rises in April.\nNot for: cherries"


def test_a_store_is_told_by_its_lists():
    assert set(claimed(PLUR)["plur"]) == set(PLUR)
    assert claimed({"config.yaml": b"decay: default\n", "x.yaml": b"- id: 1\n"}) == {}


def test_what_engrams_and_episodes_become(store):
    assert told(store) == [
        ("summary", "assistant", "Pruning was discussed"),
        ("summary", "unknown", "Without an id"),
        ("decision", "unknown", PRUNE),
        ("note", "unknown", "Prune in May."),
        ("conclusion", "assistant", "Prunes late."),
        ("lesson", "unknown", "剪定は三月。"),
        ("note", "unknown", "Water in June."),
    ]
    assert skips(store) == {"metadata": 1, "misshapen": 1, "repeated": 2, "harness_event": 1}


def test_p06_an_engram_is_derived_from_its_episodes(store):
    assert of(store, PRUNE).lineage == (
        Link(relation="derived_from", foreign=("plur", None, "EP-1-aaaa")),
    )
    assert of(store, "Prune in May.").labels == ("ancestry-unknown",)
    assert of(store, "Prunes late.").labels == ("inference", "ancestry-unknown")


def test_p07_a_day_of_learning_is_no_instant_and_a_day_of_validity_is_taken_at_its_widest(store):
    engram = of(store, PRUNE)

    assert engram.observed_at == datetime(2026, 5, 1, 8, tzinfo=UTC)  # when it was stored
    assert engram.metadata["learned_at"] == "2026-04-30"
    assert engram.valid_from == datetime(2026, 4, 30, 10, tzinfo=UTC)
    assert engram.valid_until == datetime(2026, 6, 1, 12, tzinfo=UTC)
    assert of(store, "Prunes late.").time_notes == ("missing",)


def test_p09_what_was_retired_is_retired_since_the_history_says_so(store):
    engram = of(store, "Prune in May.")

    assert (engram.status, engram.superseded_by) == ("retired", "ENG-2026-0501-001")
    assert engram.status_at == datetime(2026, 5, 1, 9, tzinfo=UTC)


def test_a_row_that_the_program_holds_back_is_held_back(store):
    assert of(store, "剪定は三月。").status == "quarantined"
    assert of(store, "Without an id").status == "quarantined"


def test_names_subjects_and_sessions(store):
    engram = of(store, PRUNE)

    assert engram.foreign == ("plur", "s-1", "ENG-2026-0501-001")
    assert engram.subjects == (Subject(kind="project", key="orchard"),)
    assert of(store, "Prune in May.").session_id is None


def test_words_that_were_merged_away_are_read_from_the_history(store):
    assert of(store, "Water in June.").labels == ("absorbed", "ancestry-unknown")


@pytest.mark.parametrize("data", [b"", b"engrams:\n", b"engrams: null\n"])
def test_an_empty_store_is_damage_not_nothing(data):
    assert skips(read("plur", {"engrams.yaml": data})) == {"empty_store": 1}
    assert skips(read("plur", {"engrams.yaml": b"engrams: []\n"})) == {"metadata": 1}


def test_rows_before_the_damage_are_read():
    data = b"engrams:\n- id: ENG-1\n  statement: One.\n- id: ENG-2\n  statement: 'Two\n"
    found = read("plur", {"engrams.yaml": data})

    assert [content for _, _, content in told(found)] == ["One."]
    assert skips(found) == {"damaged": 1}


def values(text):
    return [(row.line, row.key, row.value, row.reason) for row in rows(io.BytesIO(text.encode()))]


def test_yaml_is_read_as_it_is_written():
    assert values("a: 2026-01-01\nb:\n- 007\n- 'null'\n- ~\n- {c: yes}\n") == [
        (1, "a", "2026-01-01", None),
        (3, "b", "007", None),
        (4, "b", "null", None),
        (5, "b", None, None),
        (6, "b", {"c": "yes"}, None),
    ]


def test_aliases_are_not_written_out_and_depth_ends():
    assert values("- &a [x, x]\n- [*a, *a]\n")[1][2] == [None, None]
    assert values("- " * 60 + "x")[-1][3] == "too_deep"
    assert values("- a\n- " + "[" * 100_000)[-1][3] in ("too_deep", "damaged")
    assert values("- a\n- !!python/object:os.system x\n")[1][2] == "x"
