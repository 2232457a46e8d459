import json

import pytest

from .foreign import gist, read


def call(name, **arguments):
    return {"id": "t", "function": {"name": name, "arguments": json.dumps(arguments)}}


def message(role, text=None, **more):
    content = [{"type": "text", "text": text}] if text else None
    return {"role": role, "content": content, "created_at": "2026-01-02T03:04:05Z"} | more


def agent_file(*messages, blocks=()):
    agent = {"id": "agent-0", "name": "kettle", "system": "Be kind.", "messages": [*messages]}
    return {"agents": [agent], "blocks": [*blocks], "tools": [], "metadata": {}}


def letta(tmp_path, *messages, **more):
    """The items of one agent's messages, after those of the file and its system text."""
    return read("letta", tmp_path, {"a.af": agent_file(*messages, **more)})[2:]


def test_an_agent_speaks_by_a_call_and_thinks_beside_it(tmp_path):
    items = letta(
        tmp_path,
        message("system", "Be kind."),
        message("user", '{"type": "user_message", "message": "Tea?", "time": "now"}'),
        message("assistant", "hm", tool_calls=[call("send_message", message="Yes."), call("boil")]),
        message("tool", "boiled", name="boil"),
        message("user", '{"type": "heartbeat", "reason": "x", "time": "now"}'),
        message("user", "plain words"),
        message("assistant", "Plainly."),
        message("approval", "x"),
    )

    assert gist(items) == [
        ("instructions",),
        ("turn", "user", "current", "Tea?"),
        ("reasoning",),
        ("turn", "assistant", "current", "Yes."),
        ("note", "assistant", "current", "boil {}"),
        ("tool_result", "tool", "current", "boiled"),
        ("injected",),
        ("turn", "user", "current", "plain words"),
        ("turn", "assistant", "current", "Plainly."),
        ("unknown_type",),
    ]
    assert items[1].session_id == "kettle"


def test_every_file_says_that_it_may_not_be_whole(tmp_path):
    items = read("letta", tmp_path, {"a.af": agent_file()})

    assert gist(items) == [("partial_export",), ("instructions",)]


def test_blocks_are_memory_or_instructions(tmp_path):
    blocks = [
        {"id": "block-0", "label": "human", "value": "Likes tea."},
        {"id": "block-1", "label": "persona", "value": "You are a kettle."},
        {"id": "block-2", "label": "notes", "value": 7},
    ]
    items = read("letta", tmp_path, {"a.af": agent_file(blocks=blocks)})[1:4]

    assert gist(items) == [
        ("note", "unknown", "current", "Likes tea."),
        ("note", "unknown", "current", "You are a kettle."),
        ("misshapen",),
    ]
    assert items[0].labels == ("core-memory", "about-user", "covers-unknown")
    assert items[1].labels == ("instructions",)


@pytest.mark.parametrize("times", [1, 2])
def test_a_file_may_be_encoded_twice(tmp_path, times):
    value = agent_file(message("user", "Tea?"))
    items = read("letta", tmp_path, {"a.af": json.dumps(value) if times == 2 else value})

    assert gist(items)[-1] == ("turn", "user", "current", "Tea?")


def test_the_older_form_is_one_agent(tmp_path):
    older = {
        "agent_type": "memgpt_agent",
        "name": "kettle",
        "core_memory": [{"label": "human", "value": "Likes tea."}],
        "messages": [message("user", "Tea?")],
    }
    items = read("letta", tmp_path, {"a.af": older})

    assert [row[-1] for row in gist(items)] == ["partial_export", "Likes tea.", "Tea?"]


def test_ids_of_the_file_name_nothing(tmp_path):
    one = message("user", "Tea?", id="message-0")
    first, again = letta(tmp_path, one, message("user", "Tea?", id="message-1"))
    moved = letta(tmp_path / "b", message("user", "Milk?", id="message-0"), one)

    assert first.event_id != again.event_id
    assert moved[1].event_id == first.event_id
