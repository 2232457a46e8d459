import json

import pytest

from provenance.importers.records import Record

from .foreign import gist, read
from .hermes_store import export, message, session, state
from .stores import jsonl

CALL = [{"id": "t1", "function": {"name": "boil", "arguments": '{"cups": 2}'}}]


def hermes(tmp_path, sessions, messages):
    """The items of messages of a database; the rows of sessions come before."""
    items = read("hermes", tmp_path, {"state.db": state(sessions, messages)})
    return items[len(sessions) :]


def test_each_role_is_told_from_the_author(tmp_path):
    items = hermes(
        tmp_path,
        [session("s1", title="Kettles")],
        [
            message(1, "session_meta", "{}"),
            message(2, "user", "Which kettle?"),
            message(3, "assistant", "", tool_calls=CALL, reasoning="hm"),
            message(4, "tool", "boiled", tool_call_id="t1", tool_name="boil"),
            message(5, "assistant", "Red."),
            message(6, "user", "hidden words", display_kind="hidden"),
            message(7, "user", "by somebody in the group", observed=1),
            message(8, "user", "a task is done", display_kind="notice"),
            message(9, "system", "Be kind."),
            message(10, "user", None),
        ],
    )

    assert gist(items) == [
        ("metadata",),
        ("turn", "user", "current", "Which kettle?"),
        ("reasoning",),
        ("note", "assistant", "current", 'boil {"cups": 2}'),
        ("tool_result", "tool", "current", "boiled"),
        ("turn", "assistant", "current", "Red."),
        ("hidden",),
        ("turn", "unknown", "current", "by somebody in the group"),
        ("turn", "unknown", "current", "a task is done"),
        ("instructions",),
        ("empty",),
    ]
    asked, called, result = items[1], items[3], items[4]
    assert (asked.event_id, asked.foreign) == ("import:hermes:s1:2", ("hermes", "s1", "2"))
    assert (asked.session_title, asked.time_notes) == ("Kettles", ("epoch_seconds",))
    assert [link.event_id for link in result.lineage] == [called.event_id]
    assert result.speaker_name == "boil"


def test_what_was_taken_back_or_replaced_says_so(tmp_path):
    items = hermes(
        tmp_path,
        [session("s1"), session("s2", archived=1)],
        [
            message(1, "user", "one", compacted=1),
            message(2, "user", "two", active=0),
            message(3, "user", "three"),
            message(4, "user", "four", of="s2"),
        ],
    )

    assert [row[2:] for row in gist(items)] == [
        ("superseded", "one"),
        ("rolled_back", "two"),
        ("current", "three"),
        ("archived", "four"),
    ]
    assert [link.event_id for link in items[2].lineage] == ["import:hermes:s1:1"]


def test_a_compression_goes_on_in_a_child_that_repeats_the_end(tmp_path):
    summary = {"_compressed_summary": 1}
    items = hermes(
        tmp_path,
        [session("s1"), session("s2", parent_session_id="s1")],
        [
            message(1, "user", "Which kettle?"),
            message(2, "assistant", "Red."),
            message(3, "assistant", "In short: red.", **summary),
            message(4, "user", "In short: red.", of="s2", **summary),
            message(5, "assistant", "Red.", of="s2"),
            message(6, "user", "And tea?", of="s2"),
            message(7, "assistant", "Red.", of="s2"),
        ],
    )

    asked, red, short, again, copy, tea, own = items
    assert (short.kind, short.speaker_role) == ("summary", "assistant")
    assert [(link.relation, link.event_id) for link in short.lineage] == [
        ("summary_of", asked.event_id),
        ("summary_of", red.event_id),
    ]
    assert again.reason == "repeated_summary"
    assert (copy.foreign, copy.session_id) == (("hermes", "s1", "2"), "s2")
    assert copy.time_notes == ("epoch_seconds", "invented")
    assert tea.foreign == ("hermes", "s2", "6")
    assert own.foreign == ("hermes", "s2", "7")


@pytest.mark.parametrize(("parent", "covers"), [("s1", 1), ("gone", 0)])
def test_a_summary_names_what_it_covers_or_that_it_is_unknown(tmp_path, parent, covers):
    items = hermes(
        tmp_path,
        [session("s1"), session("s2", parent_session_id=parent)],
        [
            message(1, "user", "Which kettle?"),
            message(2, "user", "In short.", of="s2", _compressed_summary=1),
        ],
    )

    assert [link.foreign for link in items[1].lineage] == [("hermes", "s1", "1")] * covers
    assert ("covers-unknown" in items[1].labels) is (covers == 0)


def test_a_schedule_and_another_agent_are_not_the_person(tmp_path):
    delegated = json.dumps({"_delegate_from": "s0"})
    items = hermes(
        tmp_path,
        [session("s1", source="cron"), session("s2", model_config=delegated)],
        [message(1, "user", "Nightly report."), message(2, "user", "Look it up.", of="s2")],
    )

    assert gist(items) == [("injected",), ("turn", "assistant", "current", "Look it up.")]
    assert (items[1].speaker_name, items[1].labels) == ("calling agent", ("subagent",))


def test_of_structured_content_the_texts_are_kept(tmp_path):
    parts = [{"type": "text", "text": "see"}, {"type": "image_url", "image_url": {"url": "data:"}}]
    rows = [message(1, "user", "\0json:" + json.dumps(parts)), message(2, "user", "\0json:[torn")]
    items = hermes(tmp_path, [session("s1")], rows)

    assert gist(items) == [("turn", "user", "current", "see"), ("media",), ("nul",)]


def test_an_export_says_the_same_as_the_database(tmp_path):
    sessions = [session("s1", title="Kettles")]
    rows = [
        message(1, "user", "one"),
        message(2, "assistant", "two", active=0),
        message(3, "user", "three"),
        message(4, "assistant", "", tool_calls=CALL),
    ]
    files = {"a.jsonl": export(sessions, rows), "state.db": state(sessions, rows)}
    found = [item for item in read("hermes", tmp_path, files) if isinstance(item, Record)]

    stored = {r.event_id: told(r) for r in found if r.file == "state.db"}
    exported = {r.event_id: told(r) for r in found if r.file == "a.jsonl"}
    assert len(stored) == 4
    assert exported == {name: stored[name] for name in exported}
    assert set(stored) - set(exported) == {"import:hermes:s1:2"}


def told(record):
    return record.content, record.lineage, record.labels, record.foreign, record.observed_at


def test_messages_without_id_or_time_stay_so_and_are_told_apart(tmp_path):
    rows = [{"role": "user", "content": "hello"}, {"role": "user", "content": "hello"}, 7]
    items = read("hermes", tmp_path, {"a.jsonl": jsonl(session("s1", messages=rows))})

    assert gist(items) == [
        ("metadata",),
        ("turn", "user", "current", "hello"),
        ("turn", "user", "current", "hello"),
        ("misshapen",),
    ]
    assert len({r.event_id for r in items[1:3]}) == 2
    assert {(r.observed_at, r.time_notes) for r in items[1:3]} == {(None, ("missing",))}


def test_the_lineage_form_is_read_by_segments(tmp_path):
    parts = [session("s1", messages=[message(1, "user", "one")]), session("s2", messages=[])]
    whole = session("s1", messages=[message(1, "user", "one")], segments=parts)
    items = read("hermes", tmp_path, {"a.jsonl": jsonl(whole)})

    assert gist(items) == [("metadata",), ("turn", "user", "current", "one"), ("metadata",)]


def test_memory_files_are_an_agents_notes(tmp_path):
    files = {
        "memories/MEMORY.md": "Red kettle.\n§\nTwo lines\nof one.\r\n§\nRed kettle.\n§\n[BLOCKED: x]",
        "memories/USER.md": "Likes tea.\n§\nLikes quiet.\n",
        "notes/MEMORY.md": "no separator",
    }
    items = read("hermes", tmp_path, files)

    assert gist(items) == [
        ("note", "assistant", "current", "Red kettle."),
        ("note", "assistant", "current", "Two lines\nof one."),
        ("note", "assistant", "current", "Red kettle."),
        ("placeholder",),
        ("note", "assistant", "current", "Likes tea."),
        ("note", "assistant", "current", "Likes quiet."),
    ]
    assert [item.line for item in items] == [1, 3, 6, 8, 1, 3]
    assert items[0].event_id == items[2].event_id
    assert items[4].labels == ("agent-memory", "about-user", "covers-unknown")


def test_a_log_of_writes_tells_how_each_text_ended(tmp_path):
    def wrote(action, content, before=None):
        about = {"previous_content": before, "session_id": "s1"}
        return {"action": action, "target": "memory", "content": content, "metadata": about}

    calls = [
        wrote("add", "Blue kettle."),
        wrote("add", "Green tea."),
        wrote("replace", "Red kettle.", "Blue kettle."),
        wrote("remove", "", "Green tea."),
        {"action": "add", "target": "memory", "content": "No metadata."},
        {"action": "wish", "target": "memory", "content": "x"},
    ]
    files = {"log.jsonl": jsonl(*calls), "MEMORY.md": "Red kettle.\n§\nNo metadata."}
    items = read("hermes", tmp_path, files)

    assert [(*row[2:],) for row in gist(items[2:])] == [
        ("superseded", "Blue kettle."),
        ("deleted", "Green tea."),
        ("superseded", "Blue kettle."),
        ("current", "Red kettle."),
        ("deleted", "Green tea."),
        ("current", "No metadata."),
        (),
    ]
    assert items[2].superseded_by == items[5].foreign[2]
    assert {items[0].event_id, items[1].event_id} == {items[5].event_id, items[7].event_id}
    assert items[-1].reason == "misshapen"
