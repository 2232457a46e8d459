from datetime import UTC, datetime

from provenance.importers.records import Record

from .foreign import gist, node, read, talk, words

ASKED = node("u1", "r", words("user", "Which kettle?"))
ROOT = node("r", None)


def chatgpt(tmp_path, *talks):
    return read("chatgpt", tmp_path, {"conversations-000.json": [*talks]})


def test_the_kept_branch_comes_first_and_the_left_one_says_so(tmp_path):
    items = chatgpt(
        tmp_path,
        talk(
            ROOT,
            node("a1", "u1", words("assistant", "The red one.")),
            ASKED,
            node("a2", "u1", words("assistant", "The blue one.")),
            node("u2", "a1", words("user", "Why red?")),
            current="a2",
        ),
    )

    assert gist(items) == [
        ("metadata",),
        ("turn", "user", "current", "Which kettle?"),
        ("turn", "assistant", "current", "The blue one."),
        ("turn", "assistant", "off_branch", "The red one."),
        ("turn", "user", "off_branch", "Why red?"),
    ]
    _, asked, blue, red, why = items
    assert [r.turn_index for r in (asked, blue, red, why)] == [0, 1, 1, 2]
    assert {link.event_id for r in (blue, red) for link in r.lineage} == {asked.event_id}
    assert [link.event_id for link in why.lineage] == [red.event_id]
    assert asked.event_id == "import:chatgpt:c1:u1"
    assert asked.foreign == ("chatgpt", "c1", "u1")
    assert asked.observed_at == datetime.fromtimestamp(1767000001.25, tz=UTC)
    assert (asked.session_title, asked.file, asked.line) == ("Kettles", "conversations-000.json", 1)


def test_the_same_conversation_twice_is_the_same_events(tmp_path):
    one = talk(ROOT, ASKED, current="u1")
    longer = talk(
        ROOT, ASKED, node("a1", "u1", words("assistant", "Red.")), current="a1", title="Named later"
    )

    first, again = [item for item in chatgpt(tmp_path, one, longer) if item.line and is_asked(item)]

    assert (first.event_id, first.lineage, first.labels, first.turn_index) == (
        again.event_id,
        again.lineage,
        again.labels,
        again.turn_index,
    )


def is_asked(item):
    return isinstance(item, Record) and item.content == "Which kettle?"


def test_a_conversation_not_to_be_remembered_is_left_out_and_counted(tmp_path):
    items = chatgpt(tmp_path, talk(ROOT, ASKED, current="u1", is_do_not_remember=True))

    assert gist(items) == [("do_not_remember",)]


def test_an_archived_conversation_is_tidied_away_not_forgotten(tmp_path):
    items = chatgpt(tmp_path, talk(ROOT, ASKED, current="u1", is_archived=True))

    assert gist(items)[1] == ("turn", "user", "current", "Which kettle?")
    assert items[1].metadata == {"archived": True}


def test_a_broken_graph_is_read_by_time_then_in_the_order_of_the_file(tmp_path):
    items = chatgpt(
        tmp_path,
        talk(
            node("x3", "x2", words("assistant", "undated", at=None)),
            node("x2", "x1", words("assistant", "second", at=1767000002)),
            node("x1", "x2", words("user", "first", at=1767000001)),
            node("x4", None, words("user", "of a time beyond numbers", at=10**400)),
            current="x3",
        ),
    )

    assert [row[3] for row in gist(items)] == [
        "first",
        "second",
        "undated",
        "of a time beyond numbers",
    ]
    assert {row[2] for row in gist(items)} == {"current"}
    assert [r.observed_at is None for r in items] == [False, False, True, True]
    assert [r.time_notes for r in items[2:]] == [("missing",), ("out_of_range",)]


def test_whose_words_they_are_is_not_told_by_the_role_alone(tmp_path):
    code = {"content_type": "code", "language": "python", "text": "boil()"}
    output = {"content_type": "execution_output", "text": "boiled"}
    page = {"content_type": "tether_quote", "text": "Kettles boil.", "url": "https://example.org"}
    web = words("assistant", "found on the web")
    web["author"]["metadata"] = {"real_author": "tool:web"}
    tool = {"role": "tool", "name": "python", "metadata": {}}
    items = chatgpt(
        tmp_path,
        talk(
            ROOT,
            node("s", "r", words("system", "Be kind.")),
            node("h", "s", words("user", "an attachment's text", weight=0)),
            node("c", "h", words("assistant", "", content=code, recipient="python")),
            node("o", "c", words("tool", "", content=output, author=tool)),
            node("w", "o", web),
            node("q", "w", words("user", "", content=page)),
            node("t", "q", words("assistant", "", content={"content_type": "thoughts"})),
            node("x", "t", words("critic", "Hm.")),
            node("n", "x", words("assistant", "", content={"content_type": "hologram"})),
            current="n",
        ),
    )

    assert gist(items)[1:] == [
        ("instructions",),
        ("hidden",),
        ("note", "assistant", "current", "python boil()"),
        ("tool_result", "tool", "current", "boiled"),
        ("tool_result", "tool", "current", "found on the web"),
        ("tool_result", "tool", "current", "Kettles boil."),
        ("reasoning",),
        ("turn", "unknown", "current", "Hm."),
        ("unknown_block",),
    ]
    assert [r.speaker_name for r in items[4:6]] == ["python", "web"]


def test_of_many_parts_the_texts_are_kept(tmp_path):
    parts = [
        {"content_type": "image_asset_pointer", "asset_pointer": "file-service://x"},
        "Read this label.",
        {"content_type": "audio_transcription", "text": "The left one."},
    ]
    content = {"content_type": "multimodal_text", "parts": parts}
    items = chatgpt(
        tmp_path, talk(ROOT, node("u", "r", words("user", "", content=content)), current="u")
    )

    assert gist(items)[1:] == [
        ("turn", "user", "current", "Read this label.\nThe left one."),
        ("media",),
    ]


def test_a_memory_that_the_model_wrote_is_derived_from_what_was_asked(tmp_path):
    wrote = words("assistant", "Drinks green tea.", recipient="bio")
    items = chatgpt(
        tmp_path,
        talk(ROOT, ASKED, node("b", "u1", wrote), current="b"),
        talk(ROOT, node("b", "r", wrote), current="b", id="c2"),
    )

    note, orphan = (item for item in items if getattr(item, "kind", "") == "note")
    assert (note.speaker_role, note.labels) == ("assistant", ("bio",))
    assert [(link.relation, link.event_id) for link in note.lineage] == [
        ("derived_from", "import:chatgpt:c1:u1")
    ]
    assert (orphan.lineage, orphan.labels) == ((), ("bio", "covers-unknown"))


def test_settings_are_the_persons_words_without_the_hosts(tmp_path):
    content = {
        "content_type": "user_editable_context",
        "user_profile": "Before answering, think.\nUser profile:\n```Keeps kettles.```",
        "user_instructions": "Be brief.",
    }
    hidden = {"is_visually_hidden_from_conversation": True}
    message = words("user", "", content=content, metadata=hidden, at=None)
    items = chatgpt(tmp_path, talk(ROOT, node("m", "r", message), current="m"))

    assert gist(items)[1:] == [
        ("note", "user", "current", "Keeps kettles."),
        ("note", "user", "current", "Be brief."),
    ]
    assert [r.labels for r in items[1:]] == [
        ("custom-instructions",),
        ("custom-instructions", "instructions"),
    ]
    assert len({r.foreign for r in items[1:]}) == 2


def test_damage_is_skipped_and_the_rest_is_read(tmp_path):
    whole = talk(ROOT, ASKED, ("odd", 7), node("n", "u1", "no message"), current="u1")
    (tmp_path / "new").mkdir()
    items = chatgpt(tmp_path / "new", {"mapping": {}}, talk(current=None), whole)

    assert gist(items) == [
        ("misshapen",),
        ("empty",),
        ("misshapen",),
        ("metadata",),
        ("turn", "user", "current", "Which kettle?"),
        ("misshapen",),
    ]
