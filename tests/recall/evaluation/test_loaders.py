"""Files are recognised by what is in them; what is damaged gets one clear sentence."""

import gzip
from datetime import UTC, datetime

import pytest

from recall.evaluation.benchmark import UnreadableError
from recall.evaluation.loaders.read import read
from tests.recall.evaluation.conftest import INVENTED


def test_the_common_shape_is_read():
    benchmark = read(INVENTED)
    garden, shop, boat = benchmark.conversations
    assert benchmark.name == "invented"
    assert [one.id for one in benchmark.conversations] == ["allotment", "自行车店", "Boat yard"]
    assert garden.turns[3].happened_at == datetime(2026, 4, 11, 9, 0, tzinfo=UTC)
    assert (garden.turns[4].session, garden.turns[4].number, garden.turns[4].order) == ("G2", 2, 1)
    assert garden.queries[2].gold == ("G1:0", "G2:0")
    assert not garden.queries[3].answerable
    assert [boat.known_before(query) for query in boat.queries] == [2, 4, 6]
    assert (garden.in_steps, shop.in_steps, boat.in_steps) == (False, False, True)


def test_a_compressed_file_is_the_same_file(tmp_path):
    path = tmp_path / "invented.json.gz"
    path.write_bytes(gzip.compress(INVENTED.read_bytes()))
    assert read(path) == read(INVENTED)


def test_a_file_without_a_name_is_called_by_its_own(data, write):
    del data["name"]
    assert read(write(data, "mine.dev.json")).name == "mine"


def test_a_name_is_told_as_one_word_that_a_file_may_have(data, write):
    benchmark = read(write({**data, "name": "../My bench/2"}))
    assert benchmark.label == "_My_bench_2"


def test_ids_may_be_numbers_and_times_may_be_missing(data, write):
    shop = data["convs"][1]
    for number, document in enumerate(shop["docs"]):
        document["id"], document["time"] = number, None
    shop["queries"][0]["gold"], shop["queries"][1]["gold"] = [2], [1]
    conversation = read(write(data)).conversations[1]
    assert [turn.id for turn in conversation.turns] == ["0", "1", "2", "3"]
    assert conversation.turns[0].happened_at is None
    assert conversation.queries[0].gold == ("2",)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ("[" * 200_000, "nested too deep"),
        ("[]", "of no benchmark that is known here"),
        ('{"something": "else"}', "of no benchmark that is known here"),
        ('{"convs": []}', "there is no conversation in it"),
        ('{"convs": [{}]}', "not of the shape"),
        ('{"convs": [7]}', "not of the shape"),
    ],
)
def test_what_is_no_benchmark_is_said_in_one_sentence(write, text, sentence):
    path = write(text)
    with pytest.raises(UnreadableError, match=sentence) as raised:
        read(path)
    assert str(raised.value).startswith(f"{path}: ")
    assert "\n" not in str(raised.value)


def test_a_damaged_gzip_and_other_bytes_are_said(tmp_path):
    whole = gzip.compress(INVENTED.read_bytes())
    for raw, sentence in ((whole[:200], "damaged"), (b"\xff\xfe\x00", "no UTF-8")):
        path = tmp_path / "bench.json.gz"
        path.write_bytes(raw)
        with pytest.raises(UnreadableError, match=sentence):
            read(path)


def _twice(data):
    data["convs"][0]["docs"][1]["id"] = data["convs"][0]["docs"][0]["id"]


def _gone(data):
    data["convs"][0]["queries"][0]["gold"] = ["G9:9"]


def _disordered(data):
    data["convs"][0]["docs"].reverse()


def _silent(data):
    data["convs"][0]["queries"][0]["text"] = "  "


def _long(data):
    data["convs"][0]["queries"][0]["text"] = "why " * 1001


def _nul(data):
    data["convs"][0]["docs"][0]["text"] = "a\0b"


def _surrogate(data):
    data["convs"][0]["docs"][0]["text"] = "a\ud800b"


def _when(data):
    data["convs"][0]["docs"][0]["time"] = "last spring"


def _namesakes(data):
    data["convs"][1]["id"] = data["convs"][0]["id"]


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (_twice, "'allotment': two texts have the same id"),
        (_gone, "question 'g1': its evidence 'G9:9' is not among the texts"),
        (_disordered, "sessions are out of order"),
        (_silent, "question 'g1': it asks nothing"),
        (_long, "question 'g1': it is longer than recall takes"),
        (_nul, "'G1:0' holds characters that are no text"),
        (_surrogate, "'G1:0' holds characters that are no text"),
        (_when, "'last spring' is not a time"),
        (_namesakes, "two conversations have the same id"),
    ],
)
def test_what_cannot_hold_is_named(data, write, damage, sentence):
    damage(data)
    with pytest.raises(UnreadableError, match=sentence):
        read(write(data))
