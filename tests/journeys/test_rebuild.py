"""recall may be dropped and made again from provenance, and answers as before (P1)."""

from datetime import UTC, datetime, timedelta
from io import StringIO
from uuid import UUID

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from django.db import connections

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import CurrentStanding, IndexWork, Observation, StandingEvent, Workspace
from recall.embedders.current import current_embedder
from recall.embedders.errors import EmbedderUnavailable
from recall.models import Embedding, IndexedText, Posting, Spelling
from recall.services import rebuild as rebuilding
from recall.services.question import Question
from recall.services.recall import recall
from recall.services.statistics import corpus, frequencies_of
from recall.services.sweep import sweep
from tests.cast import Stage, make_stage
from tests.database.filled import filled_workspace
from tests.database.sql import scratch_database
from tests.recall.test_recall import said

TEXTS = (
    "We deploy on Fridays only after the canary is green.",
    "The kubernetes upgrade is postponed to März, says Jörg.",
    "getUserById fails in src/a_b.py:42 with ERR_CONN_17",
    "東京の倉庫は金曜日に閉まります。",
    "We deploy the kiosk from the quayside branch.",
)
QUESTIONS = ("canary", "kuberntes upgrade", "ERR_CONN_17", "金曜日の倉庫", "deploy quayside", None)


@pytest.fixture
def told() -> Stage:
    """A workspace with some texts, their readings, and a timeline of standings."""
    stage = make_stage()
    ids = [said(stage.ada, text).receipt.observation_id for text in TEXTS]
    sweep(at=datetime.now(UTC), only=here(stage))
    _stand(stage, ids[0], "current", "uncertain")
    _stand(stage, ids[1], "withdrawn")
    return stage


def here(stage: Stage) -> Tenancy:
    return Tenancy(stage.ada.workspace_id)


def _stand(stage: Stage, observation: UUID, *standings: str) -> None:
    at = datetime.now(UTC)
    for standing in standings:
        at += timedelta(seconds=1)
        row = {
            "workspace_id": stage.ada.workspace_id,
            "observation_id": observation,
            "standing": standing,
            "admission": "admitted",
            "at": at,
        }
        with workspace(stage.rita.caller):
            StandingEvent(**row, by_id=stage.rita.principal.id, reason="r").save(force_insert=True)
            CurrentStanding.objects.here().filter(observation_id=observation).delete()
            CurrentStanding(**row).save(force_insert=True)


def readings(stage: Stage) -> dict[str, list]:
    """Every row of recall and of the current standing, but for ids that nothing refers to."""
    tables = {
        Posting: ("term", "position", "frequency", "length"),
        Spelling: ("trigram", "term"),
        IndexedText: ("observation_id", "position", "length"),
        CurrentStanding: ("observation_id", "standing", "admission", "at"),
        Embedding: ("observation_id", "position", "embedder", "piece", "dimension"),
        IndexWork: ("observation_id", "lexical_pending", "semantic_pending"),
    }
    with workspace(stage.rita.caller):
        rows = {
            model._meta.db_table: sorted(model.objects.here().values_list(*columns))
            for model, columns in tables.items()
        }
        terms = {row[0] for row in rows["posting"]}
        counts = [*frequencies_of(terms).items(), ("*", corpus().documents)]
        return {**rows, "counts": sorted(counts)}


def vectors(stage: Stage) -> dict[UUID, np.ndarray]:
    with workspace(stage.rita.caller):
        rows = Embedding.objects.here().filter(piece=0).values_list("observation_id", "vector")
        return {one: np.asarray(vector, dtype=float) for one, vector in rows}


def answers(stage: Stage) -> list[list[tuple]]:
    """What each question finds, and by which words; what is equally far may change places."""
    found = []
    for query in QUESTIONS:
        answer = recall(
            caller=stage.ben.caller, question=Question(query=query), at=datetime.now(UTC)
        )
        found.append(
            sorted(
                (item["observation"], item["score"]["lexical_rank"] or 0)
                for item in answer["episodic"]
            )
        )
    return found


def rebuild(stage: Stage, **more: str) -> str:
    with workspace(stage.rita.caller):
        slug = Workspace.objects.get(id=stage.ada.workspace_id).slug
    out = StringIO()
    call_command("rebuild", workspace=slug, stdout=out, **more)
    return out.getvalue()


def same_cosines(before: dict[UUID, np.ndarray], after: dict[UUID, np.ndarray]) -> bool:
    assert before.keys() == after.keys()
    cosine = [
        float(v @ after[k] / np.linalg.norm(v) / np.linalg.norm(after[k]))
        for k, v in before.items()
    ]
    return min(cosine) > 0.9999


@pytest.mark.slow
def test_p01_recall_is_dropped_and_rebuilt_equal():
    """Its tables themselves are dropped, by migrating the app away."""
    with scratch_database():
        stage = make_stage()
        for text in TEXTS:
            said(stage.ada, text)
        sweep(at=datetime.now(UTC), only=here(stage))
        before, vectors_before, answers_before = readings(stage), vectors(stage), answers(stage)
        assert all(before[name] for name in ("posting", "spelling", "indexed_text", "embedding"))
        assert any(answers_before)
        call_command("migrate", "recall", "zero", verbosity=0, skip_checks=True)
        assert "posting" not in connections["owner"].introspection.table_names()
        call_command("migrate", verbosity=0, skip_checks=True)
        rebuild(stage)
        assert readings(stage) == before
        assert same_cosines(vectors_before, vectors(stage))
        assert answers(stage) == answers_before


def test_p01_damaged_readings_are_made_again(told: Stage):
    before, vectors_before, answers_before = readings(told), vectors(told), answers(told)
    with workspace(told.rita.caller):
        Posting.objects.here().filter(term__lt="g").delete()
        Spelling.objects.here().filter(trigram__lt="e").delete()
        Spelling(workspace_id=told.ada.workspace_id, trigram="zzz", term="nobody").save()
        IndexedText.objects.here().update(length=9)
        CurrentStanding.objects.here().update(standing="superseded")
        Embedding.objects.here().update(vector=[0.5] * before["embedding"][0][4])
    assert readings(told) != before
    assert "5 observations" in rebuild(told)
    assert readings(told) == before
    assert same_cosines(vectors_before, vectors(told))
    assert answers(told) == answers_before


def test_p08_a_standing_without_any_event_goes(told: Stage):
    with workspace(told.rita.caller):
        unheard_of = Observation.objects.here().order_by("position").last()
        CurrentStanding(
            workspace_id=told.ada.workspace_id,
            observation=unheard_of,
            standing="withdrawn",
            admission="admitted",
            at=datetime.now(UTC),
        ).save(force_insert=True)
    rebuild(told)
    with workspace(told.rita.caller):
        standings = CurrentStanding.objects.here().order_by("observation_id")
        assert list(standings.values_list("standing", flat=True)) == ["uncertain", "withdrawn"]


def test_p01_a_rebuild_in_batches_that_breaks_off_goes_on_where_it_stopped(
    told: Stage, monkeypatch
):
    before = readings(told)
    monkeypatch.setattr(rebuilding, "BATCH", 2)
    reached = []

    def break_off(stage: str, count: int) -> None:
        reached.append(stage)
        if stage.startswith("queued"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rebuilding.rebuild(tenancy=here(told), at=datetime.now(UTC), progress=break_off)
    position = int(reached[-1].rpartition(" ")[2])
    assert readings(told) != before
    assert "3 observations" in rebuild(told, after=position)
    assert readings(told) == before


def test_p01_what_a_broken_rebuild_has_queued_the_sweep_does(told: Stage, monkeypatch):
    before = readings(told)

    def no_embedder() -> None:
        raise EmbedderUnavailable("no model")

    with monkeypatch.context() as broken:
        broken.setattr(rebuilding, "current_embedder", no_embedder)
        with pytest.raises(CommandError):
            rebuild(told)
    assert readings(told)["posting"] == before["posting"]
    assert readings(told)["embedding"] == []
    assert answers(told)[0], "words find it meanwhile"
    sweep(at=datetime.now(UTC), only=here(told))
    assert readings(told) == before


def test_p13_the_restricted_lane_has_no_readings_after_a_rebuild_either():
    filled = filled_workspace()
    rebuild(filled.stage)
    with workspace(filled.stage.rita.caller, restricted=True):
        position = Observation.objects.here().get(id=filled.restricted).position
        assert not Posting.objects.here().filter(position=position).exists()
        assert not Embedding.objects.here().filter(observation_id=filled.restricted).exists()


def test_p13_a_rebuild_touches_one_workspace(told: Stage):
    other = make_stage()
    said(other.ada, TEXTS[0])
    before = readings(other)
    rebuild(told)
    assert readings(other) == before


def test_every_workspace_is_rebuilt_on_request():
    with scratch_database():
        first, second = make_stage(), make_stage()
        for stage in (first, second):
            said(stage.ada, TEXTS[0])
            with workspace(stage.rita.caller):
                Posting.objects.here().delete()
        call_command("rebuild", "--all", stdout=StringIO())
        assert readings(first)["posting"]
        assert readings(second)["posting"]


def test_a_workspace_that_is_not_there_is_told_in_a_sentence():
    with pytest.raises(CommandError, match="There is no workspace 'nowhere'"):
        call_command("rebuild", workspace="nowhere")


def test_the_vectors_are_those_of_the_embedder_in_use(told: Stage):
    with workspace(told.rita.caller):
        Embedding.objects.here().update(embedder="an-older-one@1")
    rebuild(told)
    embedder = current_embedder()
    assert {row[2] for row in readings(told)["embedding"]} == {
        f"{embedder.name}@{embedder.revision}"
    }
