"""Recall keeps apart what is about different things, and says where a name fits several."""

from typing import Any
from uuid import UUID

import pytest

from tests.cast import Person, Stage, add_person
from tests.factories import EventFactory

QUERY = "how are retries configured"


def about(person: Person, content: str, **subject: Any) -> UUID:
    event = EventFactory(content=content, subjects=[{"kind": "repository"} | subject])
    return UUID(person.post("/v1/observe", event).json()["observation"])


def asked(person: Person, **subject: Any) -> Any:
    body = {"query": QUERY, "subjects": [{"kind": "repository"} | subject]}
    response = person.post("/v1/recall", body)
    assert response.status_code == 200, response.content
    return response.json()


def found(answer: Any) -> dict[UUID, Any]:
    return {UUID(item["observation"]): item for item in answer["episodic"]}


def test_p12_a_repository_is_not_its_second_version(ada, ben):
    first = about(ada, "Retries are configured to three in the API.", key="acme/api")
    second = about(ada, "Retries are configured to nine in the API.", key="acme/api-v2")
    assert set(found(asked(ben, key="acme/api"))) == {first}
    assert set(found(asked(ben, key="acme/api-v2"))) == {second}


def test_p12_a_name_that_fits_several_keys_mixes_nothing_and_is_told(ada, ben):
    about(ada, "Retries are configured to three.", key="acme/api")
    about(ada, "Retries are configured to nine.", key="other/api")
    answer = asked(ben, key="api")
    assert (answer["episodic"], answer["facts"], answer["abstained"]) == ([], [], True)
    (unclear,) = answer["ambiguous_subjects"]
    assert unclear["candidates"] == ["acme/api", "other/api"]


def test_p13_an_ambiguous_name_tells_only_of_what_the_caller_may_see(stage: Stage):
    about(stage.ada, "Retries are configured to three.", key="acme/api")
    other = add_person(stage.rita, "other", kind="agent", grants=("observe",))
    about(other, "Retries are configured to nine.", key="secret/api")
    narrow = add_person(
        stage.rita,
        "narrow",
        kind="agent",
        grants=("recall",),
        principals=(stage.ada.principal.id,),
    )
    (unclear,) = asked(narrow, key="api")["ambiguous_subjects"]
    assert unclear["candidates"] == ["acme/api"]
    about(other, "Retries are configured to eleven.", key="api")
    assert asked(narrow, key="api")["ambiguous_subjects"] == [unclear]


@pytest.mark.parametrize(
    ("there", "here"),
    [
        ({"branch": "next"}, {"branch": "main"}),
        ({"branch": "main", "revision": "bbb"}, {"branch": "main", "revision": "aaa"}),
    ],
)
def test_p12_another_branch_or_another_head_of_it_is_marked(ada, ben, there, here):
    other = about(ada, "Retries are configured to nine.", key="acme/api", **there)
    same = about(ada, "Retries are configured to three.", key="acme/api", **here)
    items = found(asked(ben, key="acme/api", **here))
    assert "subject_mismatch" not in items[same]
    (mismatch,) = items[other]["subject_mismatch"]
    assert {name: mismatch[name] for name in there} == there


def test_p04_planned_reported_and_verified_work_are_told_apart(stage: Stage):
    agent = add_person(stage.rita, "agent", kind="agent", grants=("observe",))
    said = {}
    for person, state, role, text in (
        (agent, "planned", "assistant", "We will migrate the retries next week."),
        (agent, "reported", "assistant", "The retries are migrated, I think."),
        (agent, "verified", "assistant", "The retries are migrated and it is proven."),
        (stage.ada, "verified", "tool", "retries: 12 passed"),
    ):
        event = EventFactory(content=text, speaker={"role": role}, work_state=state)
        said[text] = person.post("/v1/observe", event).json()
    answer = stage.ben.post("/v1/recall", {"query": "are the retries migrated and passed"}).json()
    shown = {item["content"]: item["work_state"] for item in answer["episodic"]}
    assert shown == dict(zip(said, ["planned", "reported", "reported", "verified"], strict=True))
    notes = [note["code"] for one in said.values() for note in one["notes"]]
    assert notes == ["verified_downgraded"]


def test_p12_two_heads_of_one_branch_are_told_apart(ada, ben):
    first = about(
        ada, "Retries are configured to three.", key="acme/api", branch="main", revision="aaa"
    )
    second = about(
        ada, "Retries are configured to nine.", key="acme/api", branch="main", revision="ccc"
    )
    answer = asked(ben, key="acme/api")
    heads = {one: item["subjects"][0]["revision"] for one, item in found(answer).items()}
    assert heads == {first: "aaa", second: "ccc"}
    (unclear,) = answer["ambiguous_subjects"]
    assert unclear["candidates"] == ["main@aaa", "main@ccc"]
    assert asked(ben, key="acme/api", branch="main", revision="ccc")["ambiguous_subjects"] == []


def test_p12_one_head_is_not_ambiguous(ada, ben):
    about(ada, "Retries are configured to three.", key="acme/api", branch="main", revision="aaa")
    assert asked(ben, key="acme/api")["ambiguous_subjects"] == []
