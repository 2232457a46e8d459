"""A run of all saved questions: a job that is taken once, goes on after a dead worker, and stops."""

import json
from datetime import UTC, datetime
from io import StringIO
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

from provenance.database.tenancy import Tenancy
from provenance.models import CheckRun, QuestionCheck, Workspace
from recall import tasks
from recall.management.commands import recall_check
from recall.services.checking import run as running
from recall.services.checking.run import HOLD, run_due
from recall.services.tenants import with_checks
from tests.cast import Stage
from tests.contract.saying import say
from tests.provenance.correcting import accepted
from tests.provenance.erasing import here
from tests.recall.review.bench import address, page, saved
from tests.review.people import add_human

QUERY = "is the canary green?"


@pytest.fixture
def said(stage: Stage) -> UUID:
    """Three saved questions expect it."""
    said = say(stage.ada, "The canary is green on Fridays.")
    for number in range(3):
        saved(stage.rita, address(f"{QUERY} {number}"), said)
    return said


def slug(stage: Stage) -> str:
    return str(Workspace.objects.using("owner").get(id=stage.rita.workspace_id).slug)


def command(stage: Stage, **options: object) -> str:
    out = StringIO()
    try:
        call_command("recall_check", workspace=slug(stage), stdout=out, **options)
    finally:
        stage.rita.said = out.getvalue()  # type: ignore[attr-defined]
    return out.getvalue()


@pytest.mark.usefixtures("said")
def test_a_run_is_asked_for_done_by_a_worker_and_shown(stage: Stage, monkeypatch) -> None:
    hurried = []
    monkeypatch.setattr("recall.receivers.hurry", lambda **given: hurried.append(given))
    html = stage.rita.browser.post("/ask/saved/run", follow=True).content.decode()
    assert "A run is under way" in html
    assert "0 of 100" in html
    assert hurried == [{"workspace_id": stage.rita.workspace_id, "task": "check_questions"}]
    assert tasks.check_questions(str(stage.rita.workspace_id)) == 3
    html = page(stage.rita, "/ask/saved")
    assert "A run is under way" not in html
    assert html.count('<span class="badge passed">') == 3


@pytest.mark.usefixtures("said")
def test_p02_a_run_whose_worker_died_goes_on_where_it_was(stage: Stage, monkeypatch) -> None:
    tenancy = Tenancy(stage.rita.workspace_id)
    stage.rita.browser.post("/ask/saved/run")
    real, asked = running.check, []

    def dies(saved_question, **given):
        if len(asked) == 1:
            raise KeyboardInterrupt
        asked.append(saved_question.text)
        return real(saved_question, **given)

    monkeypatch.setattr(running, "check", dies)
    with pytest.raises(KeyboardInterrupt):
        run_due(tenancy=tenancy, at=datetime.now(UTC))
    now = datetime.now(UTC)
    assert tenancy not in with_checks(at=now)
    assert run_due(tenancy=tenancy, at=now) == 0, "one worker has it in hand"
    monkeypatch.setattr(running, "check", real)
    assert tenancy in with_checks(at=now + HOLD)
    assert run_due(tenancy=tenancy, at=now + HOLD) == 2
    (run,) = here(stage.rita, CheckRun)
    assert (run.state, run.done, run.total) == ("done", 3, 3)


@pytest.mark.usefixtures("said")
def test_a_worker_that_has_no_time_left_leaves_the_rest(stage: Stage) -> None:
    tenancy = Tenancy(stage.rita.workspace_id)
    stage.rita.browser.post("/ask/saved/run")
    assert run_due(tenancy=tenancy, at=datetime.now(UTC), end=0) == 0
    assert tenancy in with_checks(at=datetime.now(UTC))
    assert tasks.sweep_checks() >= 3


@pytest.mark.usefixtures("said")
def test_a_run_is_stopped_and_begun_anew(stage: Stage) -> None:
    stage.rita.browser.post("/ask/saved/run")
    html = stage.rita.browser.post("/ask/saved/run", {"act": "stop"}, follow=True)
    assert "Stopped." in html.content.decode()
    tenancy = Tenancy(stage.rita.workspace_id)
    assert run_due(tenancy=tenancy, at=datetime.now(UTC)) == 0
    assert not here(stage.rita, QuestionCheck)
    stage.rita.browser.post("/ask/saved/run")
    stage.rita.browser.post("/ask/saved/run")
    assert run_due(tenancy=tenancy, at=datetime.now(UTC)) == 3


def test_p13_who_may_not_recall_begins_no_run(stage: Stage) -> None:
    human = add_human(stage.rita, "cleo in person", grants=())
    assert human.browser.post("/ask/saved/run").status_code == 403
    assert not here(stage.rita, CheckRun)


def test_the_command_prints_what_changed_and_fails_where_one_is_broken(
    stage: Stage, said: UUID
) -> None:
    assert "3 checked, 0 broken." in command(stage)
    accepted(stage, "withdraw", said)
    with pytest.raises(CommandError, match="3 saved question"):
        command(stage)
    assert "broken  is the canary green? 0 (as rita, was passed)" in stage.rita.said
    assert f"{said}  withdrawn, was in place 1" in stage.rita.said


def test_the_command_tells_machines_in_json(stage: Stage, said: UUID) -> None:
    records = [json.loads(line) for line in command(stage, json=True).splitlines()]
    assert [one["outcome"] for one in records] == ["passed"] * 3
    assert records[0]["expected"] == [
        {"observation": str(said), "place": 1, "reason": None, "before": None}
    ]


@pytest.mark.usefixtures("said")
def test_an_interrupted_command_keeps_what_is_done(stage: Stage, monkeypatch) -> None:
    real = recall_check.check_all

    def interrupted(**given):
        for number, one in enumerate(real(**given)):
            if number == 2:
                raise KeyboardInterrupt
            yield one

    monkeypatch.setattr(recall_check, "check_all", interrupted)
    with pytest.raises(CommandError, match="Interrupted after 2") as refused:
        command(stage)
    assert refused.value.returncode == 130
    assert len(here(stage.rita, QuestionCheck)) >= 2


def test_a_workspace_that_is_not_there_is_said_so() -> None:
    with pytest.raises(CommandError, match="There is no workspace 'nowhere'"):
        call_command("recall_check", workspace="nowhere")


def test_without_a_name_all_workspaces_are_checked(stage: Stage) -> None:
    assert (slug(stage), Tenancy(stage.rita.workspace_id)) in recall_check.workspaces(None)
