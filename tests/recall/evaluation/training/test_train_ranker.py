"""`manage.py train_ranker`: files in, two readable models out, the same every time."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from recall.evaluation.load import contributions
from recall.evaluation.loaders.read import read
from recall.evaluation.training import gather
from recall.evaluation.vectors import KeptVectors
from recall.services.ranking.confidence import current_judge
from recall.services.ranking.features import matrix
from tests.recall.ranking.columns import evidence

PLANTS = ("lupins", "leeks", "quinces", "medlars", "borage", "salsify")


def document(place: int, text: str) -> dict:
    speaker, session = ("Wilma", "Oskar")[place % 2], place // 10
    return {
        "id": f"d{place}",
        "session": f"s{session}",
        "sidx": session,
        "time": f"2026-03-{1 + session:02}T09:00:00Z",
        "speaker": speaker,
        "text": text,
    }


def conversation(number: int) -> dict:
    """Fifty-six turns of weather, and six of what grows where."""
    texts = [f"On day {day} of year {number} the wind came from the sea." for day in range(56)]
    grown = [f"The {plant} grow behind shed {number}{place}." for place, plant in enumerate(PLANTS)]
    asked = [
        {
            "id": f"q{number}{place}",
            "text": f"Where do the {plant} grow?",
            "gold": [f"d{56 + place}"],
        }
        for place, plant in enumerate(PLANTS)
    ]
    unknown = {"id": f"u{number}", "text": "Who mends the boiler?", "answerable": False}
    return {
        "id": f"c{number}",
        "docs": [document(place, text) for place, text in enumerate([*texts, *grown])],
        "queries": [*asked, unknown],
    }


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("bench") / "tiny.json"
    convs = [conversation(number) for number in range(2)]
    path.write_text(json.dumps({"name": "tiny", "convs": convs}))
    return path


@pytest.fixture
def run(settings, tmp_path):
    """Trains in a data directory of its own each time; the written texts by name, and the output."""

    def trained(*arguments: object, number: int = 1) -> tuple[dict[str, str], str]:
        settings.DATA_DIR = tmp_path / f"data{number}"
        out, folder = StringIO(), tmp_path / f"out{number}"
        call_command("train_ranker", *map(str, arguments), "--out", str(folder), stdout=out)
        return {path.name: path.read_text() for path in folder.iterdir()}, out.getvalue()

    return trained


def test_the_same_file_makes_the_same_bytes(run, file):
    first, told = run(file, number=1)
    second, _ = run(file, number=2)
    assert first == second
    assert set(first) == {"weights.json", "confidence.json"}
    assert "| **tiny** | 12 |" in told
    model, judge = (json.loads(first[name]) for name in ("weights.json", "confidence.json"))
    assert list(model["weights"]) == matrix(evidence(2))[0]
    assert list(judge["weights"]) == list(current_judge().weights)
    assert model["slope"] > 0
    learned = model["learned"]["from"][0]
    assert (learned["name"], learned["conversations"], learned["questions"]) == ("tiny", 2, 14)
    assert learned["scored"] == 12
    assert 0 <= learned["recall@10"] <= 1
    assert judge["learned"]["from"][0]["auroc"]["foreign"] is not None


def test_a_training_that_broke_off_asks_no_conversation_twice(run, file, monkeypatch, tmp_path):
    asked = []
    collect = gather.collect

    def counted(**arguments):
        asked.append(arguments["number"])
        return collect(**arguments)

    monkeypatch.setattr(gather, "collect", counted)
    run(file, number=3)
    run(file, number=3)
    assert asked == [1, 2]


def test_too_little_is_one_sentence(run, file):
    with pytest.raises(CommandError, match="Too little to learn from"):
        run(file, "--limit-conversations", 1, number=4)


def test_memory_and_baselines_share_the_one_vector_of_a_question(run, file, monkeypatch):
    def embed_query(self, *, text):
        raise AssertionError(f"embedded again: {text}")

    monkeypatch.setattr(KeptVectors, "embed_query", embed_query)
    made, _ = run(file, number=7)
    learned = json.loads(made["weights.json"])["learned"]["from"][0]
    assert learned["best_baseline@10"] > 0


def test_of_each_file_as_many_conversations_as_are_asked_for(run, file):
    made, _ = run(file, file, "--limit-conversations", "2,1", number=5)
    learned = json.loads(made["weights.json"])["learned"]["from"]
    assert [one["conversations"] for one in learned] == [2, 1]
    assert [one["scored"] for one in learned] == [12, 6]
    assert len({one["sha256"] for one in learned}) == 1


@pytest.mark.parametrize(
    ("limits", "said"),
    [("1,1,1", "3 limits of conversations for 2 files"), ("1,0", "whole number from 1")],
)
def test_limits_that_fit_no_files_are_refused(run, file, limits, said):
    with pytest.raises(CommandError, match=said):
        run(file, file, "--limit-conversations", limits, number=6)


def test_every_turn_of_the_file_is_one_event(file):
    turns = read(file).conversations[0].turns
    assert len(list(contributions(turns[0]))) == 1
    assert len(turns) >= 50
