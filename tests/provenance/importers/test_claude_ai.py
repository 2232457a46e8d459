from .foreign import gist, read

NOBODY = "00000000-0000-4000-8000-000000000000"


def message(name, sender, *blocks, **more):
    return {
        "uuid": name,
        "sender": sender,
        "text": "a flattening",
        "content": [{"type": "text", "text": b} if isinstance(b, str) else b for b in blocks],
        "created_at": "2026-01-02T03:04:05.678901Z",
    } | more


def talk(*messages, **more):
    return {"uuid": "c1", "name": "Kettles", "chat_messages": [*messages]} | more


def claude_ai(tmp_path, *talks):
    return read("claude-ai", tmp_path, {"conversations.json": [*talks]})


def test_blocks_are_told_apart_and_the_flattening_is_not_read_again(tmp_path):
    items = claude_ai(
        tmp_path,
        talk(
            message("m1", "human", "Which kettle?"),
            message(
                "m2",
                "assistant",
                {"type": "thinking", "thinking": "hm"},
                "I look.",
                {"type": "tool_use", "name": "boil", "input": {"cups": 2}},
                {"type": "tool_result", "name": "boil", "content": [{"text": "hot"}, {}]},
                {"type": "hologram"},
            ),
        ),
    )

    assert gist(items) == [
        ("turn", "user", "current", "Which kettle?"),
        ("reasoning",),
        ("turn", "assistant", "current", "I look."),
        ("note", "assistant", "current", 'boil {"cups": 2}'),
        ("tool_result", "tool", "current", "hot"),
        ("media",),
        ("unknown_block",),
    ]
    assert items[0].event_id == "import:claude-ai:c1:m1"
    assert items[2].event_id == "import:claude-ai:c1:m2:b1"
    assert [link.event_id for link in items[2].lineage] == [items[0].event_id]
    assert (items[0].session_title, items[0].time_notes) == ("Kettles", ())


def test_without_blocks_the_text_is_read(tmp_path):
    items = claude_ai(
        tmp_path,
        talk(
            message("m1", "human", text="one"),
            message("m2", "somebody", text="two", content=None),
            message("m3", "assistant", text=""),
            7,
        ),
    )

    assert gist(items) == [
        ("turn", "user", "current", "one"),
        ("turn", "unknown", "current", "two"),
        ("empty",),
        ("misshapen",),
    ]


def test_what_was_attached_is_not_the_persons_speech(tmp_path):
    files = {
        "attachments": [
            {"file_name": "tea.txt", "extracted_content": "Green."},
            {"file_name": "x.bin"},
        ],
        "files": [{"file_name": "kettle.png"}],
    }
    items = claude_ai(tmp_path, talk(message("m1", "human", "Read it.", **files)))

    assert gist(items) == [
        ("turn", "user", "current", "Read it."),
        ("document", "unknown", "current", "Green."),
        ("media",),
        ("media",),
    ]
    assert items[1].speaker_name == "tea.txt"


def test_a_tree_tells_the_branch_that_was_left(tmp_path):
    items = claude_ai(
        tmp_path,
        talk(
            message("m1", "human", "Which?", parent_message_uuid=NOBODY),
            message("m2", "assistant", "Blue.", parent_message_uuid="m1"),
            message("m3", "assistant", "Red.", parent_message_uuid="m1"),
            current_leaf_message_uuid="m3",
        ),
    )

    assert [row[2:] for row in gist(items)] == [
        ("current", "Which?"),
        ("current", "Red."),
        ("off_branch", "Blue."),
    ]


def test_the_services_summary_covers_what_was_said(tmp_path):
    items = claude_ai(tmp_path, talk(message("m1", "human", "Which?"), summary="About kettles."))

    assert gist(items)[1] == ("summary", "assistant", "current", "About kettles.")
    assert [(link.relation, link.event_id) for link in items[1].lineage] == [
        ("summary_of", "import:claude-ai:c1:m1")
    ]


def test_damage_costs_its_conversation_alone(tmp_path):
    items = claude_ai(tmp_path, {"uuid": "c0", "chat_messages": 7}, talk(), talk())

    assert gist(items) == [("misshapen",), ("empty",), ("empty",)]
