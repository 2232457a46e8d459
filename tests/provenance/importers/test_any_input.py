"""Whatever stands in a file: no crash, every line accounted for, every record storable."""

import json
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provenance.importers import claude_code, codex
from provenance.importers.recognise import recognise
from provenance.importers.records import REASONS, Record

from .lines import claude, line, message, meta, said

KINDS = {
    "turn", "note", "conclusion", "preference", "decision", "lesson", "goal", "message",
    "document", "checkpoint", "tool_result", "summary",
}  # fmt: skip
ROLES = {"user", "assistant", "tool", "system", "unknown"}
GOOD = [
    claude("user", "u1", "Which port?"),
    claude("assistant", "a1", said("5544."), parent="u1"),
    claude("user", "u2", [{"type": "tool_result", "tool_use_id": "t", "content": said("x")}]),
    claude("system", "s1", subtype="compact_boundary"),
    claude("user", "c1", "In short.", parent="s1", isCompactSummary=True),
    claude("attachment", "q1", attachment={"type": "queued_command", "prompt": "and now?"}),
    {"type": "summary", "summary": "Ports", "leafUuid": "a1"},
    {"loglines": [claude("user", "u9", "one")]},
    meta(),
    message("user", "Which port?"),
    line("event_msg", {"type": "thread_rolled_back", "num_turns": 1}),
    line("response_item", {"type": "function_call", "name": "x", "call_id": "c", "arguments": ""}),
    line("response_item", {"type": "function_call_output", "call_id": "c", "output": "y"}),
    line("compacted", {"message": "In short."}),
    line("inter_agent_communication", {"message": "done"}),
]

names = sorted(
    {name for row in GOOD for name in row} | {"role", "content", "text", "id", "payload"}
)
texts = st.text(st.characters(codec=None), max_size=20)
junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(names) | texts, inner, max_size=4)
    ),
    max_leaves=12,
)


@st.composite
def mutated(draw):
    """A good line with one member, at any depth, replaced by anything."""
    row = json.loads(json.dumps(draw(st.sampled_from(GOOD))))
    place = row
    while True:
        key = draw(st.sampled_from(sorted(place)))
        inner = place[key]
        if not isinstance(inner, dict) or not inner or draw(st.booleans()):
            place[key] = draw(junk)
            return json.dumps(row).encode()
        place = inner


@st.composite
def torn(draw):
    """A good line cut anywhere, or with a byte changed."""
    data = bytearray(json.dumps(draw(st.sampled_from(GOOD)), ensure_ascii=False).encode())
    at = draw(st.integers(0, len(data) - 1))
    if draw(st.booleans()):
        return bytes(data[:at])
    data[at] = draw(st.integers(0, 255))
    return bytes(data)


good = st.sampled_from(GOOD).map(lambda row: json.dumps(row).encode())
anything = (
    good | mutated() | torn() | st.binary(max_size=40) | junk.map(lambda v: json.dumps(v).encode())
)


@pytest.mark.parametrize("read", [claude_code.read, codex.read])
@given(lines=st.lists(anything, max_size=12))
def test_every_line_is_accounted_for_and_every_record_can_be_stored(read, lines):
    items = list(read(lines, source="11111111-1111-4111-8111-111111111111.jsonl"))

    assert {item.line for item in items} == set(range(1, len(lines) + 1))
    for item in items:
        if isinstance(item, Record):
            storable(item)
        else:
            assert item.reason in REASONS


def storable(record):
    assert record.kind in KINDS
    assert record.speaker_role in ROLES
    assert 1 <= len(record.content.encode("utf-8")) <= 65_536
    assert record.content.strip()
    assert record.event_id.isascii()
    assert 1 <= len(record.event_id) <= 200
    assert len(record.session_id or "") <= 200
    assert len(record.foreign[2]) <= 300
    assert record.observed_at is None or record.observed_at.utcoffset() == timedelta(0)
    assert len(json.dumps(record.metadata, allow_nan=False, ensure_ascii=False).encode()) <= 8_192
    texts = [record.content, record.speaker_name or "", record.session_title or "", *record.labels]
    assert not any("\0" in text for text in texts)
    assert all(link.event_id.isascii() for link in record.lineage)


@pytest.mark.parametrize("read", [claude_code.read, codex.read])
@given(lines=st.lists(anything, max_size=8))
def test_reading_is_a_function_of_the_bytes(read, lines):
    assert list(read(lines, source="x")) == list(read(lines, source="x"))


@pytest.mark.parametrize("read", [claude_code.read, codex.read])
@given(lines=st.lists(good | torn(), max_size=10), more=st.lists(good, max_size=4))
def test_a_file_that_grew_says_the_same_about_its_beginning(read, lines, more):
    before = list(read(lines, source="x"))

    assert list(read([*lines, *more], source="x"))[: len(before)] == before


@given(head=st.binary(max_size=200) | st.lists(anything, max_size=4).map(b"\n".join))
def test_recognising_never_crashes(head):
    assert recognise(head) in ("claude-code", "codex", "prompt-index", "unsure")
