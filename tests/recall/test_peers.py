"""Other systems beside this one: what is sent, what is measured, and how it is told."""

import json
from base64 import b64decode
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from benchmarks.peers.baselines import measured
from benchmarks.peers.client import Client, Vectors
from benchmarks.peers.embeddings import embeddings
from benchmarks.peers.measure import keeper, measure
from benchmarks.peers.port import Found, Record, RefusedError
from benchmarks.peers.table import recalls, table
from benchmarks.peers.trials import FIRST, OTHER, trials
from benchmarks.peers.venvs import SYSTEMS, known, python_of
from benchmarks.peers.waiting import free_port, wait_until
from recall.embedders.hashing import Hashing
from recall.evaluation.loaders.read import read

CORPUS = Path(__file__).with_name("corpus") / "many_tongues.json"


class Shelf:
    """A system in memory. `rule` is what it does with an id that it has already."""

    version, settings = "1", "in memory"

    def __init__(self, rule: str = "once", *, walls: bool = True) -> None:
        self.rule, self.walls = rule, walls
        self.kept: dict[str, list[Record]] = {}
        self.said: list[str] = []

    def enter(self, user: str) -> None:
        self.said.append(f"enter {user}")
        self.kept[user] = []

    def write(self, record: Record, *, user: str) -> None:
        here = [one for one in self.kept[user] if one.id == record.id]
        if here and self.rule == "refuse" and here[0].text != record.text:
            raise RefusedError("409")
        if here and self.rule in ("once", "refuse"):
            return
        if here and self.rule == "replace":
            self.kept[user].remove(here[0])
        if self.rule != "lose":
            self.kept[user].append(record)

    def settle(self, user: str) -> None:
        self.said.append(f"settle {user}")

    def ask(self, text: str, *, user: str, limit: int) -> list[Found]:
        self.said.append(f"ask {user}")
        users = [user] if self.walls else list(self.kept)
        found = [one for name in users for one in self.kept[name]]
        return [Found(id=one.id, text=one.text) for one in found][:limit]

    def close(self) -> None:
        self.said.append("close")


@pytest.mark.parametrize(
    ("rule", "twice", "other"),
    [
        ("once", "returned once", "the first stays"),
        ("refuse", "returned once", "the first stays, refused (409)"),
        ("replace", "returned once", "silently replaced"),
        ("double", "returned 2 times", "both are returned"),
        ("lose", "not returned", "neither is returned"),
    ],
)
def test_what_a_system_does_with_a_retry_and_with_another_text(rule, twice, other):
    told = trials(Shelf(rule))
    assert told["identical write twice"] == twice
    assert told["other payload, same id"] == other


@pytest.mark.parametrize(("walls", "told"), [(True, "sees nothing"), (False, "sees 2")])
def test_whether_another_user_sees_it(walls, told):
    assert trials(Shelf(walls=walls))["another user"] == told


def test_the_trials_differ_in_the_text_alone():
    assert FIRST.id == OTHER.id
    assert FIRST.text != OTHER.text


def test_what_keeps_no_speaker_is_given_the_name_with_the_text():
    said = {"id": "1", "session": "s", "order": 0, "speaker": "sam", "text": "Green."}
    assert Record(**said).named == "Green."
    assert Record(**said, attributed="sam: Green.").named == "sam: Green."


def test_each_conversation_is_a_user_of_its_own_and_asked_once_it_is_settled():
    shelf, record = Shelf(), {"session": "s", "order": 0, "speaker": "sam", "time": None}
    conversations = [
        {
            "id": user,
            "records": [{**record, "id": f"{user}-1", "text": "The canary is green."}],
            "questions": [{"id": "q", "text": "canary?"}],
        }
        for user in ("one", "two")
    ]
    kept: list[int] = []
    answer = measure(
        shelf, conversations=conversations, keep=lambda part: kept.append(len(part["found"]))
    )
    assert shelf.said[:6] == [
        *("enter one", "settle one", "ask one"),
        *("enter two", "settle two", "ask two"),
    ]
    assert answer["found"] == {"one/q": ["one-1"], "two/q": ["two-1"]}
    assert (len(answer["writes"]), len(answer["asks"]), answer["refused"]) == (2, 2, 0)
    # After each conversation, and with the trials.
    assert kept == [1, 2, 2]


def test_a_refused_record_is_counted_and_the_others_are_asked_for():
    shelf, record = Shelf("refuse"), {"session": "s", "order": 0, "speaker": "sam"}
    records = [{**record, "id": "1", "text": text} for text in ("first", "second")]
    conversation = {"id": "one", "records": records, "questions": [{"id": "q", "text": "?"}]}
    answer = measure(shelf, conversations=[conversation], keep=lambda part: None)
    assert (answer["refused"], len(answer["writes"])) == (1, 2)
    assert answer["found"] == {"one/q": ["1"]}


def test_what_is_measured_so_far_is_on_the_disk(tmp_path):
    keep = keeper(tmp_path / "answer.json")
    keep({"found": {"q": ["1"]}})
    assert json.loads((tmp_path / "answer.json").read_text()) == {"found": {"q": ["1"]}}


def test_recall_is_the_mean_over_the_questions_whose_evidence_is_known():
    found = {"a": ["1", "2"], "b": [*"xxxxxx", "3"]}
    gold = {"a": ("1", "2"), "b": ("3",), "c": ("4",), "d": ()}
    assert recalls(found, gold) == pytest.approx([100 / 3, 200 / 3, 200 / 3])


def test_the_table_has_a_row_for_each_system_whatever_it_could_measure():
    whole = {
        "writes": [1.0, 2.0, 3.0],
        "asks": [10.0] * 9,
        "found": {"q": ["1"]},
        "trials": {"another user": "sees nothing"},
    }
    lines = table({"whole": whole, "failed": {"found": {}}}, gold={"q": ("1",)}).splitlines()
    assert lines[2] == (
        "| whole | 2.0/2.9 | 10.0/10.0 | 100.0 / 100.0 / 100.0 |  |  | sees nothing |"
    )
    assert lines[3] == "| failed | – | – | 0.0 / 0.0 / 0.0 |  |  |  |"


def test_baselines_answer_the_questions_that_are_scored():
    (conversation,) = read(CORPUS).conversations
    answers = measured([("office", conversation)], embedder=Hashing())
    scored = {f"office/{q.id}" for q in conversation.queries if q.gold}
    assert set(answers) == {"bm25", "vectors", "fusion"}
    assert all(set(answer["found"]) == scored for answer in answers.values())
    assert answers["bm25"]["found"]["office/identifier-9"][0] == "search-10"


class Counting:
    """Two numbers for each text: how long it is, and one half."""

    dimension: ClassVar = 2

    def embed_passages(self, *, texts):
        return np.array([[len(text), 0.5] for text in texts], np.float32)


def test_vectors_come_as_numbers_or_as_base64_as_the_client_asks():
    with embeddings(Counting()) as url:
        assert Vectors(base=url, model="m")(["abc", "a"]) == [[3.0, 0.5], [1.0, 0.5]]
        client = Client(url)
        status, one = client.post("/embeddings", {"input": "abcd", "encoding_format": "base64"})
    assert status == 200
    (told,) = one["data"]
    assert np.frombuffer(b64decode(told["embedding"]), "<f4").tolist() == [4.0, 0.5]


def test_a_client_keeps_its_connection():
    with embeddings(Counting()) as url:
        client = Client(url)
        client.post("/embeddings", {"input": "a"})
        first = client._connection.sock
        client.post("/embeddings", {"input": "b"})
        assert client._connection.sock is first is not None


def test_each_system_has_its_adapter_and_the_pinned_list_of_what_it_needs():
    lists = {path.stem for path in SYSTEMS.glob("*.txt")}
    assert lists <= set(known())
    for name in lists:
        lines = (SYSTEMS / f"{name}.txt").read_text().split()
        assert all("==" in line for line in lines), name


def test_what_needs_no_list_runs_in_this_environment(tmp_path):
    import sys

    assert python_of("memoryapp", folder=tmp_path) == sys.executable
    assert list(tmp_path.iterdir()) == []


class Ended:
    @staticmethod
    def poll() -> int:
        return 1


def test_a_server_that_has_ended_is_not_waited_for():
    def refuses() -> bool:
        raise ConnectionRefusedError

    with pytest.raises(RuntimeError, match="does not answer"):
        wait_until(refuses, process=Ended())


def test_a_server_that_answers_is_waited_for_no_longer():
    wait_until(lambda: True, process=Ended())
    assert free_port() > 0
