import pytest

from provenance.importers import codex
from provenance.importers.records import Link

from .lines import THREAD, encode, line, message, meta, read_codex, reasons, records

FORK = "019f0000-0000-7000-8000-000000000002"
CALL = {"type": "function_call", "name": "exec_command", "arguments": "{}", "call_id": "c1"}
RESULT = {"type": "function_call_output", "call_id": "c1", "output": "port = 5544"}


def shown(kind, text):
    return line("event_msg", {"type": kind, "message": text})


def test_the_two_logs_of_a_turn_give_one_record_each():
    items = read_codex(
        meta(),
        message("user", "Which port?"),
        shown("user_message", "Which port?"),
        message("assistant", "5544."),
        shown("agent_message", "5544."),
    )

    assert [(r.speaker_role, r.content) for r in records(items)] == [
        ("user", "Which port?"),
        ("assistant", "5544."),
    ]
    assert reasons(items) == ["metadata", "double_log", "double_log"]


def test_the_screens_log_is_read_where_the_models_is_missing():
    items = read_codex(meta(), shown("user_message", "Which port?"), message("user", "Which port?"))

    assert len(records(items)) == 1


def test_the_same_words_said_twice_are_two_turns():
    rows = [message("user", "yes"), shown("user_message", "yes")] * 2

    assert [r.foreign[2][-2:] for r in records(read_codex(meta(), *rows))] == [":0", ":1"]


def test_p05_a_message_goes_by_the_id_that_the_rollout_gives_it():
    named = message("user", "Which port?")
    named["payload"]["id"] = "msg_0b6f2c1e5d0a4a5e9f00aa01"
    call, result = {**CALL, "id": "fc_1"}, {**RESULT, "id": None}
    rows = [named, line("response_item", call), line("response_item", result)]
    with_ids = records(read_codex(meta(), *rows))
    without = records(read_codex(meta(), message("user", "Which port?")))

    assert [record.foreign for record in with_ids] == [
        ("codex", THREAD, "msg_0b6f2c1e5d0a4a5e9f00aa01"),
        ("codex", THREAD, "fc_1"),
        ("codex", THREAD, "output:c1"),
    ]
    assert with_ids[0].event_id == without[0].event_id


@pytest.mark.parametrize(
    ("role", "text", "reason"),
    [
        ("developer", "<permissions instructions>workspace", "instructions"),
        ("system", "be brief", "instructions"),
        ("user", "<environment_context>\n  <cwd>/srv</cwd>\n</environment_context>", "injected"),
        ("user", "# AGENTS.md instructions for /srv\n<INSTRUCTIONS>", "injected"),
        ("user", "<turn_aborted>", "injected"),
        ("user", " ", "empty"),
        ("user", "a\0b", "nul"),
        ("ghost", "boo", "misshapen"),
    ],
)
def test_scaffolding_is_not_speech(role, text, reason):
    items = read_codex(meta(), message(role, text))

    assert (records(items), reasons(items)) == ([], ["metadata", reason])


def test_the_request_is_taken_out_of_the_editors_context():
    text = (
        "# Context from my IDE setup:\n## Open tabs:\n- a.py\n\n## My request for Codex:\nFix a.py"
    )

    (turn,) = records(read_codex(meta(), message("user", text)))

    assert (turn.content, turn.labels) == ("Fix a.py", ("editor-context-removed",))


def test_a_tool_result_answers_its_call():
    call, result = records(
        read_codex(meta(), line("response_item", CALL), line("response_item", RESULT))
    )

    assert (call.kind, call.content) == ("note", "exec_command {}")
    assert (result.kind, result.speaker_role, result.content) == (
        "tool_result",
        "tool",
        "port = 5544",
    )
    assert result.lineage == (Link(relation="responds_to", event_id=call.event_id),)


def test_reasoning_and_encrypted_compaction_are_never_memories():
    items = read_codex(
        meta(),
        line("response_item", {"type": "reasoning", "summary": []}),
        line("response_item", {"type": "compaction", "encrypted_content": "gAAA"}),
        line("compacted", {"message": ""}),
    )

    assert reasons(items) == ["metadata", "reasoning", "opaque", "opaque"]


def test_p06_a_compaction_summary_is_derived_and_its_echo_is_skipped():
    items = read_codex(
        meta(),
        message("user", "Which port?"),
        line("compacted", {"message": "Port 5544.", "replacement_history": [{"type": "message"}]}),
        message("user", "Summary so far:\nPort 5544."),
    )
    asked, summary = records(items)

    assert (summary.kind, summary.speaker_role) == ("summary", "assistant")
    assert summary.lineage == (Link(relation="summary_of", event_id=asked.event_id),)
    assert reasons(items)[-1] == "repeated_summary"


def test_a_rollback_names_the_turns_that_were_taken_back():
    kept, kept_answer, gone, gone_answer, note, later = records(
        read_codex(
            meta(),
            message("user", "one"),
            message("assistant", "1"),
            message("user", "two"),
            message("assistant", "2"),
            line("event_msg", {"type": "thread_rolled_back", "num_turns": 1}),
            message("user", "three"),
        )
    )

    assert note.labels == ("rolled-back",)
    assert note.metadata["taken_back"] == [gone_answer.event_id, gone.event_id]
    assert later.lineage == (Link(relation="responds_to", event_id=note.event_id),)
    assert kept.event_id not in note.metadata["taken_back"]
    assert kept_answer.event_id not in note.metadata["taken_back"]


def fork(*own, **more):
    return records(
        read_codex(
            meta(FORK, forked_from_id=THREAD, **more),
            line("session_meta", {"id": THREAD}, at="10:00:00.001"),
            message("user", "Which port?", at="10:00:00.002"),
            message("assistant", "5544.", at="10:00:00.003"),
            *own,
        )
    )


def test_p05_inherited_history_bears_the_parents_names():
    original = records(
        read_codex(meta(), message("user", "Which port?"), message("assistant", "5544."))
    )

    copies = fork()

    assert [copy.foreign for copy in copies] == [record.foreign for record in original]
    assert {copy.session_id for copy in copies} == {FORK}


def test_a_forks_own_turns_bear_its_own_names():
    own = fork(message("user", "And the host?", at="10:00:05.000"))[-1]

    assert own.foreign[1] == FORK
    assert (own.speaker_role, own.labels) == ("user", ())


def test_a_turn_that_starts_at_once_ends_the_inheritance():
    started = {"type": "task_started", "started_at": 1772359201}  # a second after the fork
    own = fork(
        line("event_msg", started, at="10:00:00.004"),
        message("user", "And the host?", at="10:00:00.005"),
    )[-1]

    assert own.foreign[1] == FORK


def test_in_a_subagents_thread_the_user_is_an_agent_but_inherited_words_are_the_persons():
    inherited, _, asked, answered = fork(
        message("user", "Count shelf 3.", at="10:00:05.000"),
        message("assistant", "Sixteen.", at="10:00:06.000"),
        source={"subagent": {"thread_spawn": {}}},
        agent_nickname="counter",
    )

    assert inherited.speaker_role == "user"
    assert (asked.speaker_role, asked.speaker_name) == ("assistant", "calling agent")
    assert (answered.speaker_role, answered.speaker_name) == ("assistant", "counter")
    assert asked.labels == ("subagent",)


def test_a_letter_between_agents_is_a_message():
    sent = {"from": "a", "to": "b", "message": "Shelf 3 done."}

    (letter,) = records(read_codex(meta(), line("inter_agent_communication", sent)))

    assert (letter.kind, letter.speaker_role) == ("message", "assistant")
    assert letter.metadata["to"] == "b"


def test_the_oldest_files_are_read():
    item = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hi"}]}

    items = read_codex(
        {"id": THREAD, "timestamp": None, "git": None}, {"record_type": "state"}, item
    )

    (turn,) = records(items)
    assert (turn.session_id, turn.observed_at, turn.content) == (THREAD, None, "hi")
    assert reasons(items) == ["metadata", "harness_event"]


def test_an_unknown_type_is_counted_and_the_rest_goes_in():
    items = read_codex(meta(), line("hologram", {}), line("response_item", 3), message("user", "a"))

    assert reasons(items) == ["metadata", "unknown_type", "misshapen"]
    assert len(records(items)) == 1


def test_the_newest_thread_name_wins():
    rows = encode(
        {"id": THREAD, "thread_name": "ledger", "updated_at": "…"},
        {"id": THREAD, "thread_name": "ledger port", "updated_at": "…"},
    )

    assert codex.titles(rows) == {THREAD: "ledger port"}
