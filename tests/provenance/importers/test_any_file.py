"""Whatever stands in the files of a format: no crash, every record storable, every reason known."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provenance.importers.formats import FORMATS, claims
from provenance.importers.records import REASONS, TIME_NOTES, Record

from .foreign import as_bytes, node, talk, words, written
from .hermes_store import export, message, session, state
from .stores import database, jsonl
from .test_any_input import junk, storable

CHATGPT = [
    talk(
        node("r", None),
        node("u", "r", words("user", "Which kettle?")),
        node("b", "u", words("assistant", "Likes tea.", recipient="bio")),
        node(
            "o", "b", words("tool", "", content={"content_type": "execution_output", "text": "x"})
        ),
        node("a", "u", words("assistant", "Red.")),
        current="a",
    )
]
HERMES = (
    [session("s1", title="Kettles"), session("s2", parent_session_id="s1")],
    [
        message(1, "user", "Which kettle?"),
        message(2, "assistant", "", tool_calls=[{"id": "t", "function": {"name": "x"}}]),
        message(3, "tool", '\0json:[{"type": "text", "text": "y"}]', tool_call_id="t"),
        message(4, "user", "In short.", of="s2", _compressed_summary=1),
    ],
)
NODES = [
    {
        "id": "n1",
        "content": '{"q": "Tea?", "a": "Yes.", "created_at": "1767000000"}',
        "node_type": "Conversation",
        "label": "chat:1",
        "tags": '["Conversation"]',
    },
    {"id": "n2", "content": "BELL:soft", "node_type": "BellEvent", "label": "bell:soft"},
    {"id": "n3", "content": "Q: Tea?\nA: No.", "node_type": "Conversation"},
]
CLAUDE_AI = [
    {
        "uuid": "c1",
        "name": "Kettles",
        "summary": "About kettles.",
        "current_leaf_message_uuid": "m2",
        "chat_messages": [
            {
                "uuid": "m1",
                "sender": "human",
                "text": "Which?",
                "attachments": [{"file_name": "a", "extracted_content": "Green."}],
            },
            {
                "uuid": "m2",
                "sender": "assistant",
                "parent_message_uuid": "m1",
                "content": [{"type": "text", "text": "Red."}, {"type": "tool_use", "input": {}}],
            },
        ],
    }
]
HONCHO = {
    "id": "s1",
    "messages": [{"id": "m1", "peer_id": "ada", "session_id": "s1", "content": "Tea?"}],
    "summary": {"content": "Tea.", "message_id": "m1"},
    "peer_card": ["Likes tea."],
    "conclusions": [{"observer_id": "b", "observed_id": "a", "content": "x", "level": "explicit"}],
}
PEERS = {"items": [{"id": "ada", "metadata": {"kind": "human"}, "configuration": {}}], "total": 1}
HISTORY = "memory_id, event, old_memory, new_memory, created_at, updated_at, is_deleted"
MEM0 = {"results": [{"id": "m1", "memory": "Likes tea.", "user_id": "a", "created_at": "2026"}]}
PAST = {
    "history": [
        {"memory_id": "m1", "event": "ADD", "new_memory": "Likes milk.", "updated_at": "2025"},
        {"memory_id": "m1", "event": "DELETE", "old_memory": "Likes milk.", "updated_at": "2026"},
    ]
}
LETTA = {
    "agents": [
        {
            "name": "kettle",
            "system": "Be kind.",
            "messages": [
                {"role": "user", "content": '{"type": "user_message", "message": "Tea?"}'},
                {"role": "assistant", "tool_calls": [{"function": {"name": "send_message"}}]},
                {"role": "tool", "content": [{"type": "text", "text": "boiled"}]},
            ],
        }
    ],
    "blocks": [{"label": "human", "value": "Likes tea."}],
}
SAMPLES = {
    "mem0": {
        "page.json": MEM0,
        "history.db": database(PAST, columns={"history": HISTORY}),
    },
    "letta": {"a.af": LETTA, "b.af": json.dumps(json.dumps(LETTA))},
    "claude-ai": {"conversations.json": CLAUDE_AI},
    "honcho": {"context.json": HONCHO, "peers.json": PEERS | {"page": 1, "size": 1, "pages": 1}},
    "engram": {"nodes.json": NODES, "snapshot.json": {"nodes": NODES, "edges": []}},
    "markdown": {
        "CLAUDE.md": "# Rules\n\n@more.md\n\n- ask first\n  - always\n\n```\n@x/y.md\n```\n",
        "more.md": "- see @CLAUDE.md and `@code.md`\n",
        "memory.md": "### 2026-01-02 03:04 UTC\nRed kettle.\n",
    },
    "chatgpt": {"c.json": CHATGPT},
    "hermes": {
        "state.db": state(*HERMES),
        "export.jsonl": export(*HERMES),
        "log.jsonl": jsonl({"action": "add", "target": "user", "content": "Likes tea."}),
        "USER.md": "Likes tea.\n§\nLikes quiet.",
    },
}


@st.composite
def altered(draw, value):
    """A JSON value with one member, at any depth, replaced by anything."""
    value = place = json.loads(json.dumps(value))
    while True:
        keys = sorted(place) if isinstance(place, dict) else range(len(place))
        key = draw(st.sampled_from(keys))
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner or draw(st.integers(0, 4)) == 0:
            place[key] = draw(junk | st.just(10**400) | st.sampled_from([inner, "r", "u", -1]))
            return json.dumps(value).encode()
        place = inner


@st.composite
def torn(draw, data):
    """The bytes cut anywhere, or with a few of them changed."""
    data = bytearray(data)
    if draw(st.booleans()):
        return bytes(data[: draw(st.integers(0, len(data)))])
    for _ in range(draw(st.integers(1, 8))):
        data[draw(st.integers(0, len(data) - 1))] = draw(st.integers(0, 255))
    return bytes(data)


@st.composite
def folders(draw, form):
    """The files of a sample, one of them spoilt."""
    files = {name: as_bytes(content) for name, content in SAMPLES[form].items()}
    name = draw(st.sampled_from(sorted(files)))
    content, deep = SAMPLES[form][name], b'{"a":[' * 1_000
    ways = [torn(files[name]), st.binary(max_size=60), st.just(deep), st.just(deep + files[name])]
    if not isinstance(content, bytes | str):
        ways += [altered(content)] * 3
    return files | {name: draw(st.one_of(ways))}


@pytest.mark.parametrize("form", SAMPLES)
@given(data=st.data())
def test_spoilt_files_are_read_as_far_as_they_go(form, data):
    files = data.draw(folders(form))
    with TemporaryDirectory() as folder:
        source = written(Path(folder), files)
        assert set(claims(source).files) <= set(FORMATS)
        items = list(FORMATS[form].read(source, source.names))

    for item in items:
        assert item.file in files
        assert item.line >= 1
        if isinstance(item, Record):
            storable(item)
            assert set(item.time_notes) <= set(TIME_NOTES)
        else:
            assert item.reason in REASONS


@pytest.mark.parametrize("form", SAMPLES)
def test_the_sample_is_claimed_and_read_alike_twice(form, tmp_path):
    source = written(tmp_path, SAMPLES[form])
    names = claims(source).files[form]
    once, again = (list(FORMATS[form].read(source, names)) for _ in range(2))

    assert [item for item in once if isinstance(item, Record)]
    assert once == again


@st.composite
def hollowed(draw, form):
    """The JSON files of a sample with every value of one name replaced by what has no hash."""
    value = draw(st.sampled_from([[], {}, [[]]]))
    files = {n: c for n, c in SAMPLES[form].items() if not isinstance(c, bytes | str)}
    name = draw(st.sampled_from(sorted({key for c in files.values() for key in _names(c)})))
    return {n: _with(c, name, value) for n, c in files.items()}


def _names(value):
    if isinstance(value, dict):
        yield from value
    for inner in value.values() if isinstance(value, dict) else value:
        if isinstance(inner, dict | list):
            yield from _names(inner)


def _with(value, name, new):
    if isinstance(value, dict):
        return {k: new if k == name else _with(v, name, new) for k, v in value.items()}
    return [_with(inner, name, new) for inner in value] if isinstance(value, list) else value


@pytest.mark.parametrize("form", sorted(set(SAMPLES) - {"markdown", "hermes"}))
@given(data=st.data())
def test_a_member_may_be_of_any_type(form, data):
    files = data.draw(hollowed(form))
    with TemporaryDirectory() as folder:
        source = written(Path(folder), files)
        items = list(FORMATS[form].read(source, source.names))

    assert all(isinstance(item, Record) or item.reason in REASONS for item in items)
