from .foreign import gist, read


def page(*items):
    return {"items": [*items], "total": len(items), "page": 1, "size": 50, "pages": 1}


def message(name, peer, text, **more):
    return {
        "id": name,
        "peer_id": peer,
        "session_id": "s1",
        "content": text,
        "metadata": {},
        "created_at": "2026-01-02T03:04:05Z",
    } | more


def peer(name, **metadata):
    return {"id": name, "workspace_id": "w", "metadata": metadata, "configuration": {}}


def conclusion(name, text, level="deductive", observer="bot"):
    return {
        "id": name,
        "content": text,
        "observer_id": observer,
        "observed_id": "ada",
        "session_id": None,
        "level": level,
        "created_at": "2026-01-02T03:04:05Z",
    }


def said(items):
    return [row for row in gist(items) if len(row) > 1]


def test_a_peers_role_is_known_only_where_it_is_written(tmp_path):
    files = {
        "peers.json": page(peer("bot", kind="agent"), peer("ada")),
        "messages.json": page(message("m1", "ada", "Tea?"), message("m2", "bot", "Yes.")),
    }
    items = read("honcho", tmp_path, files)

    assert said(items) == [
        ("turn", "unknown", "current", "Tea?"),
        ("turn", "assistant", "current", "Yes."),
    ]
    assert [i.speaker_name for i in items if hasattr(i, "content")] == ["ada", "bot"]


def test_a_context_repeats_the_list_and_its_summary_covers(tmp_path):
    files = {
        "a.json": page(message("m1", "ada", "Tea?"), message("m2", "ada", "")),
        "b.json": {
            "id": "s1",
            "messages": [message("m1", "ada", "Tea?"), message("m3", "ada", "And milk?")],
            "summary": {"content": "Tea.", "message_id": "m3", "summary_type": "short"},
            "peer_representation": "Likes tea.",
            "peer_card": ["Drinks green tea."],
        },
    }
    items = [item for item in read("honcho", tmp_path, files) if hasattr(item, "content")]

    first, again, more, short, view, card = items
    assert (first.event_id, first.turn_index) == (again.event_id, again.turn_index)
    assert more.turn_index == 1
    assert (short.kind, short.speaker_role, short.turn_index) == ("summary", "assistant", None)
    assert [link.event_id for link in short.lineage] == [more.event_id]
    assert [(i.kind, i.speaker_role, i.labels) for i in (view, card)] == [
        ("note", "assistant", ("peer-representation", "covers-unknown")),
        ("note", "assistant", ("peer-card", "covers-unknown")),
    ]


def test_a_conclusion_is_the_observers_and_derived(tmp_path):
    (item,) = [
        i
        for i in read("honcho", tmp_path, {"c.json": page(conclusion("k1", "Likes tea."))})
        if hasattr(i, "content")
    ]

    assert (item.kind, item.speaker_role, item.speaker_name) == ("conclusion", "unknown", "bot")
    assert item.labels == ("level-deductive", "covers-unknown")
    assert item.metadata == {"observed": "ada"}
    assert item.foreign == ("honcho", None, "k1")


def test_requests_have_no_ids_and_are_named_by_what_they_say(tmp_path):
    one = {"peer_id": "ada", "content": "Tea?"}
    files = {
        "m.json": {"messages": [one, one]},
        "o.json": {"observations": [{"observer_id": "b", "observed_id": "b", "content": "x"}]},
        "k.json": {"conclusions": [{"observer_id": "b", "observed_id": "b", "content": "y"}]},
        "card.json": {"peer_card": ["Likes tea."]},
    }
    items = read("honcho", tmp_path, files)

    assert len(said(items)) == 5
    assert len({item.event_id for item in items}) == 5
    assert {item.time_notes for item in items} == {("missing",)}


def test_empty_and_misshapen_messages_say_so(tmp_path):
    files = {"m.json": page(message("m1", "ada", ""), message("m2", "ada", 7), "odd")}
    items = read("honcho", tmp_path, files)

    assert gist(items)[:3] == [("empty",), ("misshapen",), ("metadata",)]
