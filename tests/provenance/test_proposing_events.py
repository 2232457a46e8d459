"""An event that would propose needs `propose`; a person's own captured turn needs none (P11)."""

from typing import Any
from uuid import UUID

import pytest

from provenance.database.tenancy import workspace
from provenance.models import Correction, Grant, Observation, Receipt
from provenance.problems import CapabilityRequired
from provenance.services.access.granting import revoke
from provenance.services.contributing.admission import Door
from tests.cast import Person, add_person
from tests.contract.saying import link, problem, say
from tests.factories import EventFactory
from tests.provenance.correcting import facts, grant, now, proposing, sources, standing, with_key
from tests.review.people import add_human

WORDS = "we deploy on fridays after the canary is green"
RELATIONS = ["corrects", "supersedes", "withdraws", "adopts"]


@pytest.fixture
def agent(stage) -> Person:
    """Writes and reads, and may not propose."""
    return add_person(stage.rita, "codex", kind="agent", grants=("observe", "recall"))


@pytest.fixture
def said(ada) -> UUID:
    return say(ada, WORDS)


def event(target: UUID, relation: str = "corrects", **more: Any) -> dict[str, Any]:
    lineage = [{"relation": relation, "observation": str(target)}]
    return EventFactory(content="It is Mondays by now.", lineage=lineage, **more)


def stored(person: Person) -> tuple[int, int, int]:
    with workspace(person.caller):
        of = {"principal_id": person.principal.id}
        return (
            Observation.objects.here().filter(**of).count(),
            Receipt.objects.here().filter(**of).count(),
            Correction.objects.here().count(),
        )


@pytest.mark.parametrize("relation", RELATIONS)
def test_p11_an_event_proposes_only_with_the_capability(stage, agent, said, relation):
    asked = event(said, relation)
    assert problem(agent.post("/v1/observe", asked)) == (403, "capability_required")
    assert stored(agent) == (0, 0, 0)
    grant(stage.rita, agent, "propose")
    answer = agent.post("/v1/observe", asked)
    assert answer.status_code == 201
    assert [note["code"] for note in answer.json()["notes"]] == ["correction_proposed"]
    assert stored(agent) == (1, 1, 1)


@pytest.mark.parametrize("role", ["assistant", "tool", "system"])
def test_p11_a_host_proposes_for_nobody_but_the_person(ada, said, role):
    asked = event(said, speaker={"role": role})
    assert problem(ada.post("/v1/observe", asked)) == (403, "capability_required")


def test_p11_a_persons_own_turn_asks_for_no_capability(ada, said):
    assistants = say(ada, "we deploy on thursdays, or so I think", speaker_role="assistant")
    assert ada.post("/v1/observe", event(said)).status_code == 201
    waits = ada.post("/v1/observe", event(assistants))
    assert [note["code"] for note in waits.json()["notes"]] == ["correction_proposed"]
    assert (standing(ada, said), standing(ada, assistants)) == (["corrected"], ["reported"])


def test_p13_the_grant_reaches_all_that_the_event_names(stage, ada, agent, said):
    own = say(agent, "what the agent itself had said", speaker_role="assistant")
    grant(stage.rita, agent, "propose", principals=[agent.principal.id])
    assert agent.post("/v1/observe", event(own)).status_code == 201
    asked = EventFactory(
        lineage=[{"relation": "corrects", "observation": str(one)} for one in (own, said)]
    )
    assert problem(agent.post("/v1/observe", asked)) == (403, "capability_required")


def test_each_item_of_a_batch_has_its_own_problem(agent, said):
    batch = {"observations": [EventFactory(), event(said), EventFactory()]}
    answer = agent.post("/v1/observe/batch", batch).json()
    assert (answer["accepted"], answer["rejected"]) == (2, 1)
    assert answer["results"][1]["problem"]["code"] == "capability_required"
    assert stored(agent)[0] == 2


def test_an_atomic_batch_stores_nothing_and_names_the_item(agent, said):
    batch = {"atomic": True, "observations": [EventFactory(), event(said)]}
    answer = agent.post("/v1/observe/batch", batch)
    assert problem(answer) == (403, "capability_required")
    assert answer.json()["index"] == 1
    assert stored(agent) == (0, 0, 0)


def test_p03_a_retry_survives_the_end_of_the_grant(stage, said):
    pat = proposing(stage)
    asked = event(said)
    first = pat.post("/v1/observe", asked).json()
    with workspace(stage.rita.principal):
        given = Grant.objects.here().get(principal_id=pat.principal.id, capability="propose")
        revoke(by=stage.rita.principal.id, grant=given, reason="over", at=now())
    again = pat.post("/v1/observe", asked)
    assert (again.status_code, again.json()["id"]) == (200, first["id"])
    assert problem(pat.post("/v1/observe", event(said))) == (403, "capability_required")


def test_what_the_caller_may_not_see_is_unknown_and_not_forbidden(stage, said):
    blind = add_person(stage.rita, "blind", kind="agent", grants=("observe",))
    assert problem(blind.post("/v1/observe", event(said))) == (400, "unknown_reference")


@pytest.mark.parametrize("relation", ["derived_from", "quotes", "responds_to", "mirrors"])
def test_other_lineage_proposes_nothing_and_needs_nothing(agent, said, relation):
    assert agent.post("/v1/observe", event(said, relation)).status_code == 201


def test_an_import_needs_no_more_than_before(ada, said):
    say(ada, "from an old transcript", door=Door.IMPORT, lineage=sources(said))
    assert facts(ada) == []


def test_p11_an_import_that_claims_to_adopt_proposes_nothing_without_the_capability(ada, said):
    with pytest.raises(CapabilityRequired):
        say(ada, "so it is", door=Door.IMPORT, lineage=link("adopts", observation=said))


def test_p11_a_human_with_a_key_proposes_by_the_same_rule(stage, said):
    otto = with_key(add_human(stage.rita, "otto", grants=("observe", "recall")), stage.rita)
    assert problem(otto.post("/v1/observe", event(said))) == (403, "capability_required")
