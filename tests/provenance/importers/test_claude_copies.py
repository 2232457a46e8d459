"""Resumed and forked Claude Code files begin with lines copied from another session."""

from .lines import OTHER, claude, read_claude, records, said


def without_place(record):
    return {**vars(record), "line": None, "turn_index": None}


def test_p03_history_copied_into_a_resumed_file_gives_the_same_events():
    history = [
        claude("user", "u1", "Which port?"),
        claude("assistant", "a1", said("5544."), parent="u1"),
    ]
    resumed = claude("user", "u2", "continue", parent="a1", sessionId=OTHER)

    first = records(read_claude(*history))
    again = records(read_claude(*history, resumed, source=f"{OTHER}.jsonl"))

    assert [without_place(record) for record in again[:2]] == [*map(without_place, first)]
    assert again[2].session_id == OTHER
    assert again[2].lineage == ()  # what it answers is of another session


def test_p05_history_that_was_rekeyed_keeps_its_foreign_names():
    history = [claude("user", "u1", "Which port?")]

    (first,) = records(read_claude(*history))
    (copy,) = records(read_claude(history[0] | {"sessionId": OTHER}, source=f"{OTHER}.jsonl"))

    assert copy.event_id != first.event_id
    assert (copy.foreign, copy.content) == (first.foreign, first.content)


def test_a_copy_without_what_led_to_it_has_a_name_of_its_own():
    whole = [
        claude("user", "u1", "Which port?"),
        claude("assistant", "a1", said("5544."), parent="u1"),
    ]

    original = records(read_claude(*whole))[1]
    (cut,) = records(read_claude(whole[1], source=f"{OTHER}.jsonl"))

    assert cut.event_id == original.event_id + ":cut"
    assert cut.foreign == original.foreign


def test_reading_twice_gives_the_same_records():
    rows = [claude("user", "u1", "x" * 70_000), claude("assistant", "a1", said("ok"), parent="u1")]

    assert read_claude(*rows) == read_claude(*rows)
