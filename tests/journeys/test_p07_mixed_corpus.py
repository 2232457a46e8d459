"""Old stores come in, live clients go on: both are recalled, and nothing is invented (P5, P7, P11)."""

import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import Fact, Observation
from provenance.services.reading.support import support_of
from recall.services.question import Question
from recall.services.recall import recall
from recall.services.sweep import sweep
from tests.contract.saying import say
from tests.provenance.correcting import accepted
from tests.provenance.importing.corpus import (
    apply,
    body,
    items,
    line,
    plan_of,
    results,
    roll_back,
    state,
    transcript,
)

ROOT = Path(__file__).parents[2]
DATA = Path(os.environ.get("MEMORYAPP_SHARED_DATA", ROOT / "../shared/data")) / "formats"
MIXED = ("memoryd/memory.db", "codex", "hermes")

needs_samples = pytest.mark.skipif(
    not DATA.is_dir(), reason="no format samples: set MEMORYAPP_SHARED_DATA to their folder"
)


@pytest.fixture
def corpus(tmp_path):
    """A folder as people have it: a database, transcripts and memory files beside each other."""
    folder = tmp_path / "old"
    for name in MIXED:
        source = DATA / name
        target = folder / name.replace("/", "-")
        target.parent.mkdir(exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy(source, target)
    return folder


def told(person, query):
    answer = recall(caller=person.caller, question=Question(query=query), at=datetime.now(UTC))
    return answer["episodic"]


@needs_samples
def test_old_memories_and_new_evidence_are_both_recalled_as_what_they_are(
    stage, ada, ben, rita, corpus
):
    plan = plan_of(rita, corpus)
    assert state(rita, plan) == "planned", body(rita, plan, "failed")
    apply(rita, plan)
    assert "accepted" in results(rita, plan).values()

    new = say(ada, "Since yesterday the ledger listens on port 6001.")
    sweep(at=datetime.now(UTC), only=Tenancy(rita.workspace_id))

    found = told(ben, "which port does the ledger use?")
    assert str(new) in {item["observation"] for item in found}
    old = [item for item in found if item["admitted_as"] == "imported"]
    assert any("5544" in item["content"] for item in old)
    for item in old:
        assert item["times"]["basis"] in ("claimed", "unknown")
        assert item["support"]["independent"] == 0
        assert item["support"]["confirmations"] == 0
    with workspace(rita.caller):
        assert not Fact.objects.here().exists()

    # The last hour holds what was said in it, and nothing that came in during it.
    recent = recall(caller=ben.caller, question=Question(intent="recent"), at=datetime.now(UTC))
    assert [item["observation"] for item in recent["episodic"]][:1] == [str(new)]


@needs_samples
def test_p05_the_support_of_all_is_the_same_before_and_after(stage, ada, rita, corpus):
    said = [say(ada, f"Remark {number} on the tea shop.") for number in range(3)]
    before = supports(rita, said)

    plan = plan_of(rita, corpus)
    planned = supports(rita, said)
    apply(rita, plan)
    applied = supports(rita, said)
    roll_back(rita, plan)
    after = supports(rita, said)

    for name, counts in zip(
        ("before", "planned", "applied", "rolled back"),
        (before, planned, applied, after),
        strict=True,
    ):
        print(f"{name:12} {counts}")  # noqa: T201 - the table that a careful owner wants
    assert before == planned == applied == after


def test_p09_an_old_archive_does_not_reinstate_what_was_corrected_here(stage, ada, rita, tmp_path):
    path = transcript(tmp_path, line(1, "The kettle stands on the left of the sink."))
    first = plan_of(rita, path)
    apply(rita, first)
    with workspace(rita.caller):
        old = Observation.objects.here().get().id
    accepted(stage, "withdraw", old)

    # The same turn again, out of a file in which its session was resumed under another name.
    session = "33333333-3333-4333-8333-333333333333"
    archive = transcript(
        tmp_path,
        line(1, "The kettle stands on the left of the sink.", session=session),
        name="archive.jsonl",
    )
    plan = plan_of(rita, archive)
    apply(rita, plan)

    (item,) = items(rita, plan)
    assert (item.disposition, item.standing) == ("bound", "withdrawn")
    with workspace(rita.caller):
        rows = Observation.objects.here().values_list("current__standing", flat=True)
        assert set(rows) == {"withdrawn"}


def supports(person, observations):
    with workspace(person.caller):
        found = support_of(observations)
    return [tuple(found[one]) for one in observations]
