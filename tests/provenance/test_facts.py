"""A fact exists only because a person said so, and stands as what it stands on does (P8, P11)."""

import pytest

from provenance.database.tenancy import workspace
from provenance.models import Fact, FactEvidence
from provenance.services.contributing.admission import Door
from tests.cast import add_person
from tests.contract.saying import link, say
from tests.provenance.correcting import (
    accepted,
    decided,
    facts,
    grant,
    proposed,
    proposing,
    reverted,
    sources,
    standing,
)

WORDS = "we deploy on fridays after the canary is green"
NEW = "we deploy on mondays"


def test_adopting_makes_a_fact_of_what_was_said(stage, ada):
    said = say(ada, WORDS, speaker_role="assistant")
    accepted(stage, "adopt", said)
    assert facts(ada) == [(WORDS, "current")]
    assert standing(ada, said) == ["reported"]
    with workspace(ada.caller):
        (fact,) = Fact.objects.here()
        evidence = FactEvidence.objects.here().values_list("observation_id", flat=True)
        assert list(evidence) == [said]
        assert fact.decided_by_id == stage.rita.principal.id


def test_adopting_several_states_what_the_proposal_says(stage, ada):
    one, two = say(ada, WORDS), say(ada, "the canary takes an hour")
    accepted(stage, "adopt", one, two, statement="Deploys take place on Friday afternoons.")
    assert facts(ada) == [("Deploys take place on Friday afternoons.", "current")]


def test_a_correction_supersedes_the_fact_on_what_it_corrects(stage, ada):
    said = say(ada, WORDS)
    accepted(stage, "adopt", said)
    correction = accepted(stage, "correct", said, statement=NEW)
    assert facts(ada) == [(WORDS, "superseded"), (NEW, "current")]
    reverted(stage.rita, correction)
    assert facts(ada) == [(WORDS, "current"), (NEW, "withdrawn")]


def test_a_correction_of_some_evidence_leaves_the_fact_uncertain(stage, ada):
    one, two = say(ada, WORDS), say(ada, "the canary takes an hour")
    accepted(stage, "adopt", one, two, statement=WORDS)
    accepted(stage, "correct", one, statement=NEW)
    assert facts(ada) == [(WORDS, "uncertain"), (NEW, "current")]


def test_restoring_what_was_corrected_ends_the_fact_that_put_it_right(stage, ada):
    said = say(ada, WORDS)
    accepted(stage, "adopt", said)
    accepted(stage, "correct", said, statement=NEW)
    accepted(stage, "restore", said)
    assert facts(ada) == [(WORDS, "current"), (NEW, "superseded")]


def test_p09_a_fact_is_withdrawn_with_all_its_evidence_and_uncertain_with_some(stage, ada):
    one, two = say(ada, WORDS), say(ada, "the canary takes an hour")
    accepted(stage, "adopt", one, two, statement=WORDS)
    first = accepted(stage, "withdraw", one)
    assert facts(ada) == [(WORDS, "uncertain")]
    accepted(stage, "withdraw", two)
    assert facts(ada) == [(WORDS, "withdrawn")]
    reverted(stage.rita, first)
    assert facts(ada) == [(WORDS, "uncertain")]


def test_p09_a_fact_on_a_summary_falls_with_the_roots_of_the_summary(stage, ada):
    root = say(ada, WORDS)
    summary = say(ada, NEW, speaker_role="assistant", lineage=sources(root))
    accepted(stage, "adopt", summary)
    accepted(stage, "withdraw", root)
    assert facts(ada) == [(NEW, "withdrawn")]


def test_a_fact_that_is_adopted_on_withdrawn_evidence_is_withdrawn_from_the_start(stage, ada):
    said = say(ada, WORDS)
    accepted(stage, "withdraw", said)
    accepted(stage, "adopt", said)
    assert facts(ada) == [(WORDS, "withdrawn")]


def test_p11_a_captured_persons_turn_that_adopts_makes_a_fact(stage, ada):
    said = say(ada, WORDS, speaker_role="assistant")
    turn = say(ada, "Yes, exactly that.", lineage=link("adopts", observation=said))
    assert facts(ada) == [(WORDS, "current")]
    with workspace(ada.caller):
        (fact,) = Fact.objects.here()
        assert (fact.adoption_id, fact.correction_id) == (turn, None)
        assert fact.decided_by_id == stage.rita.principal.id
    accepted(stage, "withdraw", turn)
    assert facts(ada) == [(WORDS, "withdrawn")]


def test_p11_nobody_elses_event_adopts(stage, ada):
    said = say(ada, WORDS)
    agent = proposing(stage)
    grant(stage.rita, ada, "propose")
    adopts = link("adopts", observation=said)
    say(agent, "adopted", lineage=adopts)
    say(ada, "adopted by the assistant", lineage=adopts, speaker_role="assistant")
    say(ada, "adopted by a tool", lineage=adopts, speaker_role="tool")
    say(ada, "adopted in an old transcript", lineage=adopts, door=Door.IMPORT)
    say(ada, "derived", lineage=adopts + link("derived_from", observation=said))
    assert facts(ada) == []


def test_p11_host_only_evidence_makes_no_fact(stage, ada):
    hal = add_person(stage.rita, "hal", kind="host", grants=("observe", "recall", "propose"))
    before = facts(ada)
    seen = [say(ada, f"the build took {n} minutes", speaker_role="tool") for n in range(5)]
    said = [say(hal, f"builds take long, as I saw {n}", speaker_role="assistant") for n in range(5)]
    say(hal, "builds take five minutes", kind="conclusion", lineage=sources(*seen))
    say(hal, "builds take five minutes", kind="summary", lineage=sources(*said))
    say(hal, "so it is", lineage=sources(*seen, relation="adopts"))
    proposed(hal, "adopt", *seen, statement="Builds take five minutes.")
    assert facts(ada) == before == []


def test_p09_what_was_withdrawn_is_not_adopted_by_a_turn(stage, ada):
    said = say(ada, WORDS, speaker_role="assistant")
    accepted(stage, "withdraw", said)
    say(ada, "Yes, exactly that.", lineage=link("adopts", observation=said))
    assert facts(ada) == []


def test_a_person_withdraws_their_own_words_in_the_conversation(stage, ada):
    said = say(ada, WORDS)
    say(ada, "Forget what I said of Fridays.", lineage=link("withdraws", observation=said))
    assert standing(ada, said) == ["withdrawn"]


def test_a_person_corrects_their_own_words_in_the_conversation(stage, ada):
    said = say(ada, WORDS)
    say(ada, NEW, lineage=link("corrects", observation=said))
    assert standing(ada, said) == ["corrected"]
    assert facts(ada) == [(NEW, "current")]


@pytest.mark.parametrize("relation", ["withdraws", "corrects", "supersedes"])
def test_p11_what_others_said_is_only_proposed(stage, ada, relation):
    agents = say(ada, WORDS, speaker_role="assistant")
    mine = say(ada, "my own words of the same day")
    say(ada, NEW, lineage=sources(agents, mine, relation=relation))
    assert standing(ada, agents, mine) == ["reported", "reported"]
    assert facts(ada) == []


@pytest.mark.parametrize("relation", ["withdraws", "corrects", "supersedes"])
def test_p11_an_agents_event_only_proposes(stage, ada, relation):
    agent = proposing(stage)
    said = say(ada, WORDS)
    say(agent, NEW, lineage=sources(said, relation=relation))
    assert (standing(ada, said), facts(ada)) == (["reported"], [])


def test_what_an_event_proposes_is_decided_like_any_proposal(stage, ada):
    from provenance.models import Correction

    agent = proposing(stage)
    said = say(ada, WORDS)
    turn = say(agent, NEW, lineage=sources(said, relation="corrects"))
    with workspace(ada.caller):
        (correction,) = Correction.objects.here()
        assert correction.observation_id == turn
        assert correction.proposer_id == agent.principal.id
    decided(stage.rita, correction.id)
    assert (standing(ada, said), facts(ada)) == (["corrected"], [(NEW, "current")])
