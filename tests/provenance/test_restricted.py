"""The restricted lane: for its reviewers alone, and never lost in silence (P13)."""

from uuid import UUID

import pytest
from django.db import OperationalError

from provenance.database.tenancy import workspace
from provenance.models import Exposure, IndexWork
from tests.cast import Person, add_person
from tests.contract.saying import contents, problem
from tests.factories import EventFactory
from tests.provenance.test_screening import reviewer as human_reviewer

WORDS = "She said that she wants to harm herself tonight."


@pytest.fixture
def reported(ada: Person) -> UUID:
    """A wellbeing event that ada's host reports into the lane."""
    event = EventFactory(content=WORDS, labels=["restricted"], session={"id": "lane"})
    answer = ada.post("/v1/observe", event)
    assert answer.status_code == 201, answer.content
    assert answer.json()["recallable"]["reason"] == "restricted"
    return UUID(answer.json()["observation"])


@pytest.fixture
def reviewer(rita: Person) -> Person:
    """May review, and nothing else."""
    return add_person(rita, "reviewer", kind="agent", grants=("review",))


def test_p13_the_restricted_lane_appears_at_no_other_door(ada: Person, ben: Person, reported: UUID):
    everything = [
        ben.get("/v1/observations"),
        ben.get("/v1/conversations/recent", unknown_time="include"),
        ben.get("/v1/sessions"),
        ben.post("/v1/recall", {"query": "who wants to harm herself tonight?"}),
        ben.post("/v1/recall", {"query": "", "session": "lane"}),
        ben.post("/v1/recall", {"intent": "recent"}),
    ]
    for answer in everything:
        assert answer.status_code == 200, answer.content
        assert "herself" not in answer.content.decode()
        assert str(reported) not in answer.content.decode()
    for path in (f"observations/{reported}", f"observations/{reported}/lineage", "sessions/lane"):
        assert problem(ben.get(f"/v1/{path}")) == (404, "not_found")
    with workspace(ben.principal, restricted=True):
        assert not IndexWork.objects.here().filter(observation_id=reported).exists()


@pytest.mark.parametrize("label", ["Restricted", " restricted ", "RE\u200bSTRICTED", "ｒestricted"])
def test_p13_the_lane_is_asked_for_by_its_label_as_people_read_it(
    ada: Person, ben: Person, label: str
):
    event = EventFactory(content=WORDS, labels=[label])
    assert ada.post("/v1/observe", event).json()["recallable"]["reason"] == "restricted"
    assert ada.post("/v1/observe", event).json()["outcome"] == "duplicate"
    batch = {"atomic": True, "observations": [EventFactory(content=WORDS, labels=[label])]}
    assert ada.post("/v1/observe/batch", batch).json()["accepted"] == 1
    assert ben.get("/v1/observations").json()["results"] == []


def test_p13_reviewers_read_the_lane_and_it_is_no_exposure(reviewer: Person, reported: UUID):
    assert reviewer.get(f"/v1/observations/{reported}").json()["content"] == WORDS
    assert contents(reviewer.get("/v1/restricted")) == [WORDS]
    with workspace(reviewer.principal, restricted=True):
        assert not Exposure.objects.here().exists()


def test_p13_the_lane_is_closed_to_those_who_do_not_review(
    ben: Person, cleo: Person, mallory: Person, reported: UUID
):
    assert problem(ben.get("/v1/restricted")) == (403, "capability_required")
    assert problem(cleo.get(f"/v1/observations/{reported}")) == (403, "capability_required")
    assert problem(mallory.get(f"/v1/observations/{reported}")) == (404, "not_found")
    assert contents(mallory.get("/v1/restricted")) == []


def test_p13_a_review_of_others_does_not_reach_it(rita: Person, ben: Person, reported: UUID):
    narrow = add_person(
        rita, "narrow", kind="agent", grants=("review",), principals=[ben.principal.id]
    )
    assert contents(narrow.get("/v1/restricted")) == []
    assert narrow.get(f"/v1/observations/{reported}").status_code in (403, 404)


def test_the_lane_is_paged(ada: Person, reviewer: Person, reported: UUID):
    for number in range(3):
        ada.post("/v1/observe", EventFactory(content=f"Report {number}", labels=["restricted"]))
    first = reviewer.get("/v1/restricted", limit=2).json()
    assert len(first["results"]) == 2
    second = reviewer.api.get(first["next"]).json()
    assert len(second["results"]) == 2
    assert second["next"] is None


def test_p02_a_report_that_cannot_be_written_is_told(ada: Person, monkeypatch):
    def fail(*_args, **_kwargs):
        raise OperationalError("gone")

    monkeypatch.setattr("provenance.services.observe.write", fail)
    answer = ada.post("/v1/observe", EventFactory(content=WORDS, labels=["restricted"]))
    assert problem(answer) == (503, "unavailable")
    assert answer["Retry-After"]


def test_p13_nothing_is_released_out_of_the_lane(rita: Person, reported: UUID):
    answer = human_reviewer(rita).post(f"/v1/observations/{reported}/release", {"reason": "Out."})
    assert problem(answer) == (404, "not_found")
