"""`manage.py bench`: workspaces are filled as the services would, and each act has its floor."""

import json
from datetime import UTC, datetime
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from provenance.database.tenancy import workspace
from provenance.models import Content, Observation
from recall.embedders.current import current_embedder
from recall.evaluation.speed.grow import TURNS_OF_A_SESSION, grow
from recall.evaluation.speed.texts import Talk
from recall.evaluation.speed.timed import timed
from recall.evaluation.store import Store, open_store
from recall.services.embed import label_of
from recall.services.question import Question
from recall.services.recall import recall
from recall.services.verify_readings import check_readings

SIZE = 45
ACTS = {
    "observe",
    "observe, 50 at once",
    "recall",
    "recall, exact",
    "recall, recent",
    "conversations, recent",
    "lineage",
}


@pytest.fixture
def talk() -> Talk:
    return Talk(words=500, dimension=current_embedder().dimension)


@pytest.fixture
def store(talk) -> Store:
    """A workspace that was filled."""
    made = open_store(f"speed-{uuid4().hex}", name="speed")
    fill(made, talk, SIZE)
    return made


def fill(store: Store, talk: Talk, size: int) -> list[int]:
    written: list[int] = []
    grow(
        store=store,
        size=size,
        talk=talk,
        embedder=label_of(current_embedder()),
        progress=lambda stage, count: written.append(count),
    )
    return written


def test_the_same_number_gives_the_same_talk(talk):
    assert talk.texts(20, number=3) == talk.texts(20, number=3)
    assert talk.texts(20, number=3) != talk.texts(20, number=4)
    assert (talk.vectors(4, number=3) == talk.vectors(4, number=3)).all()
    assert len({talk.word(number) for number in range(5000)}) == 5000


def test_common_words_are_common_and_questions_are_about_their_texts(talk):
    words = " ".join(talk.texts(400, number=1)).split()
    assert words.count(talk.word(0)) > words.count(talk.word(50)) > 0
    for text, question in zip(talk.texts(20, number=5), talk.questions(20, number=5), strict=True):
        assert set(question.split()) <= set(text.split())
        assert len(question.split()) >= 3


def test_a_filled_workspace_has_the_readings_that_the_services_would_write(store, talk):
    with workspace(store.host):
        assert Observation.objects.here().count() == SIZE
        assert Content.objects.here().count() == SIZE
        sessions = Observation.objects.here().values_list("session_id", flat=True)
        assert len(set(sessions)) == 1 + -(-SIZE // TURNS_OF_A_SESSION)
    assert list(check_readings(store.tenancy, lambda *_: None)) == []


def test_filling_goes_on_where_it_stopped(store, talk):
    assert fill(store, talk, SIZE + 5) == [SIZE, 5]
    assert fill(store, talk, SIZE) == [SIZE + 5]


def test_what_was_filled_in_is_recalled(store, talk):
    text = talk.texts(8, number=0)[7]
    found = recall(caller=store.asker, question=Question(query=text), at=datetime.now(UTC))
    assert text in [item["content"] for item in found["episodic"]]


def test_every_act_is_timed_beside_its_floor(tmp_path):
    out = StringIO()
    call_command(
        "bench",
        "--sizes",
        "60",
        "--workspaces",
        "2",
        "--times",
        "2",
        "--report",
        tmp_path,
        stdout=out,
    )
    report = json.loads((tmp_path / "speed.json").read_text())
    assert {act["act"] for act in report["acts"]} == ACTS
    for act in report["acts"]:
        assert (act["observations"], act["workspaces"]) == (60, 2)
        assert act["ms"]["p99"] >= act["ms"]["p50"] > 0
        assert act["floor_ms"]["p50"] > 0
        assert act["rows"] > 0
        assert act["busy_ms"] > 0 < act["busy_floor_ms"]
    page = (tmp_path / "speed.md").read_text()
    assert page.count("60 in 2") == len(ACTS)
    assert page in out.getvalue()


def test_acts_can_be_chosen_and_their_time_at_work_is_told(tmp_path):
    chosen = ("--sizes", "40", "--times", "2", "--acts", "lineage", "--report", tmp_path)
    call_command("bench", *chosen, stdout=StringIO())
    (act,) = json.loads((tmp_path / "speed.json").read_text())["acts"]
    assert act["act"] == "lineage"
    page = (tmp_path / "speed.md").read_text()
    assert "| lineage |" in page
    assert act["busy_ms"] > act["busy_floor_ms"] > 0
    with pytest.raises(CommandError):
        call_command("bench", "--acts", "sleep")


def test_time_at_work_counts_the_database_and_not_the_waiting():
    def ask(statement):
        def act(number):
            with connection.cursor() as cursor:
                cursor.execute(statement)

        return timed(act, times=3, warm=0)

    asleep = ask("SELECT pg_sleep(0.2)")
    assert asleep.percentile(50) >= 200 > 4 * asleep.busy_median
    counting = ask("SELECT count(*) FROM generate_series(1, 1000000)")
    assert counting.busy_median > 5 * asleep.busy_median


@pytest.mark.parametrize("wrong", ["0", "-1", "many"])
def test_sizes_are_whole_numbers(wrong):
    with pytest.raises(CommandError):
        call_command("bench", "--sizes", wrong)
