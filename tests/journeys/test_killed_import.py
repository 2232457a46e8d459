"""A worker is killed in the middle of an import: the next one goes on, and nothing is done twice."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from uuid import UUID

import pytest

from provenance.database.tenancy import workspace
from provenance.models import ImportAct, ImportOutcome, ImportRun, Observation, Receipt
from provenance.services.importing.applying import CHUNK
from provenance.services.importing.asking import ask_to_apply, ask_to_go_on, cancel
from tests.cast import Person
from tests.journeys.web import PROJECT
from tests.provenance.importing.corpus import body, line, plan_of, state, transcript

pytestmark = pytest.mark.slow
RECORDS = 200


@pytest.fixture
def plan(rita: Person, tmp_path) -> UUID:
    """A plan of a few hundred records that is asked to be applied; nobody works on it yet."""
    lines = [line(number, f"Remark {number} on the tea ceremony.") for number in range(RECORDS)]
    plan: UUID = plan_of(rita, transcript(tmp_path, *lines))
    ask_to_apply(caller=rita.caller, plan_id=plan, at=now())
    return plan


def now() -> datetime:
    return datetime.now(UTC)


@contextmanager
def worker(rita: Person, plan: UUID) -> Iterator["subprocess.Popen[str]"]:
    """A worker process on the database of this test."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.journeys.import_worker", str(rita.workspace_id), str(plan)],
        cwd=PROJECT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "memoryapp.settings"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait(timeout=30)


def until_it_has_done(process: "subprocess.Popen[str]", least: int) -> int:
    """Waits until the worker has committed so many; how many it says."""
    assert process.stdout is not None
    for told in process.stdout:
        done = int(told.split()[0])
        if done >= least:
            return done
    raise AssertionError("the worker ended before it had done as much")


def its_hold_ends(rita: Person, plan: UUID) -> None:
    """As it does by itself, two minutes after the worker fell silent."""
    with workspace(rita.caller):
        ImportRun.objects.here().filter(plan_id=plan).update(not_before=now())


def admitted(rita: Person) -> int:
    with workspace(rita.caller):
        return Observation.objects.here().count()


def assert_applied_once(rita: Person, plan: UUID) -> None:
    assert state(rita, plan) == "applied"
    assert body(rita, plan, "applied") == {"results": {"accepted": RECORDS}, "whole": True}
    with workspace(rita.caller):
        texts = Observation.objects.here().values_list("content__text", flat=True)
        assert len(texts) == len(set(texts)) == RECORDS
        outcomes = ImportOutcome.objects.here().filter(plan_id=plan)
        assert outcomes.count() == outcomes.values("observation_id").distinct().count() == RECORDS
        acts = ImportAct.objects.here().filter(plan_id=plan, act="applied")
        assert acts.count() == 1
        receipt = acts.get().receipt_id
        assert Receipt.objects.here().get(id=receipt).outcome == "accepted"


def test_p02_killed_in_the_middle_of_applying_another_worker_ends_it_once(
    rita: Person, plan: UUID
) -> None:
    for least in (2 * CHUNK, 5 * CHUNK):
        with worker(rita, plan) as process:
            done = until_it_has_done(process, least)
            process.kill()
            process.wait(timeout=30)
        # What it said was committed before it said so; it died over the chunk that came next.
        assert done <= admitted(rita) < RECORDS
        assert admitted(rita) % CHUNK == 0
        assert state(rita, plan) == "applying"
        its_hold_ends(rita, plan)

    with worker(rita, plan) as process:
        assert process.wait(timeout=300) == 0

    assert_applied_once(rita, plan)


def test_a_second_worker_leaves_a_plan_alone_that_a_first_one_holds(
    rita: Person, plan: UUID
) -> None:
    with worker(rita, plan) as first:
        until_it_has_done(first, CHUNK)
        with worker(rita, plan) as second:
            told, _ = second.communicate(timeout=120)
            assert told == ""
        assert first.wait(timeout=300) == 0
    assert_applied_once(rita, plan)


def test_cancelled_in_the_middle_and_resumed(rita: Person, plan: UUID) -> None:
    with worker(rita, plan) as process:
        until_it_has_done(process, 2 * CHUNK)
        cancel(caller=rita.caller, plan_id=plan, at=now())
        assert process.wait(timeout=120) == 0
    assert state(rita, plan) == "cancelled"
    kept = admitted(rita)
    assert 2 * CHUNK <= kept < RECORDS
    assert kept % CHUNK == 0

    ask_to_go_on(caller=rita.caller, plan_id=plan, at=now())
    with worker(rita, plan) as process:
        assert until_it_has_done(process, 0) == kept + CHUNK, "it begins where it was"
        assert process.wait(timeout=300) == 0

    assert_applied_once(rita, plan)
