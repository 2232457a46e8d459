"""What a model wrote about rollouts is derived, never said anew."""

from datetime import UTC, datetime

from provenance.importers.records import Link, Record

from .codex_memories_store import MEMORIES, ONE, REGISTRY
from .stores import claimed, of, read, skips, told

TEN = datetime(2026, 3, 1, 10, tzinfo=UTC)
MODEL = {"model-written"}


def items(**files):
    return read("codex-memories", MEMORIES | files)


def test_files_without_a_sign_are_known_by_where_they_stand():
    assert claimed(MEMORIES) == {"codex-memories": sorted(MEMORIES)}
    alone = {name: data for name, data in MEMORIES.items() if "skills" in name or "notes" in name}
    assert claimed(alone) == {}


def test_p06_everything_is_the_models_and_names_its_rollouts_or_says_that_it_cannot():
    found = [item for item in items() if isinstance(item, Record)]

    assert {record.speaker_role for record in found} == {"assistant"}
    for record in found:
        known = bool(record.lineage)
        assert set(record.labels) >= MODEL
        assert ("ancestry-unknown" in record.labels) is not known
        assert all(link.external[0] == "codex" for link in record.lineage)


def test_a_task_and_what_was_learned_from_it():
    found = items()

    task = of(found, "greenhouse\nTask 1: set the timer, success\nkeywords: timer, ferns")
    assert (task.kind, task.observed_at, task.line) == ("summary", TEN, 6)
    assert task.lineage == (Link(relation="summary_of", external=("codex", ONE)),)
    bullet = of(found, "The timer is in the shed [Task 1]\n  behind the door")
    assert (bullet.kind, bullet.observed_at, bullet.line) == ("note", TEN, 24)
    assert bullet.lineage == (Link(relation="derived_from", external=("codex", ONE)),)
    lost = of(found, "The hose is old [Task 2]")
    assert (lost.lineage, lost.observed_at, lost.time_notes) == ((), None, ("missing",))


def test_blocks_about_one_rollout_stand_in_its_session():
    found = items()

    assert [of(found, text).session_id for text in ("- timer set to six", "Timer set.")] == [
        ONE,
        ONE,
    ]
    assert of(found, "Timer set.").metadata == {"git_branch": "main"}
    assert skips(found)["empty"] == 1  # the second thread has no words


def test_what_the_summary_says_is_cut_by_headings():
    found = items()

    assert [
        (t, of(found, t).line) for _, _, t in told(found) if t.startswith(("User", "Tips"))
    ] == [
        ("User Profile\n\nGrows ferns.", 3),
        ("Tips\n\n- be brief", 7),
    ]


def test_p07_a_stamp_without_a_zone_is_no_instant():
    note = of(items(), "The tap is stiff.")

    assert (note.observed_at, note.time_notes) == (None, ("no_offset",))
    assert "asked-for" in note.labels


def test_instructions_and_bookkeeping_are_no_memories():
    assert skips(items()) == {"instructions": 1, "harness_event": 1, "empty": 1}


def test_p03_a_task_that_saw_another_rollout_is_told_anew_and_the_rest_is_as_before():
    later = REGISTRY.replace("2026-03-01T10:00", "2026-03-05T10:00").encode()
    before = {i.event_id for i in items() if isinstance(i, Record)}
    after = {i.event_id for i in items(**{"memories/MEMORY.md": later}) if isinstance(i, Record)}

    assert len(before) == len(after)
    assert len(after - before) == 2  # the task, and the bullet that cites it
