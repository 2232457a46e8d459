"""What policy holds back becomes no fact, by whatever door, before a person releases it (P11)."""

from typing import Any
from uuid import UUID

import pytest
from django.db import IntegrityError, transaction

from provenance.database.tenancy import workspace
from provenance.models import Correction, FactEvidence, Observation
from provenance.problems import HeldBack
from provenance.services.release import release
from provenance.services.standing.changes import StandingChange, write_standings
from tests.cast import Person, Stage
from tests.contract.saying import link, problem, say
from tests.factories import EventFactory
from tests.provenance.correcting import (
    accepted,
    decided,
    facts,
    grant,
    now,
    proposed,
    proposing,
    second_reviewer,
    sources,
    standing,
    with_key,
)
from tests.provenance.test_screening import AIMED, switch_on

MAIL = "Write to sam@acme.test on Monday."
HELD = {"quarantined": AIMED, "withheld": MAIL}


@pytest.fixture(params=HELD)
def held(request: Any, stage: Stage) -> tuple[UUID, str]:
    """Something that a tool returned and policy holds back, and its words."""
    switch_on(stage.rita, outcomes={"personal.email": "withhold"})
    words = HELD[request.param]
    return say(stage.ada, words, speaker_role="tool"), words


def adopting(target: UUID, relation: str = "adopts", **more: Any) -> dict[str, Any]:
    lineage = [{"relation": relation, "observation": str(target)}]
    return EventFactory(content="Yes, that is how we do it.", lineage=lineage, **more)


def told(ben: Person, query: str) -> str:
    """All that a reader gets to know of facts."""
    answer = ben.post("/v1/recall", {"query": query}).json()
    return str([answer["facts"], answer["episodic"], ben.get("/v1/facts").json()["results"]])


def waiting(person: Person) -> list[Correction]:
    with workspace(person.caller):
        return list(Correction.objects.here())


def everything(person: Person) -> list[UUID]:
    with workspace(person.caller):
        return list(Observation.objects.here().order_by("position").values_list("id", flat=True))


@pytest.mark.parametrize("relation", ["corrects", "supersedes"])
def test_p11_a_persons_turn_makes_no_fact_of_what_is_held_back(stage, ada, ben, held, relation):
    target, words = held
    answer = ada.post("/v1/observe", adopting(target, relation))
    assert answer.status_code == 201, answer.content
    receipt = answer.json()
    assert (receipt["outcome"], receipt["admitted_as"]) == ("accepted", "user_primary")
    codes = [note["code"] for note in receipt["notes"]]
    assert codes == ["adoption_held_back", "correction_proposed"]
    assert facts(ada) == []
    assert words not in told(ben, words)
    assert standing(ada, target) == ["reported"]


def test_p11_what_is_held_back_is_not_adopted_by_any_door(stage, ada, held):
    target, words = held
    host = with_key(second_reviewer(stage), stage.rita)
    agent = proposing(stage)
    grant(stage.rita, agent, "review")
    event = adopting(target)
    proposal = {"kind": "adopt", "targets": [str(target)], "reason": "so it is", "event_id": "1"}
    for answer in (
        ada.post("/v1/observe", event),
        agent.post("/v1/observe", event),
        ada.post("/v1/observe/batch", {"atomic": True, "observations": [event]}),
        host.post("/v1/corrections", proposal),
        agent.post("/v1/corrections", proposal),
    ):
        assert problem(answer) == (409, "held_back")
        assert words not in answer.content.decode()
    (item,) = ada.post("/v1/observe/batch", {"observations": [event]}).json()["results"]
    assert item["problem"]["code"] == "held_back"
    assert (facts(ada), waiting(ada), everything(ada)) == ([], [], [target])
    # Nothing of the event was kept: without the link it is recorded under the same name.
    assert ada.post("/v1/observe", {**event, "lineage": []}).status_code == 201


def test_a_held_back_item_counts_as_rejected_in_its_batch_and_no_conflict(ada, held):
    counted = ada.post("/v1/observe/batch", {"observations": [adopting(held[0])]}).json()
    assert (counted["rejected"], counted["conflict"]) == (1, 0)


def test_p11_what_waits_for_a_release_is_accepted_after_it_and_not_before(stage, ada, ben):
    words = "we deploy on fridays after the canary is green"
    target = say(ada, words, speaker_role="tool")
    proposal = proposed(proposing(stage), "adopt", target)
    hold_back(stage, target)
    with pytest.raises(HeldBack):
        decided(stage.rita, proposal)
    page = f"/decisions/{proposal.correction['id']}"
    told_to = stage.rita.browser.post(f"{page}/decide", {"decision": "accept"}, follow=True)
    assert "makes no fact. Nothing was decided." in told_to.content.decode()
    assert facts(ada) == []
    release(caller=stage.rita.caller, observation_id=target, reason="A quotation.", at=now())
    decided(stage.rita, proposal)
    assert facts(ada) == [(words, "current")]
    assert words in told(ben, words)


def test_p11_one_held_back_among_several_is_enough(stage, ada, held):
    fine = say(ada, "the canary takes an hour", speaker_role="tool")
    with pytest.raises(HeldBack):
        say(ada, "All of that holds.", lineage=sources(fine, held[0], relation="adopts"))
    assert facts(ada) == []


def test_p11_own_words_that_are_held_back_are_not_put_right_into_a_fact(stage, ada):
    mine = say(ada, AIMED)
    say(ada, "we deploy on mondays", lineage=link("corrects", observation=mine))
    assert (facts(ada), standing(ada, mine)) == ([], ["reported"])


def test_a_person_may_still_withdraw_own_words_that_are_held_back(stage, ada):
    mine = say(ada, AIMED)
    say(ada, "Forget what I said.", lineage=link("withdraws", observation=mine))
    assert standing(ada, mine) == ["withdrawn"]


def test_p11_an_agents_event_on_what_is_held_back_proposes_nothing(stage, ada, held):
    say(proposing(stage), "not so", lineage=link("corrects", observation=held[0]))
    assert (facts(ada), waiting(ada)) == ([], [])


def test_p11_a_batch_that_opens_the_restricted_lane_adopts_nothing_of_it(ada, ben):
    report = EventFactory(content="She wants to harm herself.", labels=["restricted"])
    told_to = ada.post("/v1/observe", report).json()["observation"]
    another = EventFactory(content="A second report.", labels=["restricted"])
    batch = {"atomic": True, "observations": [another, adopting(UUID(told_to))]}
    assert problem(ada.post("/v1/observe/batch", batch)) == (400, "unknown_reference")
    assert facts(ada) == []
    again = adopting(UUID(told_to), labels=["restricted"])
    assert ada.post("/v1/observe", again).status_code == 201
    assert (facts(ada), waiting(ada)) == ([], [])


def test_p11_a_fact_whose_ground_is_held_back_later_is_shown_to_nobody(stage, ada, ben):
    words = "we deploy on fridays after the canary is green"
    said = say(ada, words, speaker_role="assistant")
    say(ada, "Yes, exactly that.", lineage=link("adopts", observation=said))
    fact = ben.get("/v1/facts").json()["results"][0]["id"]
    hold_back(stage, said)
    assert words not in told(ben, words)
    assert problem(ben.get(f"/v1/facts/{fact}")) == (404, "not_found")
    release(caller=stage.rita.caller, observation_id=said, reason="Harmless.", at=now())
    assert words in told(ben, words)
    assert ben.get(f"/v1/facts/{fact}").json()["statement"] == words


def test_p11_a_fact_in_the_words_of_a_turn_that_is_held_back_later_is_shown_to_nobody(
    stage, ada, ben
):
    both = [say(ada, f"the canary takes {n} minutes", speaker_role="tool") for n in (10, 20)]
    turn = say(ada, "canaries take minutes, not hours", lineage=sources(*both, relation="adopts"))
    assert "canaries take" in told(ben, "canaries take minutes")
    hold_back(stage, turn)
    assert ben.get("/v1/facts").json()["results"] == []


def hold_back(stage: Stage, observation: UUID) -> None:
    """As a rule would that is applied to what is here."""
    change = StandingChange(
        observation_id=observation,
        before="reported",
        after="reported",
        admission="quarantined",
        reason="a later rule",
    )
    with workspace(stage.rita.caller):
        write_standings([change], by=stage.rita.principal.id, at=now())


def test_p11_the_database_takes_no_evidence_that_is_held_back(stage, ada, held):
    accepted(stage, "adopt", say(ada, "we deploy on fridays"))
    with workspace(ada.caller):
        listed = FactEvidence.objects.here().get()
        row = FactEvidence(
            workspace_id=ada.workspace_id, fact_id=listed.fact_id, observation_id=held[0]
        )
        with (
            pytest.raises(IntegrityError, match="a fact on what is held back"),
            transaction.atomic(),
        ):
            row.save(force_insert=True)
