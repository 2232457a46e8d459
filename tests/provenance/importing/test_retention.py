"""Sources are kept as long as a plan needs them, and not for ever."""

import os
from datetime import UTC, datetime, timedelta

import pytest

from provenance.database.tenancy import workspace
from provenance.models import ImportPlan
from provenance.problems import SourceGone
from provenance.services.importing.asking import ask_to_apply, ask_to_go_on, cancel
from provenance.services.importing.begin import begin_plan
from provenance.services.importing.holding import holds, imports_folder, snapshot_folder
from provenance.services.importing.retention import sweep_sources
from provenance.services.importing.uploading import begin_upload
from tests.cast import add_person, make_stage

from .corpus import apply, count, line, plan_of, results, state, transcript, work

DAYS = 30


@pytest.fixture
def path(tmp_path, rita):
    """A source that no other test has."""
    return transcript(
        tmp_path, *(line(n, f"Remark {n} of {rita.workspace_id} on tea.") for n in range(1, 4))
    )


def digest_of(person, plan):
    with workspace(person.caller):
        return ImportPlan.objects.here().get(id=plan).source_sha256


def aged(*paths, days):
    for one in paths:
        at = (datetime.now(UTC) - timedelta(days=days)).timestamp()
        os.utime(one, (at, at))


def sources_aged(digest, *, days):
    aged(snapshot_folder(digest), *(one for one in holds() if one.parent.name == digest), days=days)


def sweep():
    return sweep_sources(at=datetime.now(UTC), days=DAYS)


def test_a_plan_that_is_not_applied_keeps_its_source_for_so_many_days_and_no_longer(rita, path):
    digest = digest_of(rita, plan := plan_of(rita, path))
    sources_aged(digest, days=DAYS - 1)
    sweep()
    assert snapshot_folder(digest).is_dir()

    sources_aged(digest, days=DAYS + 1)
    sweep()
    assert not snapshot_folder(digest).exists()
    assert state(rita, plan) == "planned"


def test_p14_a_plan_whose_source_is_gone_says_so_and_is_not_half_applied(rita, path):
    plan = plan_of(rita, path)
    sources_aged(digest_of(rita, plan), days=DAYS + 1)
    sweep()

    with pytest.raises(SourceGone):
        apply(rita, plan)

    assert (state(rita, plan), results(rita, plan), count(rita)) == ("planned", {}, 0)


def test_one_that_was_stopped_says_so_when_it_is_to_go_on(rita, path):
    plan = plan_of(rita, path)
    ask_to_apply(caller=rita.caller, plan_id=plan, at=datetime.now(UTC))
    cancel(caller=rita.caller, plan_id=plan, at=datetime.now(UTC))
    sources_aged(digest_of(rita, plan), days=DAYS + 1)
    sweep()

    with pytest.raises(SourceGone):
        ask_to_go_on(caller=rita.caller, plan_id=plan, at=datetime.now(UTC))


def test_a_worker_that_finds_no_source_fails_before_its_first_item(rita, path):
    plan = plan_of(rita, path)
    ask_to_apply(caller=rita.caller, plan_id=plan, at=datetime.now(UTC))
    sources_aged(digest_of(rita, plan), days=DAYS + 1)
    sweep()

    work(rita, plan)

    assert (state(rita, plan), count(rita)) == ("failed", 0)


def test_asked_for_again_it_is_kept_anew(rita, path):
    plan = plan_of(rita, path)
    digest = digest_of(rita, plan)
    sources_aged(digest, days=DAYS + 1)
    ask_to_apply(caller=rita.caller, plan_id=plan, at=datetime.now(UTC))
    sweep()
    work(rita, plan)

    assert count(rita) == 3
    assert not snapshot_folder(digest).exists(), "applied to the end: nobody needs it"


def test_the_same_bytes_planned_in_another_workspace_are_not_taken_away(rita, path):
    other = make_stage().rita
    mine, theirs = plan_of(rita, path), plan_of(other, path)

    apply(rita, mine)
    assert snapshot_folder(digest_of(other, theirs)).is_dir()
    apply(other, theirs)

    assert (count(rita), count(other)) == (3, 3)
    assert not snapshot_folder(digest_of(other, theirs)).exists()


def test_a_refused_beginning_holds_nothing(rita, ada, path):
    for _ in range(4):
        begin_plan(caller=rita.caller, path=path, name="x", at=datetime.now(UTC))
    held = set(holds())
    with pytest.raises(Exception, match="too_many_requests"):
        begin_plan(caller=rita.caller, path=path, name="x", at=datetime.now(UTC))
    assert set(holds()) == held


def test_uploads_cut_off_and_what_crashes_left_go_too(rita):
    upload = begin_upload(
        caller=rita.caller, name="x", size=9, form="auto", digest=None, at=datetime.now(UTC)
    )
    bytes_here = imports_folder() / "uploads" / upload.hex / "upload"
    left, fresh = imports_folder() / "unpacked-old", imports_folder() / "unpacked-new"
    left.mkdir()
    fresh.mkdir()
    aged(left, days=2)
    sweep()
    assert (bytes_here.exists(), left.exists(), fresh.exists()) == (True, False, True)

    aged(bytes_here, days=DAYS + 1)
    sweep()
    assert not bytes_here.exists()
    fresh.rmdir()


def test_a_piece_of_an_upload_that_was_swept_is_told_that_it_is_gone(rita):
    body = {"name": "x", "size": 9}
    ines = add_person(rita, "ines", kind="agent", grants=("observe", "reconcile"))
    plan = ines.post("/v1/imports", body).json()["id"]
    aged(imports_folder() / "uploads" / plan.replace("-", "") / "upload", days=DAYS + 1)
    sweep()
    answer = ines.api.patch(
        f"/v1/imports/{plan}/content?offset=0", b"x", content_type="application/octet-stream"
    )
    assert (answer.status_code, answer.json()["code"]) == (410, "source_gone")
