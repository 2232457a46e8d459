"""Benchmarks load as they are published; their faults are read as what they mean."""

import json
from datetime import UTC, datetime

import pytest

from recall.evaluation.benchmark import UnreadableError
from recall.evaluation.loaders.read import read
from tests.recall.evaluation import published


def one(path):
    (conversation,) = read(path).conversations
    return conversation


def by_id(conversation):
    return {turn.id: turn for turn in conversation.turns}


@pytest.fixture
def beam(tmp_path):
    """A chat in the folders in which it is published."""
    folder = tmp_path / "chats" / "100K" / "3"
    (folder / "probing_questions").mkdir(parents=True)
    (folder / "chat.json").write_text(json.dumps(published.beam_chat()))
    questions = folder / "probing_questions" / "probing_questions.json"
    questions.write_text(json.dumps(published.beam_questions()))
    return folder / "chat.json"


def test_locomo_sessions_come_in_order_with_captions(write):
    conversation = one(write(published.locomo(), "locomo10.json"))
    assert conversation.id == "conv-1"
    assert [turn.id for turn in conversation.turns] == ["D1:1", "D1:2", "D2:1"]
    first, picture, later = conversation.turns
    assert first.text == 'Ada said, "I threw a blue vase."'
    assert picture.text == 'Ben said, "Look!" and shared a photo of a kiln'
    assert (picture.session, picture.number, picture.order) == ("S1", 1, 1)
    assert first.happened_at == datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
    assert later.happened_at == datetime(2023, 9, 13, 0, 9, tzinfo=UTC)


def test_locomo_evidence_is_normalised_and_adversarial_questions_have_no_answer(write):
    queries = one(write(published.locomo())).queries
    assert [query.gold for query in queries] == [
        ("D1:1",),
        ("D1:2", "D2:1"),
        ("D2:1",),
        (),
        ("D1:1",),
    ]
    assert queries[1].gold_sessions == ("S1", "S2")
    assert [query.category for query in queries] == [
        "single-hop",
        "multi-hop",
        "temporal",
        "open-domain",
        "adversarial",
    ]
    assert [query.answerable for query in queries] == [True] * 4 + [False]
    assert queries[0].id == "conv-1_q0"


def test_locomo_turns_that_share_an_id_are_told_apart(write):
    data = published.locomo()
    data[0]["conversation"]["session_1"][1]["dia_id"] = "D1:1"
    turns = one(write(data)).turns
    assert [turn.id for turn in turns] == ["D1:1", "D1:1~2", "D2:1"]


def test_a_realtalk_chat_is_called_by_its_file_and_timed_by_message(write):
    conversation = one(write(published.realtalk(), "Chat_1_Uma_Vic.json"))
    assert conversation.id == "Chat_1_Uma_Vic"
    turn = by_id(conversation)["D1:4"]
    assert turn.text == 'Vic said, "I ran" and shared a wet street'
    assert turn.happened_at == datetime(2023, 12, 29, 1, 6, 31, tzinfo=UTC)
    (query,) = conversation.queries
    assert (query.gold, query.category) == (("D1:4",), "temporal")


def test_a_folder_of_chats_is_one_benchmark(tmp_path):
    folder = tmp_path / "REALTALK"
    folder.mkdir()
    for name in ("Chat_2_A_B", "Chat_1_C_D"):
        (folder / f"{name}.json").write_text(json.dumps(published.realtalk()))
    benchmark = read(folder)
    assert benchmark.name == "REALTALK"
    assert [each.id for each in benchmark.conversations] == ["Chat_1_C_D", "Chat_2_A_B"]


def test_a_realmem_question_is_asked_before_its_session_with_the_turns_of_its_memories(write):
    conversation = one(write(published.realmem(), "Pat_Doe_dialogues_256k.json"))
    assert conversation.id == "Pat_Doe"
    (query,) = conversation.queries
    assert query.id == "Pat_Doe_1_0"
    assert query.before == 1
    assert conversation.known_before(query) == 3
    assert query.gold == ("0:2", "0:0", "0:1")
    assert query.gold_sessions == ("0",)
    assert query.category == "Dynamic Updating"
    assert conversation.turns[0].happened_at == datetime(2025, 12, 19, tzinfo=UTC)


def test_a_beam_chat_brings_its_questions_and_its_batches_are_sessions(beam):
    conversation = one(beam)
    assert conversation.id == "100K_3"
    assert [(turn.id, turn.session) for turn in conversation.turns] == [
        ("0", "B1"),
        ("1", "B1"),
        ("2", "B2"),
        ("1~2", "B2"),
    ]
    assert conversation.turns[1].happened_at == datetime(2024, 3, 15, tzinfo=UTC)
    assert conversation.turns[3].happened_at == datetime(2024, 4, 5, tzinfo=UTC)
    asked = {query.category: query for query in conversation.queries}
    assert not asked["abstention"].answerable
    assert asked["information_extraction"].gold == ("0",)
    assert asked["knowledge_update"].gold == ("0", "2")
    assert asked["knowledge_update"].gold_sessions == ("B1", "B2")


def test_the_chats_below_a_folder_are_taken_in_the_order_of_their_numbers(beam, tmp_path):
    for number in ("10", "2"):
        folder = beam.parent.parent / number
        folder.mkdir()
        (folder / "chat.json").write_text(json.dumps(published.beam_chat()))
        (folder / "probing_questions.json").write_text(json.dumps(published.beam_questions()))
    benchmark = read(tmp_path / "chats" / "100K")
    assert [each.id for each in benchmark.conversations] == ["100K_2", "100K_3", "100K_10"]


def test_batches_may_be_nested_in_plans(beam):
    nested = [{"plan-1": published.beam_chat()[:1]}, {"plan-2": published.beam_chat()[1:]}]
    whole = one(beam)
    beam.write_text(json.dumps(nested))
    assert one(beam) == whole


def test_a_beam_chat_without_questions_is_said(beam):
    (beam.parent / "probing_questions" / "probing_questions.json").unlink()
    with pytest.raises(UnreadableError, match="its questions are missing"):
        read(beam)


def test_an_empty_folder_and_a_mixed_one_are_said(tmp_path, write):
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(UnreadableError, match="there is no JSON in this folder"):
        read(empty)
    write(published.locomo(), "a.json")
    write(published.realmem(), "b.json")
    with pytest.raises(UnreadableError, match="its files are of different benchmarks"):
        read(tmp_path)


def _no_time(data):
    del data[0]["conversation"]["session_1_date_time"]


def _odd_time(data):
    data[0]["conversation"]["session_1_date_time"] = "a while ago"


def _no_speaker(data):
    del data[0]["conversation"]["session_2"][0]["speaker"]


def _no_category(data):
    data[0]["qa"][0]["category"] = "hard"


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (_no_time, "session_1_date_time"),
        (_odd_time, "'a while ago' is not a time"),
        (_no_speaker, "not of the shape .* 'speaker'"),
        (_no_category, "not of the shape"),
    ],
)
def test_a_damaged_record_is_one_sentence(write, damage, sentence):
    data = published.locomo()
    damage(data)
    path = write(data)
    with pytest.raises(UnreadableError, match=sentence) as raised:
        read(path)
    assert str(raised.value).startswith(f"{path}: ")
