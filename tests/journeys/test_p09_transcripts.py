"""Captured live, withdrawn, erased, then imported from the transcript: nothing comes back (P5, P9)."""

from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

import provenance
from provenance.database.tenancy import workspace
from provenance.importers.records import Record
from provenance.importers.source import Source
from provenance.models import Observation, ProvenCopy
from provenance.services.importing.records import records_of
from provenance.services.reading.support import support_of
from tests.cast import Person, Stage
from tests.factories import EventFactory
from tests.provenance.correcting import accepted, standing
from tests.provenance.erasing import erased
from tests.provenance.importing.corpus import apply, items, plan_of, results

SAMPLES = sorted((Path(provenance.__file__).parent / "samples").glob("*.jsonl"))


@pytest.fixture(params=SAMPLES, ids=lambda path: path.name)
def sample(request: Any) -> Path:
    """A Claude Code session or a Codex rollout."""
    return request.param


def records(path: Path) -> list[Record]:
    return [one.record for one in records_of(Source(path))]


def captured(ada: Person, record: Record) -> UUID:
    """The record as a host's adapter captures it live: it names the session that it is in."""
    system, session, name = record.foreign
    event = EventFactory(
        event_id=uuid4().hex,
        kind=record.kind,
        session={"id": record.session_id},
        speaker={"role": record.speaker_role},
        content=record.content,
        foreign={"system": system, "session": session or record.session_id, "id": name},
    )
    answer = ada.post("/v1/observe", event)
    assert answer.status_code == 201, answer.content
    return UUID(answer.json()["observation"])


def test_p09_withdrawals_and_erasures_of_a_live_capture_bind_its_transcript(
    stage: Stage, ada: Person, sample: Path
):
    said = {one.event_id: captured(ada, one) for one in records(sample)}
    turns = [one for one in records(sample) if (one.kind, one.speaker_role) == ("turn", "user")]
    gone, withdrawn, kept = (said[turn.event_id] for turn in turns[:3])
    accepted(stage, "withdraw", withdrawn)
    erased(stage.rita, gone)

    plan = plan_of(stage.rita, sample)
    apply(stage.rita, plan)

    assert [one.code for one in items(stage.rita, plan) if one.disposition == "refused"] == [
        "erased"
    ]
    assert list(results(stage.rita, plan).values()).count("accepted") + 1 == len(said)
    with workspace(ada.caller):
        copies = dict(ProvenCopy.objects.here().values_list("original_id", "observation_id"))
        assert set(copies) == set(said.values()) - {gone}
        support = support_of([kept, copies[kept]])
        assert {one.independent for one in support.values()} == {1}
        words = next(turn.content for turn in turns if said[turn.event_id] == gone)
        assert not Observation.objects.here().filter(content__text=words).exists()
    assert standing(ada, copies[withdrawn], copies[kept]) == ["withdrawn", "reported"]
