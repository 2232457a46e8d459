"""What policy holds back is known to be there, and read by reviewers alone (P12, P13)."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest

from provenance.database.tenancy import workspace
from provenance.models import Exposure, Session
from provenance.services.access.granting import give
from provenance.services.reading.exporting import Export
from provenance.services.release import release
from tests.cast import Person, Stage, add_person
from tests.contract.saying import say
from tests.factories import EventFactory
from tests.provenance.correcting import accepted, now, proposed, proposing
from tests.provenance.secrets_sample import canary
from tests.provenance.test_screening import AIMED, switch_on
from tests.review.people import add_human

MAIL = "Write to sam@acme.test on Monday."
HELD = {"quarantined": AIMED, "withheld": MAIL}


class Held:
    """One observation that is held back, in a conversation with another, and its own words."""

    def __init__(self, stage: Stage, admission: str) -> None:
        self.admission, self.words = admission, {name: canary() for name in NAMES}
        w = self.words
        self.text = f"{HELD[admission]} {w['content']}"
        self.other = say(
            stage.ada,
            "Deploy on Fridays.",
            session_id="talk",
            turn_index=1,
            session_title="Deploys",
        )
        event = EventFactory(
            event_id=w["event_id"],
            content=self.text,
            session={"id": "talk", "title": w["title"], "turn_index": 2},
            speaker={"role": "tool", "name": w["name"]},
            labels=[w["label"]],
            subjects=[{"kind": "repository", "key": w["subject"]}],
            foreign={"system": w["system"], "id": w["foreign"]},
            lineage=[
                {"relation": "quotes", "external": {"system": w["elsewhere"], "ref": w["ref"]}},
                {"relation": "responds_to", "event_id": w["awaited"]},
                {"relation": "derived_from", "observation": str(self.other)},
            ],
            model={"name": w["model"]},
            metadata={"note": w["metadata"]},
        )
        answer = stage.ada.post("/v1/observe", event)
        assert answer.json()["admission"] == admission, answer.content
        self.id = UUID(answer.json()["observation"])

    def told_in(self, text: str) -> list[str]:
        """Which of its words stand in the text."""
        return [name for name, word in self.words.items() if word in text]


NAMES = (
    *("content", "event_id", "title", "name", "label", "subject", "system", "foreign"),
    *("elsewhere", "ref", "awaited", "model", "metadata"),
)


@pytest.fixture(params=HELD)
def held(request: Any, stage: Stage) -> Held:
    switch_on(stage.rita, outcomes={"personal.email": "withhold"})
    return Held(stage, request.param)


@pytest.fixture
def judge(stage: Stage) -> Person:
    """Recalls and reviews, by key."""
    return add_person(stage.rita, "judge", kind="agent", grants=("recall", "review", "export"))


@pytest.fixture
def clerk(stage: Stage) -> Person:
    """A person who may read, and no more."""
    return add_human(stage.rita, "clerk", grants=("recall",))


def doors(person: Person, held: Held) -> Iterator[tuple[str, str]]:
    """Every answer of the machine door that could tell of it."""
    one = held.id
    for path in (
        "observations",
        f"observations/{one}",
        f"observations/{one}/lineage",
        f"observations/{held.other}/lineage",
        "sessions",
        "sessions/talk",
        "sessions/talk/turns",
        "conversations/recent?unknown_time=include",
        "facts",
        "corrections",
    ):
        answer = person.get(f"/v1/{path}")
        assert answer.status_code == 200, (path, answer.content)
        yield path, answer.content.decode()
    for question in (
        {"query": held.text},
        {"session": "talk"},
        {"intent": "recent"},
        {"query": "x", "subjects": [{"kind": "repository", "key": "x"}]},
    ):
        answer = person.post("/v1/recall", {**question, "explain": True})
        assert answer.status_code == 200, answer.content
        yield f"recall {question}", answer.content.decode()


def test_p13_no_answer_tells_its_words_to_whom_may_not_review(ben: Person, held: Held):
    for door, told in doors(ben, held):
        assert held.told_in(told) == [], door


def test_p13_it_is_known_to_be_there(ben: Person, held: Held):
    one = ben.get(f"/v1/observations/{held.id}").json()
    assert (one["content"], one["erased"], one["admission"]) == (None, False, held.admission)
    assert (one["speaker"], one["labels"]) == ({"role": "tool", "name": None}, [])
    source = one["source"]
    assert source["session"] == {"id": None, "title": None, "turn_index": 2}
    assert (source["event_id"], source["principal"]) == (None, "ada")
    assert source["producer"] == {"harness": None, "instance": None}
    assert (one["subjects"], one["foreign"], one["model"], one["metadata"]) == (
        [],
        None,
        None,
        None,
    )
    turns = ben.get("/v1/sessions/talk/turns").json()["results"]
    assert [turn["id"] for turn in turns] == [str(held.other), str(held.id)]
    assert turns[1]["content"] is None
    links = sorted((edge["relation"], edge["state"]) for edge in one["lineage"])
    assert links == [
        ("derived_from", "resolved"),
        ("quotes", "unresolved"),
        ("responds_to", "unresolved"),
    ]
    graph = ben.get(f"/v1/observations/{held.id}/lineage").json()
    assert {node["id"]: node["excerpt"] for node in graph["nodes"]} == {
        str(held.id): None,
        str(held.other): "Deploy on Fridays.",
    }


def test_p13_who_reviews_it_reads_it(judge: Person, held: Held):
    one = judge.get(f"/v1/observations/{held.id}").json()
    everything = str([one, judge.get(f"/v1/observations/{held.id}/lineage").json()])
    assert one["content"] == held.text
    assert held.told_in(everything) == list(held.words)
    (found,) = judge.get("/v1/observations", q=held.words["content"]).json()["results"]
    assert found["id"] == str(held.id)
    assert judge.get("/v1/sessions/talk").json()["title"] == held.words["title"]


def test_p13_a_review_grant_over_something_else_opens_nothing(stage: Stage, held: Held):
    elsewhere = add_person(stage.rita, "elsewhere", kind="agent", grants=("recall",))
    partial = add_person(stage.rita, "partial", kind="agent", grants=("recall",))
    with workspace(stage.rita.principal):
        give(
            by=stage.rita.principal.id,
            principal_id=partial.principal.id,
            capability="review",
            reason="a part",
            principals=[elsewhere.principal.id],
            at=now(),
        )
    assert partial.get(f"/v1/observations/{held.id}").json()["content"] is None
    assert partial.get("/v1/observations", q=held.words["content"]).json()["results"] == []


def test_p13_no_filter_is_an_oracle_for_its_words(ben: Person, held: Held):
    w = held.words
    for query in (
        {"q": w["content"]},
        {"q": w["content"][:5]},
        {"q": "sam@acme" if held.admission == "withheld" else "ignore"},
        {"label": w["label"]},
        {"subject": f"repository:{w['subject']}"},
        {"foreign": f"{w['system']}:{w['foreign']}"},
    ):
        assert ben.get("/v1/observations", **query).json()["results"] == [], query
    listed = ben.get("/v1/observations").json()["results"]
    assert {one["id"] for one in listed} == {str(held.id), str(held.other)}


def test_p13_ambiguous_subjects_name_no_key_of_it(ben: Person, stage: Stage):
    word = canary()
    subject = {"kind": "repository", "key": f"{word}/api"}
    assert stage.ada.post("/v1/observe", EventFactory(content=AIMED, subjects=[subject]))
    asked = {"query": "deploy", "subjects": [{"kind": "repository", "key": "api"}]}
    answer = ben.post("/v1/recall", asked)
    assert answer.json()["ambiguous_subjects"] == []
    assert word not in answer.content.decode()


def test_p13_a_conversation_with_nothing_else_has_no_name_to_show(
    stage: Stage, ben: Person, judge: Person
):
    event = EventFactory(content="Fine.", session={"id": AIMED, "title": AIMED})
    assert stage.ada.post("/v1/observe", event).json()["admission"] == "quarantined"
    assert AIMED not in ben.get("/v1/sessions").content.decode()
    assert AIMED not in ben.get("/v1/observations").content.decode()
    assert [one["title"] for one in judge.get("/v1/sessions").json()["results"]] == [AIMED]


def test_p05_what_was_not_told_is_no_exposure(ben: Person, held: Held):
    for _ in doors(ben, held):
        pass
    with workspace(ben.principal):
        shown = {one for row in Exposure.objects.here() for one in row.observations}
    assert shown == {held.other}


def test_p13_corrections_about_it_are_shown_without_words(
    stage: Stage, ben: Person, judge: Person, held: Held
):
    word = canary()
    proposer = proposing(stage)
    done = proposed(
        proposer, "correct", held.id, statement=f"Not {word}.", reason=f"It says {word}."
    ).correction["id"]
    one = ben.get(f"/v1/corrections/{done}").json()
    assert (one["statement"], one["reason"], one["event_id"]) == (None, None, None)
    assert word not in ben.get("/v1/corrections").content.decode()
    for person in (judge, proposer):
        assert person.get(f"/v1/corrections/{done}").json()["reason"] == f"It says {word}."


def test_p13_pages_show_it_to_reviewers_alone(stage: Stage, clerk: Person, held: Held):
    word = canary()
    proposer = proposing(stage)
    done = proposed(
        proposer, "correct", held.id, statement=f"Not {word}.", reason=f"It says {word}."
    ).correction["id"]
    with workspace(stage.ada.principal):
        session = Session.objects.here().get(external_id="talk")
    pages = {
        "home": "/",
        "observation": f"/observations/{held.id}",
        "other": f"/observations/{held.other}",
        "session": f"/sessions/{session.id}",
        "decisions": "/decisions",
        "decision": f"/decisions/{done}",
    }
    for name, path in pages.items():
        answer = clerk.browser.get(path)
        assert answer.status_code == 200, (name, path)
        told = answer.content.decode()
        assert held.told_in(told) == [], name
        assert word not in told, name
        assert "eld back" in told, name
    for name in ("home", "observation", "session", "decisions", "decision"):
        assert held.words["content"] in stage.rita.browser.get(pages[name]).content.decode(), name


def test_p13_the_export_of_everything_asks_what_holds_now(stage: Stage, judge: Person, held: Held):
    def exported() -> str:
        export = Export(caller=judge.caller, repository=None, everything=True, at=now())
        return str([export.count, *export.pages()])

    assert held.told_in(exported()) == []
    release(caller=stage.rita.caller, observation_id=held.id, reason="Fine.", at=now())
    assert held.words["content"] in exported()


def test_p13_after_its_release_everybody_reads_it(stage: Stage, ben: Person, held: Held):
    release(caller=stage.rita.caller, observation_id=held.id, reason="Fine.", at=now())
    assert ben.get(f"/v1/observations/{held.id}").json()["content"] == held.text
    (found,) = ben.get("/v1/observations", q=held.words["content"]).json()["results"]
    assert found["source"]["session"]["title"] == held.words["title"]
    assert accepted(stage, "withdraw", held.id)
