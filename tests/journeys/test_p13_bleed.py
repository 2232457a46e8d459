"""Nothing crosses workspaces, principals' grants or sessions; nobody borrows another's ids."""

from uuid import UUID

import pytest

from provenance.compat.handles import handle
from provenance.database.tenancy import workspace
from provenance.models import Observation
from provenance.services.contributing.contribution import ProducerClaim
from tests.cast import Person, Stage, add_person
from tests.compat.conftest import BASE
from tests.contract.saying import link, pointers, problem, say
from tests.factories import EventFactory

TEXT = "The cellar door of the tea house is opened with the brass key."
QUERY = "which key opens the cellar door of the tea house"


def found(person: Person, **asked) -> set[UUID]:
    response = person.post("/v1/recall", {"query": QUERY, **asked})
    assert response.status_code == 200, response.content
    answer = response.json()
    # What waits for its vector is the asker's own, and no trace of the other.
    waiting = answer["omitted"]["below_threshold"] + answer["omitted"]["pending_embedding"]
    assert sum(answer["omitted"].values()) == waiting
    return {UUID(item["observation"]) for item in answer["episodic"]}


def agent(stage: Stage, name: str, **scope) -> Person:
    return add_person(stage.rita, name, kind="agent", grants=("observe", "recall"), **scope)


def test_p13_another_workspace_finds_reads_and_counts_nothing(stage: Stage, ada, mallory):
    said = say(ada, TEXT)
    assert found(mallory) == set()
    assert problem(mallory.get(f"/v1/observations/{said}")) == (404, "not_found")
    assert problem(mallory.get(f"/v1/observations/{said}/lineage")) == (404, "not_found")
    assert mallory.get("/v1/status").json()["observations"] == 0
    slug = mallory.get("/v1/whoami").json()["workspace"]["slug"]
    older = {"profile": "default", "workspace": slug}
    answer = mallory.post(BASE + "recall", older | {"query": QUERY}).json()
    assert (answer["data"]["facts"], answer["data"]["withheld"]) == ([], [])


def test_p13_a_grant_over_one_principal_reaches_no_other(stage: Stage, ada):
    ours = say(ada, TEXT)
    theirs = say(agent(stage, "other"), TEXT + " Said another.", speaker_role="assistant")
    narrow = agent(stage, "narrow", principals=(ada.principal.id,))
    assert found(narrow) == {ours}
    assert problem(narrow.get(f"/v1/observations/{theirs}")) == (404, "not_found")


def test_p13_a_session_that_is_asked_for_brings_no_other(ada, ben):
    one = say(ada, TEXT, session_id="one")
    two = say(ada, TEXT + " Again.", session_id="two")
    assert found(ben, session="one") == {one}
    assert found(ben, exclude_session="one") == {two}


def test_p13_the_session_of_another_producer_is_another_session(stage: Stage, ada):
    say(ada, TEXT, session_id="shared-name", turn_index=1)
    other = agent(stage, "other")
    event = EventFactory(
        session={"id": "shared-name"},
        content="A reply.",
        speaker={"role": "assistant"},
        lineage=[{"relation": "derived_from", "event_id": "event-of-ada"}],
    )
    assert problem(other.post("/v1/observe", event)) == (400, "unknown_reference")


@pytest.mark.parametrize("relation", ["derived_from", "mirrors", "adopts", "corrects"])
def test_p13_a_source_that_is_not_to_be_seen_is_refused_like_none(stage: Stage, ada, relation):
    said = say(ada, TEXT)
    narrow = add_person(stage.rita, "narrow", kind="agent", grants=("observe",))
    answers = [
        narrow.post(
            "/v1/observe",
            EventFactory(lineage=[{"relation": relation, "observation": str(one)}]),
        )
        for one in (said, UUID(int=7))
    ]
    assert [problem(one) for one in answers] == [(400, "unknown_reference")] * 2
    assert pointers(answers[0]) == pointers(answers[1])


def test_p05_another_systems_name_for_an_event_borrows_no_weight(stage: Stage, ada, ben):
    foreign = {"system": "codex", "session": "s", "id": "msg_12"}
    event = EventFactory(content=TEXT, foreign=foreign)
    own = ada.post("/v1/observe", event).json()["observation"]
    forger = agent(stage, "forger")
    for text in (TEXT, "The cellar door is opened with the iron key."):
        said = EventFactory(content=text, foreign=foreign)
        receipt = forger.post("/v1/observe", said).json()
        assert receipt["admitted_as"] in ("unverified", "derived")
    shown = ben.get(f"/v1/observations/{own}").json()
    assert (shown["content"], shown["support"]["independent"]) == (TEXT, 1)
    assert [one["kind"] for one in shown["unresolved"]] == ["foreign_conflict"]


def test_p05_a_recall_of_another_is_no_source(stage: Stage, ada):
    say(ada, TEXT)
    reader, thief = agent(stage, "reader"), agent(stage, "thief")
    receipt = reader.post("/v1/recall", {"query": QUERY}).json()["id"]
    stolen = EventFactory(lineage=[{"relation": "derived_from", "recall": receipt}])
    assert problem(thief.post("/v1/observe", stolen)) == (400, "unknown_reference")


@pytest.mark.parametrize(
    "member",
    [
        {"admitted_as": "user_primary"},
        {"standing": "current"},
        {"support": {"independent": 9}},
        {"principal": "rita"},
        {"workspace": "another"},
        {"witness": "rita"},
        {"recorded_at": "2020-01-01T00:00:00Z"},
        {"confidence": 1},
        {"lane": "open"},
    ],
)
def test_p04_a_member_that_no_caller_may_state_is_refused_by_name(ada, member):
    response = ada.post("/v1/observe", EventFactory(**member))
    assert problem(response) == (400, "unknown_member")
    assert pointers(response) == [("/" + next(iter(member)), "unknown_member")]


def test_p13_the_older_doors_forget_nothing_that_is_not_to_be_seen(stage: Stage, ada):
    said = say(ada, TEXT)
    narrow = add_person(
        stage.rita,
        "narrow",
        kind="agent",
        grants=("observe", "propose"),
        producers=(
            producer_of(
                stage,
                say(
                    agent(stage, "other"),
                    "Elsewhere.",
                    producer=ProducerClaim(harness="x", instance="y"),
                ),
            ),
        ),
    )
    slug = narrow.get("/v1/whoami").json()["workspace"]["slug"]
    name = handle("mr", said)
    body = {"profile": "default", "workspace": slug, "ids": [name, handle("mr", UUID(int=7))]}
    told = narrow.post(BASE + "forget", body).json()["data"]
    assert told["not_found"] == body["ids"]
    assert (told["proposed"], told["errors"]) == ([], [])


def producer_of(stage: Stage, observation: UUID) -> UUID:
    with workspace(stage.rita.caller):
        producer: UUID = Observation.objects.here().get(id=observation).producer_id
    return producer


def test_p13_what_a_link_names_is_not_shown_to_whom_it_may_not(stage: Stage, ada):
    source = say(ada, TEXT)
    writer = agent(stage, "writer")
    child = say(
        writer,
        "A summary of what was said about the cellar.",
        speaker_role="assistant",
        lineage=link("summary_of", observation=source),
    )
    narrow = agent(stage, "narrow", principals=(writer.principal.id,))
    shown = narrow.get(f"/v1/observations/{child}").json()
    assert str(source) not in str(shown)
