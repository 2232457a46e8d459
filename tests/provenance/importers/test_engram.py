import json
from datetime import UTC, datetime

import pytest

from provenance.importers.engram_pull import checked
from provenance.importers.refused import Refused

from .foreign import gist, read


def node(name, content, kind="Conversation", label="", tags=()):
    text = content if isinstance(content, str) else json.dumps(content)
    return {
        "id": name,
        "content": text,
        "node_type": kind,
        "label": label,
        "tier": "Episodic",
        "tags": json.dumps(list(tags)),
    }


def turn(q, a, at="1767000000"):
    return {"q": q, "a": a, "created_at": at, "source": "chat"}


def engram(tmp_path, *nodes):
    return read("engram", tmp_path, {"nodes.json": [*nodes]})


def test_a_node_of_talk_is_a_question_and_its_answer(tmp_path):
    asked, answered = engram(tmp_path, node("n1", turn("Which kettle?", "Red.")))

    assert gist([asked, answered]) == [
        ("turn", "user", "current", "Which kettle?"),
        ("turn", "assistant", "current", "Red."),
    ]
    assert [link.event_id for link in answered.lineage] == [asked.event_id]
    assert asked.observed_at == datetime.fromtimestamp(1767000000, tz=UTC)
    assert (asked.session_id, asked.metadata["node"]) == (None, "n1")


def test_the_same_turn_in_two_nodes_is_one_event_and_without_time_it_is_not(tmp_path):
    twice = [node("n1", turn("Tea?", "Yes.")), node("n2", turn("Tea?", "Yes."))]
    untimed = [node(name, "Q: Tea?\nA: Yes.") for name in ("n3", "n4")]
    items = engram(tmp_path, *twice, *untimed)

    assert [item.event_id for item in items[:2]] == [item.event_id for item in items[2:4]]
    assert len({item.event_id for item in items[4:]}) == 4
    assert {item.time_notes for item in items[4:]} == {("missing",)}


def test_raw_tabs_are_read_inside_and_outside(tmp_path):
    inner = '{"q": "a\tb", "a": "c"}'
    outer = json.dumps([node("n1", inner)]).encode().replace(b'"id": "n1"', b'"id": "n\t1"')
    items = read("engram", tmp_path, {"nodes.json": outer})

    assert gist(items) == [
        ("turn", "user", "current", "a\tb"),
        ("turn", "assistant", "current", "c"),
    ]


def test_bells_are_for_reviewers_and_are_no_talk(tmp_path):
    items = engram(
        tmp_path,
        node("n1", "BELL:hard | why", "BellEvent", "bell:hard", ["safety", "bell"]),
        node("n2", turn("one", "two"), tags=["bell:hard"]),
    )

    assert [(i.kind, i.speaker_role) for i in items[:1]] == [("note", "system")]
    assert {item.labels for item in items} == {("restricted", "safety")}


def test_the_rolling_copy_is_never_turns(tmp_path):
    copy = [{"role": "user", "content": "Which kettle?"}]
    items = engram(tmp_path, node("n1", copy, "Note", "conv:history"))

    assert gist(items) == [("rolling_history",)]


def test_a_fact_is_nobodys_words(tmp_path):
    (fact,) = engram(tmp_path, node("n1", "The kettle is red.", "Fact"))

    assert (fact.kind, fact.speaker_role, fact.labels) == ("note", "unknown", ("covers-unknown",))
    assert fact.event_id == "import:engram:-:node:n1"
    assert fact.source_type == "Fact"


def test_a_snapshot_says_the_same_as_the_nodes_and_edges_are_counted(tmp_path):
    nodes = [node("n1", "The kettle is red.", "Fact"), {"content": 7, "node_type": "Fact"}]
    edges = [{"from": "n1", "to": "gone", "type": "mentions"}]
    files = {
        "edges.json": edges,
        "nodes.json": nodes,
        "snapshot.json": {"nodes": nodes, "edges": edges, "version": 1},
    }
    items = read("engram", tmp_path, files)

    fact = ("note", "unknown", "current", "The kettle is red.")
    assert gist(items) == [
        ("edge",),
        fact,
        ("misshapen",),
        fact,
        ("misshapen",),
        ("edge",),
        ("metadata",),
    ]
    assert items[1].event_id == items[3].event_id


def test_edges_alone_are_not_taken_for_a_store(tmp_path):
    with pytest.raises(KeyError):
        read("engram", tmp_path, {"edges.json": [{"from": "a", "to": "b", "type": "c"}]})


WHOLE = json.dumps([node("n1", "x"), node("n2", "y")]).encode()


def test_a_whole_answer_is_counted():
    assert checked(WHOLE, asked=3) == 2
    assert checked(WHOLE.replace(b'"x"', b'"\t"'), asked=3) == 2


@pytest.mark.parametrize(
    ("answer", "asked", "code"),
    [
        (b"", 10, "empty_answer"),
        (b" [] ", 10, "empty_answer"),
        (WHOLE[:-1], 10, "cut_answer"),
        (WHOLE, 2, "cut_answer"),
        (b'[{"content": "x", "node_type": "Fact"}' + b', {"content": "", "node_type": ""}' * 9_999 + b"]",
         20_000, "cut_answer"),
        (b"<html>busy</html>", 10, "not_nodes"),
        (b'{"error": "busy"}', 10, "not_nodes"),
        (b'[{"error": "busy"}]', 10, "not_nodes"),
        (b"[7]", 10, "not_nodes"),
        (b"[" * 100_000, 10, "not_nodes"),
    ],
)  # fmt: skip
def test_an_empty_or_cut_answer_is_refused(answer, asked, code):
    with pytest.raises(Refused) as refused:
        checked(answer, asked=asked)

    assert refused.value.code == code
