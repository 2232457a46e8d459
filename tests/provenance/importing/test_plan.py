"""A plan says what an import would do, and does nothing."""

import json
from datetime import UTC, datetime

import pytest

from provenance.database.tenancy import workspace
from provenance.models import Content, ImportItem, Observation, Receipt
from provenance.problems import CapabilityRequired, ImportRefused

from .corpus import apply, body, count, items, line, plan_of, state, transcript

KETTLE = "The kettle stands on the left of the sink."
SECRET = "My key is sk-ant-api03-" + "Zx9" * 31 + "AA, keep it."


def test_p14_a_plan_counts_and_admits_nothing(rita, tmp_path):
    path = transcript(
        tmp_path,
        line(1, KETTLE),
        line(2, "Noted: left of the sink.", role="assistant"),
        line(3, "No time was kept for this remark.", time=None),
        {"type": "progress", "uuid": "x", "sessionId": "s"},
    )

    plan = plan_of(rita, path)

    assert state(rita, plan) == "planned"
    assert count(rita) == 0
    told = body(rita, plan, "planned")
    assert told["records"] == 3
    assert told["dispositions"] == {"new": 3}
    assert told["speakers"] == {"assistant": 1, "user": 2}
    assert told["times"]["claimed"] == 2
    assert told["times"]["unknown"] == 1
    assert told["admitted_as"] == {"imported": 3}
    assert {reason: one["count"] for reason, one in told["skipped"].items()} == {"harness_event": 1}


def test_p10_what_policy_refuses_is_in_the_plan_by_line_and_rule_alone(rita, tmp_path):
    path = transcript(tmp_path, line(1, KETTLE), line(2, SECRET))

    plan = plan_of(rita, path)

    refused = items(rita, plan)[1]
    assert (refused.disposition, refused.line) == ("refused", 2)
    assert refused.code
    assert (refused.identity, refused.foreign_name, refused.record_sha256) == (None, None, None)
    (told,) = body(rita, plan, "planned")["refused"]
    assert told["places"] == ["session.jsonl:2"]
    with workspace(rita.caller):
        assert "Zx9" not in str(list(ImportItem.objects.here().values()))
        assert "Zx9" not in str(list(Receipt.objects.here().values()))


def test_p03_planned_again_everything_is_a_duplicate(rita, tmp_path):
    path = transcript(tmp_path, line(1, KETTLE), line(2, "Noted.", role="assistant"))
    apply(rita, plan_of(rita, path))

    plan = plan_of(rita, path)

    assert [one.disposition for one in items(rita, plan)] == ["duplicate", "duplicate"]
    assert count(rita) == 2


def test_a_repetition_within_the_source_is_seen_across_chunks(rita, tmp_path):
    lines = [line(number, f"Remark {number} on the tea.") for number in range(1, 31)]
    again = line(1, "Remark 1 on the tea.")
    copied = line(2, "Remark 2 on the tea.", session="33333333-3333-4333-8333-333333333333")
    plan = plan_of(rita, transcript(tmp_path, *lines, again, copied))

    last = items(rita, plan)[30:]

    assert [(one.disposition, one.code) for one in last] == [
        ("duplicate", "in_plan"),
        ("copy", "in_plan"),
    ]


def test_a_repetition_within_a_chunk_names_nothing_that_was_taken_back(rita, tmp_path):
    copied = line(1, KETTLE, session="33333333-3333-4333-8333-333333333333")
    plan = plan_of(rita, transcript(tmp_path, line(1, KETTLE), line(1, KETTLE), copied))

    told = [(one.disposition, one.code, one.meets_id) for one in items(rita, plan)]

    assert told == [("new", None, None), ("duplicate", "in_plan", None), ("copy", "in_plan", None)]


def test_the_source_is_as_it_was_planned_whatever_becomes_of_the_file(rita, tmp_path):
    path = transcript(tmp_path, line(1, KETTLE))
    plan = plan_of(rita, path)
    path.write_text("overwritten")

    apply(rita, plan)

    with workspace(rita.caller):
        assert [row.text for row in Content.objects.here()] == [KETTLE]


@pytest.mark.parametrize(
    ("text", "words"),
    [("", "No importer"), ("hello there", "No importer"), (None, "nothing there")],
)
def test_what_nobody_recognises_is_not_guessed(rita, tmp_path, text, words):
    path = tmp_path / "what.txt"
    if text is None:
        with pytest.raises(ImportRefused, match="import_refused") as refused:
            plan_of(rita, path)
        assert words in refused.value.detail
        return
    path.write_text(text)

    plan = plan_of(rita, path)

    assert state(rita, plan) == "failed"
    assert body(rita, plan, "failed")["code"] == "unknown_format"


def test_p13_planning_needs_reconcile_and_observe(ada, ben, tmp_path):
    path = transcript(tmp_path, line(1, KETTLE))
    for person in (ada, ben):
        with pytest.raises(CapabilityRequired):
            plan_of(person, path)


MEMORIES = [
    {"id": "a", "memory": "The kettle is blue.", "created_at": "2026-07-19T14:00:00"},
    {"id": "b", "memory": "The sink is deep.", "created_at": "2026-10-25T02:30:00"},
    {"id": "c", "memory": "The tap drips.", "created_at": "2026-03-29T02:30:00"},
    {"id": "d", "memory": "The lid is lost.", "created_at": "2026-07-19T12:00:00Z"},
]


@pytest.fixture
def memories(tmp_path):
    """A store whose times bear no zone, but for one."""
    path = tmp_path / "memories.json"
    path.write_text(
        json.dumps({"results": [{**one, "user_id": "kim", "hash": "x"} for one in MEMORIES]})
    )
    return path


def test_p07_without_a_zone_such_times_stay_unknown_and_are_listed(rita, memories):
    plan = plan_of(rita, memories, form="mem0")
    times = body(rita, plan, "planned")["times"]
    assert (times["claimed"], times["unknown"], times["assumed_zone"]) == (1, 3, None)
    assert times["notes"] == {"no_offset": 3}


def test_p07_the_zone_that_a_person_gives_is_in_the_plan_and_only_clear_times_are_read(
    rita, memories
):
    plan = plan_of(rita, memories, form="mem0", zone="Europe/Berlin")
    times = body(rita, plan, "planned")["times"]
    assert (times["claimed"], times["unknown"]) == (2, 2)
    assert times["assumed_zone"] == "Europe/Berlin"
    assert times["notes"] == {"assumed_zone": 1, "ambiguous_time": 1, "nonexistent_time": 1}

    apply(rita, plan)

    with workspace(rita.caller):
        read = dict(Observation.objects.here().values_list("content__text", "observed_at"))
    noon = datetime(2026, 7, 19, 12, tzinfo=UTC)
    assert read["The kettle is blue."] == read["The lid is lost."] == noon
    assert read["The sink is deep."] is read["The tap drips."] is None


def test_a_zone_that_there_is_not_is_refused(rita, memories):
    with pytest.raises(ImportRefused, match="import_refused") as refused:
        plan_of(rita, memories, zone="Middle/Earth")
    assert "Europe/Berlin" in refused.value.detail
