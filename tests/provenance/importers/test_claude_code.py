from datetime import UTC, datetime

import pytest

from provenance.importers import claude_code
from provenance.importers.records import Link
from provenance.importers.zones import assuming

from .lines import OTHER, SESSION, claude, encode, read_claude, reasons, records, said


def test_a_turn_keeps_speaker_time_session_and_words():
    (turn,) = records(read_claude(claude("user", "u1", "数えて ☕", cwd="/srv/tea")))

    assert (turn.kind, turn.speaker_role, turn.content) == ("turn", "user", "数えて ☕")
    assert turn.observed_at == datetime(2026, 3, 1, 10, tzinfo=UTC)
    assert (turn.session_id, turn.turn_index) == (SESSION, 0)
    assert turn.event_id == f"import:claude-code:{SESSION}:u1"
    assert turn.foreign == ("claude-code", None, "u1")
    assert turn.metadata["cwd"] == "/srv/tea"


@pytest.mark.parametrize(
    ("time", "note"),
    [
        (None, "missing"),
        ("", "missing"),
        ("yesterday", "unreadable"),
        ("2026-03-01T10:00:00", "no_offset"),
        ("2026-03-01", "day_only"),
    ],
)
def test_p07_an_unusable_time_stays_unknown_and_is_noted(time, note):
    (turn,) = records(read_claude(claude("user", "u1", "hello", timestamp=time)))

    assert (turn.observed_at, turn.time_notes) == (None, (note,))


@pytest.mark.parametrize("time", [1772359200, 1772359200000, "2026-03-01T11:00:00[Europe/Berlin]"])
def test_p07_other_ways_to_write_a_time_are_read(time):
    (turn,) = records(read_claude(claude("user", "u1", "hello", timestamp=time)))

    assert turn.observed_at == datetime(2026, 3, 1, 10, tzinfo=UTC)


def test_p07_a_wall_clock_is_read_where_somebody_says_the_zone():
    line = claude("user", "u1", "hello", timestamp="2026-03-01T11:00:00")

    def read():
        yield from read_claude(line)  # while it is asked for

    (turn,) = records(assuming("Europe/Berlin", read()))

    assert turn.observed_at == datetime(2026, 3, 1, 10, tzinfo=UTC)
    assert turn.time_notes == ("assumed_zone",)


def test_a_tool_result_is_not_the_user_speaking():
    call = [{"type": "tool_use", "id": "t1", "name": "Read", "input": {"file_path": "db.toml"}}]
    result = [{"type": "tool_result", "tool_use_id": "t1", "content": "port = 5544"}]

    asked, answer = records(
        read_claude(claude("assistant", "a1", call), claude("user", "u1", result, parent="a1"))
    )

    assert (asked.kind, asked.speaker_role, asked.labels) == ("note", "assistant", ("tool-call",))
    assert asked.content == 'Read {"file_path": "db.toml"}'
    assert (answer.kind, answer.speaker_role, answer.speaker_name) == (
        "tool_result",
        "tool",
        "Read",
    )
    assert answer.lineage == (Link(relation="responds_to", event_id=asked.event_id),)


def test_a_failed_tool_result_says_so():
    parts = said("make: *** No rule")
    result = [{"type": "tool_result", "tool_use_id": "t", "is_error": True, "content": parts}]

    (answer,) = records(read_claude(claude("user", "u1", result)))

    assert (answer.content, answer.labels) == ("make: *** No rule", ("tool-error",))


def test_each_block_of_a_message_is_told_apart():
    blocks = [
        {"type": "thinking", "thinking": "hm"},
        *said("Reading."),
        {"type": "image", "source": {}},
        {"type": "hologram"},
    ]

    items = read_claude(claude("assistant", "a1", blocks))

    assert [record.content for record in records(items)] == ["Reading."]
    assert records(items)[0].event_id.endswith(":a1:b1")
    assert reasons(items) == ["reasoning", "media", "unknown_block"]


@pytest.mark.parametrize(
    ("content", "more", "reason"),
    [
        ("Caveat: local commands follow.", {"isMeta": True}, "injected"),
        ("<system-reminder>be brief</system-reminder>", {}, "injected"),
        ("<command-name>/cost</command-name>\n<command-args></command-args>", {}, "bare_command"),
        ("[Request interrupted by user for tool use]", {}, "interruption"),
        ("API Error: overloaded", {"isApiErrorMessage": True}, "synthetic"),
        ("   ", {}, "empty"),
        ("a\0b", {}, "nul"),
        ([], {}, "empty"),
        (None, {}, "misshapen"),
    ],
)
def test_what_the_harness_puts_in_the_user_role_is_not_the_person(content, more, reason):
    assert reasons(read_claude(claude("user", "u1", content, **more))) == [reason]
    assert not records(read_claude(claude("user", "u1", content, **more)))


def test_the_persons_words_survive_beside_a_reminder():
    text = "<system-reminder>be brief</system-reminder>\nWhich port?"

    items = read_claude(claude("user", "u1", text))

    assert [record.content for record in records(items)] == ["Which port?"]
    assert reasons(items) == ["injected"]


def test_a_reminder_that_the_person_talks_about_stays():
    text = "Why does <system-reminder>x</system-reminder> show up in my logs?"

    (turn,) = records(read_claude(claude("user", "u1", text)))

    assert turn.content == text


def test_a_slash_command_with_arguments_is_what_the_person_typed():
    text = "<command-name>/review</command-name><command-args>the migration</command-args>"

    (turn,) = records(read_claude(claude("user", "u1", text)))

    assert (turn.speaker_role, turn.content) == ("user", "/review the migration")
    assert turn.labels == ("command",)


def test_the_output_of_a_local_command_is_a_tool_result():
    row = claude("system", "s1", subtype="local_command")
    row["content"] = "<local-command-stdout>total 0.02</local-command-stdout>"

    (result,) = records(read_claude(row))

    assert (result.kind, result.speaker_role, result.content) == (
        "tool_result",
        "tool",
        "total 0.02",
    )


def test_a_message_typed_ahead_is_read_when_it_is_delivered():
    waiting = {"type": "queue-operation", "operation": "enqueue", "content": "also shelf 3"}
    given = {"type": "queued_command", "commandMode": "prompt", "prompt": "also shelf 3"}

    items = read_claude(waiting, claude("attachment", "q1", attachment=given))

    assert reasons(items) == ["queued"]
    assert [(r.speaker_role, r.content) for r in records(items)] == [("user", "also shelf 3")]


def test_a_notification_that_was_queued_is_not_the_person():
    given = {"type": "queued_command", "commandMode": "task-notification", "prompt": "done"}

    assert reasons(read_claude(claude("attachment", "q1", attachment=given))) == ["injected"]


def test_a_subagent_is_a_thread_of_its_own_and_its_user_is_an_agent():
    more = {"isSidechain": True, "agentId": "a7"}
    asked, answered = records(
        read_claude(
            claude("user", "u1", "Count shelf 3.", **more),
            claude("assistant", "a1", said("Sixteen."), parent="u1", **more),
        )
    )

    assert asked.session_id == answered.session_id == f"{SESSION}:agent:a7"
    assert (asked.speaker_role, asked.speaker_name) == ("assistant", "calling agent")
    assert (answered.speaker_role, answered.speaker_name) == ("assistant", "agent a7")
    assert asked.labels == ("sidechain",)


def compacted(*before):
    boundary = claude("system", "b1", subtype="compact_boundary")
    boundary["logicalParentUuid"] = before[-1]["uuid"] if before else "lost"
    summary = claude("user", "c1", "The port is 5544.", parent="b1", isCompactSummary=True)
    return read_claude(*before, boundary, summary)


def test_p06_a_compaction_summary_is_the_models_and_names_what_it_covers():
    items = compacted(
        claude("user", "u1", "Which port?"), claude("assistant", "a1", said("5544."), parent="u1")
    )
    asked, answered, summary = records(items)

    assert (summary.kind, summary.speaker_role) == ("summary", "assistant")
    assert summary.lineage == (
        Link(relation="summary_of", event_id=answered.event_id),
        Link(relation="summary_of", event_id=asked.event_id),
    )
    assert reasons(items) == ["compaction_marker"]


def test_a_summary_of_what_is_not_in_the_file_is_labelled():
    (summary,) = records(compacted())

    assert (summary.lineage, summary.labels) == ((), ("compaction", "covers-unknown"))


def test_a_summary_links_to_a_bounded_number_of_events():
    turns = [
        claude("user", f"u{n}", f"turn {n}", parent=f"u{n - 1}" if n else None) for n in range(80)
    ]

    assert len(records(compacted(*turns))[-1].lineage) == 32


def test_a_titling_summary_of_another_files_leaf_belongs_to_no_session():
    (summary,) = records(read_claude({"type": "summary", "summary": "Ports", "leafUuid": "x9"}))

    assert (summary.session_id, summary.turn_index, summary.observed_at) == (None, None, None)
    assert summary.labels == ("summary", "covers-unknown")


def test_an_answer_links_past_lines_that_are_no_events():
    thinking = claude("assistant", "a1", [{"type": "thinking", "thinking": "hm"}], parent="u1")
    asked, answered = records(
        read_claude(
            claude("user", "u1", "Which port?"),
            thinking,
            claude("assistant", "a2", said("5544."), parent="a1"),
        )
    )

    assert answered.lineage == (Link(relation="responds_to", event_id=asked.event_id),)


def test_long_text_comes_in_ordered_parts_that_join_to_the_whole():
    text = "é" * 100_000

    parts = records(read_claude(claude("user", "u1", text)))

    assert "".join(part.content for part in parts) == text
    assert [part.part for part in parts] == [(n, 4) for n in range(4)]
    assert len({part.event_id for part in parts}) == 4
    assert all(len(part.content.encode()) <= 65_536 for part in parts)


def test_a_damaged_line_is_reported_by_number_and_the_rest_goes_in():
    rows = encode(claude("user", "u1", "one"), claude("user", "u2", "two"))
    lines = [rows[0], b'{"type":"user","uuid":"torn', rows[1], b"\xff\xfe\n", b"[1]\n", b"\n"]

    items = list(claude_code.read(lines, source="x.jsonl"))

    assert [record.content for record in records(items)] == ["one", "two"]
    assert [(item.line, item.reason) for item in items if item not in records(items)] == [
        (2, "damaged"),
        (4, "damaged"),
        (5, "damaged"),
        (6, "blank"),
    ]


def test_the_layout_with_loglines_is_read_too():
    rows = [claude("user", "u1", "one"), claude("user", "u2", "two")]

    assert len(records(read_claude({"loglines": rows}))) == 2
    assert reasons(read_claude({"loglines": []})) == ["empty"]


def test_titles_are_the_persons_before_the_machines():
    rows = encode(
        {"type": "custom-title", "customTitle": "Ledger", "sessionId": SESSION},
        {"type": "ai-title", "aiTitle": "Port lookup", "sessionId": SESSION},
        {"type": "ai-title", "aiTitle": "Tea", "sessionId": OTHER},
    )

    assert claude_code.titles(rows) == {SESSION: "Ledger", OTHER: "Tea"}


def test_a_known_title_travels_with_every_record():
    lines = encode(claude("user", "u1", "hello"))

    (turn,) = records(claude_code.read(lines, source="x", titles={SESSION: "Ledger"}))

    assert turn.session_title == "Ledger"
