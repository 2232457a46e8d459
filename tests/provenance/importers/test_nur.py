"""What becomes of a nur home."""

import hashlib
from datetime import UTC, datetime

import pytest

from provenance.importers.records import Link, Record

from .nur_store import CHRONICLE, HOME, MEMORY, SCOPE, SESSION, entry, event, one
from .stores import claimed, jsonl, of, read, skips, told


@pytest.fixture(scope="module")
def home():
    return read("nur", HOME)


def within(items, name):
    return [item for item in items if item.file == name]


def test_every_file_of_a_home_is_known_by_its_members_or_by_its_place():
    assert set(claimed(HOME)["nur"]) == set(HOME)
    assert claimed({".nur/memory.md": HOME[".nur/memory.md"]}).get("nur") is None


def test_a_note_of_the_journal_has_the_minute_of_its_heading_and_no_speaker(home):
    journal = within(home, ".nur/memory.md")

    assert told(journal) == [
        ("note", "unknown", "By hand: the barn key hangs left."),
        ("note", "unknown", "The goats eat at seven.\n\nThey are four."),
        ("note", "unknown", "## Mine\n- no visitors on Sunday"),
    ]
    note = of(journal, "The goats eat at seven.\n\nThey are four.")
    assert note.observed_at == datetime(2026, 5, 1, 9, 30, tzinfo=UTC)
    assert (note.time_notes, note.line) == (("to_the_minute",), 3)
    assert skips(journal) == {"repeated": 1}


def test_p06_entries_say_who_wrote_them_and_that_their_origin_is_not_known(home):
    found = within(home, f"{MEMORY}/entries.jsonl")

    assert told(found) == [
        ("note", "unknown", "The goats prefer hay"),
        ("preference", "assistant", "I will count them"),
        ("summary", "assistant", "Era note: goats"),
        ("note", "unknown", "The goats sleep outside"),
    ]
    assert [record.labels for record in found] == [
        ("ancestry-unknown",),
        (),
        ("era-note", "ancestry-unknown"),
        ("ancestry-unknown",),
    ]
    assert [record.status for record in found] == ["current", "current", "current", "retired"]
    assert found[0].foreign == ("nur", SCOPE, "m-1")


def test_p09_a_row_that_is_retired_further_down_is_retired_from_the_start():
    rows = jsonl(entry("m-1", "x"), entry("m-1", "x", retired=True), entry("m-1", "y"))
    first, again, other = read("nur", {f"{MEMORY}/entries.jsonl": rows})

    assert (first.status, again.reason, other.status) == ("retired", "repeated", "retired")
    assert first.foreign == other.foreign
    assert first.event_id != other.event_id


def test_a_torn_row_is_one_row():
    rows = jsonl(entry("m-1", "x")) + b'{"id":"m-2","ti\n' + jsonl(entry("m-3", "z"), {"id": "m-4"})
    found = read("nur", {f"{MEMORY}/entries.jsonl": rows})

    assert [content for _, _, content in told(found)] == ["x", "z"]
    assert skips(found) == {"damaged": 1, "misshapen": 1}


def test_the_mirror_tells_only_what_the_file_has_lost(home):
    found = within(home, f"{MEMORY}/helix-outbox.jsonl")

    assert [content for _, _, content in told(found)] == ["Only the mirror has it"]
    assert skips(found) == {"double_log": 1}


def test_an_edge_tells_something_only_where_its_entry_is_gone(home):
    found = within(home, f"{MEMORY}/graph.json")

    assert told(found) == [
        ("note", "unknown", "The goats lives in the barn"),
        ("note", "unknown", "The goats wants oats"),
    ]
    assert skips(found) == {"extracted": 1}
    assert of(found, "The goats wants oats").lineage == (
        Link(relation="derived_from", external=("nur", "m-gone")),
    )


def test_a_session_is_read_once_of_its_three_logs(home):
    name = f".nur/sessions/{SESSION}.json"
    found = within(home, name)

    assert told(found) == [
        ("turn", "user", "How many goats?"),
        ("turn", "assistant", "Four."),
        ("note", "assistant", "count {}"),
        ("tool_result", "tool", "4"),
    ]
    assert skips(found) == {"metadata": 3, "empty": 1, "double_log": 2}
    assert skips(within(home, name + ".bak")) == {"repeated": 1}


def test_p05_what_the_chronicle_repeats_mirrors_what_it_repeats(home):
    first, answer, remembered, later, compacted = within(home, f"{CHRONICLE}/events.jsonl")

    said = of(within(home, f".nur/sessions/{SESSION}.json"), "How many goats?")
    assert first.lineage == (Link(relation="mirrors", foreign=said.foreign),)
    assert answer.lineage[1] == Link(relation="responds_to", event_id=first.event_id)
    assert remembered.lineage == (Link(relation="mirrors", foreign=("nur", SCOPE, "m-1")),)
    # Said once in the session: the second time is no copy of it.
    assert later.lineage == ()
    assert compacted.reason == "harness_event"
    assert len({i.event_id for i in (first, answer, remembered, later)}) == 4


def test_a_checkpoint_points_at_its_event(home):
    (found,) = within(home, f"{CHRONICLE}/checkpoints.json")
    answer = within(home, f"{CHRONICLE}/events.jsonl")[1]

    assert (found.kind, found.content) == ("checkpoint", "fed")
    assert found.lineage == (Link(relation="derived_from", event_id=answer.event_id),)


def test_what_an_assistant_said_may_be_cut_in_the_chronicle():
    rows = jsonl(event(1, "assistant", "x" * 500))
    (found,) = read("nur", {f"{CHRONICLE}/events.jsonl": rows})

    assert "cut" in found.labels


def test_lessons_hold_unless_only_a_snapshot_has_them(home):
    state = within(home, ".nur/harness/ab12/state.json")
    old = within(home, ".nur/harness/ab12/snapshots/r0001_1.json")

    assert [(r.content, r.status, r.session_id) for r in state] == [
        ("Close the gate\n  evidence: they ran", "current", "ab12")
    ]
    assert state[0].metadata["evidence"] == "they ran"
    assert [(r.content, r.status) for r in old if isinstance(r, Record)] == [
        ("Leave it open", "rolled_back")
    ]
    assert skips(old) == {"repeated": 1}


def test_a_goal_keeps_its_name_when_it_is_reached(home):
    (goal,) = within(home, ".nur/goals/ab12.json")
    (open_goal,) = read(
        "nur",
        {".nur/goals/ab12.json": HOME[".nur/goals/ab12.json"].replace(b"completed", b"active")},
    )

    assert (goal.kind, goal.status, open_goal.status) == ("goal", "completed", "current")
    assert goal.event_id == open_goal.event_id
    assert (goal.work_state, open_goal.work_state) == ("planned", "planned")


def test_a_letter_is_the_other_agents_in_the_session_of_who_got_it(home):
    (letter,) = [i for i in home if isinstance(i, Record) and i.source_type == "letter"]

    assert (letter.kind, letter.speaker_role, letter.speaker_name) == (
        "message",
        "assistant",
        "feeder",
    )
    assert letter.session_id == "ab12"
    assert letter.time_notes == ("epoch_milliseconds",)


def test_stored_results_stand_in_their_order_and_no_path_leads_out(home):
    name = ".nur/context-store/ba2ee5b3a8a0a9fb7a5ea0b4/index.json"

    assert told(within(home, name)) == [
        ("tool_result", "tool", "goat,weight"),
        ("tool_result", "tool", "a long log"),
    ]
    assert skips(within(home, name)) == {"body_missing": 1}


def test_a_folder_that_is_named_by_a_sessions_hash_is_that_sessions():
    folder = hashlib.sha256(SESSION.encode()).hexdigest()[:24]
    index = one({"version": 1, "vars": {"a": {"id": "1-a", "body": "x"}}, "order": ["a"]})
    talk = f".nur/sessions/{SESSION}.json"
    found = read("nur", {f".nur/context-store/{folder}/index.json": index, talk: HOME[talk]})

    assert of(found, "x").session_id == SESSION


def test_vectors_and_counters_hold_no_words(home):
    assert skips(within(home, f"{MEMORY}/vectors.json")) == {"vectors": 1}
    assert skips(within(home, f"{MEMORY}/ops.json")) == {"harness_event": 1}
