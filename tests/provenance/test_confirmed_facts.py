"""Who adopts or decides what is a fact already confirms it: one fact, and its acts counted (P5, P8)."""

from typing import Any
from uuid import UUID

import pytest

from provenance.database.tenancy import workspace
from provenance.models import ChronicleEvent, FactConfirmation, Statement
from provenance.services.contributing.contribution import ForeignReference
from tests.cast import Person, Stage, add_person
from tests.contract.saying import link, say
from tests.provenance.correcting import (
    accepted,
    decided,
    facts,
    grant,
    proposed,
    proposing,
    reverted,
    second_reviewer,
    sources,
    standing,
)
from tests.provenance.erasing import erased, here
from tests.review.people import add_human

WORDS = "we deploy on fridays after the canary is green"
NEW = "we deploy on mondays from now on"


@pytest.fixture
def said(ada) -> UUID:
    """What the assistant said."""
    return say(ada, WORDS, speaker_role="assistant")


@pytest.fixture
def desk(stage) -> Person:
    """The host of another human, sam."""
    sam = add_human(stage.rita, "sam", grants=("recall",))
    host = add_person(stage.rita, "desk", kind="host", grants=("observe", "recall"))
    grant(stage.rita, host, "capture", serves_id=sam.principal.id)
    return host


def adopt(host: Person, *observations: UUID, text: str = "Yes, exactly that.") -> UUID:
    return say(host, text, lineage=sources(*observations, relation="adopts"))


def one_fact(ben: Person) -> dict[str, Any]:
    (fact,) = ben.get("/v1/facts").json()["results"]
    found: dict[str, Any] = ben.get(f"/v1/facts/{fact['id']}").json()
    return found


def test_p05_a_second_persons_adoption_confirms_the_one_fact(stage, ada, desk, ben, said):
    adopt(ada, said)
    assert one_fact(ben)["support"]["confirmations"] == 1
    lineage = [{"relation": "adopts", "observation": str(said)}]
    body = {"event_id": "1", "kind": "turn", "content": "Just so.", "lineage": lineage}
    producer = {"harness": "codex", "instance": "desk"}
    answer = desk.post(
        "/v1/observe", {**body, "speaker": {"role": "user"}, "producer": producer}
    ).json()
    assert [note["code"] for note in answer["notes"]] == ["confirmed"]
    fact = one_fact(ben)
    assert fact["support"]["confirmations"] == 2
    assert [one["by"] for one in fact["confirmations"]] == ["sam"]
    assert fact["confirmations"][0]["adoption"] == answer["observation"]
    assert (fact["decided_by"], fact["standing"]) == ("rita", "current")


def test_p05_the_same_person_twice_is_one(ada, ben, said):
    for _ in range(3):
        adopt(ada, said)
    fact = one_fact(ben)
    assert (fact["support"]["confirmations"], len(fact["confirmations"])) == (1, 2)


def test_a_proposal_that_is_accepted_confirms_what_a_turn_adopted(stage, ada, ben, said):
    adopt(ada, said)
    correction = accepted(stage, "adopt", said)
    fact = one_fact(ben)
    assert fact["confirmations"][0]["correction"] == str(correction)
    assert ben.get(f"/v1/corrections/{correction}").json()["fact"] == fact["id"]


@pytest.mark.parametrize("statement", [NEW, f"  {NEW.upper()}."])
def test_a_statement_that_equals_a_fact_on_the_same_targets_confirms_it(
    stage, ada, ben, said, statement
):
    other = say(ada, "the canary takes an hour")
    accepted(stage, "adopt", said, other, statement=NEW)
    accepted(stage, "adopt", other, said, statement=statement)
    assert facts(ada) == [(NEW, "current")]


@pytest.mark.parametrize("kind", ["correct", "supersede"])
def test_what_was_put_right_twice_is_one_fact(stage, ada, said, kind):
    first = accepted(stage, kind, said, statement=NEW)
    second = accepted(stage, kind, said, statement=NEW)
    assert facts(ada) == [(NEW, "current")]
    reverted(stage.rita, first)
    assert (facts(ada), standing(ada, said)) == ([(NEW, "current")], standing(ada, said))
    reverted(stage.rita, second)
    assert (facts(ada), standing(ada, said)) == ([(NEW, "withdrawn")], ["reported"])


def test_other_words_and_other_evidence_make_another_fact(stage, ada, said):
    other = say(ada, "the canary takes an hour")
    accepted(stage, "adopt", said)
    accepted(stage, "adopt", said, other, statement=WORDS)
    accepted(stage, "adopt", said, statement=NEW)
    assert len(facts(ada)) == 3


def test_recall_tells_a_confirmed_fact_once(stage, ada, desk, ben, said):
    adopt(ada, said)
    adopt(desk, said)
    answer = ben.post("/v1/recall", {"query": "when do we deploy after the canary?"}).json()
    assert [fact["statement"] for fact in answer["facts"]] == [WORDS]
    assert answer["facts"][0]["support"]["confirmations"] == 2


def test_a_copy_is_adopted_as_its_original_is(ada, desk, ben):
    name = ForeignReference(system="slack", session="C1", id="1700000000.1")
    first = say(ada, WORDS, speaker_role="assistant", foreign=name)
    copy = say(ada, WORDS, speaker_role="assistant", foreign=name, session_id="import")
    adopt(ada, first)
    adopt(desk, copy)
    fact = one_fact(ben)
    assert (fact["support"]["confirmations"], len(fact["confirmations"])) == (2, 1)


def test_p09_a_fact_holds_while_any_of_its_acts_does(stage, ada, desk, ben, said):
    first, second = adopt(ada, said), adopt(desk, said, text="Just so, I say.")
    gone = accepted(stage, "withdraw", first)
    assert facts(ada) == [(WORDS, "current")]
    assert one_fact(ben)["support"]["confirmations"] == 1
    accepted(stage, "withdraw", second)
    assert facts(ada) == [(WORDS, "withdrawn")]
    reverted(stage.rita, gone)
    assert facts(ada) == [(WORDS, "current")]


def test_p14_reverting_one_of_two_decisions_leaves_the_fact(stage, ada, said):
    first, second = accepted(stage, "adopt", said), accepted(stage, "adopt", said)
    shown = stage.rita.browser.get(f"/decisions/{first}").content.decode()
    assert "What reverting changes besides" not in shown
    reverted(stage.rita, first)
    assert facts(ada) == [(WORDS, "current")]
    shown = stage.rita.browser.get(f"/decisions/{second}").content.decode()
    assert "What reverting changes besides" in shown
    reverted(stage.rita, second)
    assert facts(ada) == [(WORDS, "withdrawn")]


def test_p08_what_is_adopted_again_after_a_correction_holds_again(stage, ada, said):
    accepted(stage, "adopt", said)
    correction = accepted(stage, "correct", said, statement=NEW)
    assert facts(ada) == [(WORDS, "superseded"), (NEW, "current")]
    again = accepted(stage, "adopt", said)
    assert facts(ada)[0] == (WORDS, "current")
    reverted(stage.rita, again)
    assert facts(ada)[0] == (WORDS, "superseded")
    reverted(stage.rita, correction)
    assert facts(ada) == [(WORDS, "current"), (NEW, "withdrawn")]


def test_p09_what_is_withdrawn_is_not_brought_back_by_confirming_it(stage, ada, said):
    accepted(stage, "adopt", said)
    accepted(stage, "withdraw", said)
    accepted(stage, "adopt", said)
    assert facts(ada) == [(WORDS, "withdrawn")]


def test_p14_an_erased_wording_is_confirmed_by_nobody(stage, ada, desk, ben):
    both = [say(ada, f"the canary takes {n} minutes", speaker_role="tool") for n in (10, 20)]
    words = "canaries take minutes here, not hours"
    erased(stage.rita, adopt(ada, *both, text=words))
    assert ben.get("/v1/facts").json()["results"] == []
    adopt(desk, *both, text=words)
    fact = one_fact(ben)
    assert (fact["statement"], fact["confirmations"], fact["decided_by"]) == (words, [], "sam")


def test_p14_a_fact_that_was_not_made_leaves_no_wording(stage, ada, desk, said):
    adopt(ada, said)
    adopt(desk, said)
    assert len(here(stage.rita, Statement)) == 1
    erased(stage.rita, said)
    assert [one.text for one in here(stage.rita, Statement)] == [""]


def test_p05_an_erased_turn_confirms_nothing(stage, ada, desk, ben, said):
    adopt(ada, said)
    erased(stage.rita, adopt(desk, said, text="Just so, I say."))
    assert one_fact(ben)["support"]["confirmations"] == 1


def test_p15_a_confirmation_is_in_the_chronicle(stage, ada, desk, said):
    adopt(ada, said)
    adopt(desk, said)
    acts = [one.act for one in here(stage.rita, ChronicleEvent, about="fact")]
    assert sorted(acts) == ["fact_confirmed", "fact_made"]


def test_p13_a_turn_out_of_sight_is_not_named(stage, ada, desk, said):
    adopt(ada, said)
    adopt(desk, said)
    narrow = add_person(stage.rita, "narrow", kind="agent", grants=())
    grant(stage.rita, narrow, "recall", principals=[ada.principal.id])
    assert one_fact(narrow)["confirmations"][0]["adoption"] is None


def test_two_decisions_of_two_people_confirm_too(stage: Stage, ada, ben, said):
    otto = second_reviewer(stage)
    for reviewer, name in ((stage.rita, "pat"), (otto, "eve")):
        decided(reviewer, proposed(proposing(stage, name), "adopt", said))
    fact = one_fact(ben)
    assert fact["support"]["confirmations"] == 2
    with workspace(stage.rita.caller):
        (confirmation,) = FactConfirmation.objects.here()
        assert confirmation.by_id == otto.principal.id


def test_a_turn_that_puts_own_words_right_again_confirms(ada):
    mine = say(ada, WORDS)
    for _ in range(2):
        say(ada, NEW, lineage=link("corrects", observation=mine))
    assert facts(ada) == [(NEW, "current")]
