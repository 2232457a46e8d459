"""What was erased makes no fact: not by a proposal, a decision or a turn, nor at the same moment."""

from typing import Any
from uuid import UUID

import pytest
from django.db import IntegrityError, transaction

from provenance.database.tenancy import workspace
from provenance.models import Correction, Fact, FactEvidence, Observation
from provenance.problems import Erased
from provenance.services import decide as module
from tests.contract.saying import link, problem, say
from tests.database.test_erase_races import in_a_thread
from tests.factories import EventFactory
from tests.provenance.correcting import (
    accepted,
    decided,
    facts,
    proposed,
    proposing,
    sources,
    with_key,
)
from tests.provenance.erasing import erased, here

WORDS = "we deploy on fridays after the canary is green"


@pytest.fixture
def gone(stage, ada) -> UUID:
    """What the assistant had said."""
    said = say(ada, WORDS, speaker_role="assistant")
    erased(stage.rita, said)
    return said


def test_p14_what_was_erased_is_not_adopted_by_any_door(stage, ada, gone):
    pat = proposing(stage)
    event = EventFactory(lineage=[{"relation": "adopts", "observation": str(gone)}])
    proposal = {"kind": "adopt", "targets": [str(gone)], "reason": "so it is", "event_id": "1"}
    for answer in (
        ada.post("/v1/observe", event),
        pat.post("/v1/observe", event),
        pat.post("/v1/corrections", proposal),
        with_key(stage.rita, stage.rita).post("/v1/corrections", proposal),
    ):
        assert problem(answer) == (410, "erased")
    (item,) = ada.post("/v1/observe/batch", {"observations": [event]}).json()["results"]
    assert item["problem"]["status"] == 410
    assert [one.id for one in here(stage.rita, Observation)] == [gone]
    assert not here(stage.rita, Correction)


@pytest.mark.parametrize("kind", ["adopt", "correct"])
def test_p14_a_proposal_on_what_is_erased_meanwhile_is_not_accepted(stage, ada, kind):
    said = say(ada, WORDS)
    statement = "we deploy on mondays" if kind == "correct" else None
    waits = proposed(proposing(stage), kind, said, statement=statement)
    erased(stage.rita, said)
    with pytest.raises(Erased):
        decided(stage.rita, waits)
    answer = with_key(stage.rita, stage.rita).post(
        f"/v1/corrections/{waits.correction['id']}/decide", {"decision": "accept"}
    )
    assert problem(answer) == (410, "erased")
    decided(stage.rita, waits, "reject")
    assert facts(ada) == []


def test_p14_one_erased_among_several_is_enough(stage, ada, gone):
    fine = say(ada, "the canary takes an hour", speaker_role="tool")
    with pytest.raises(Erased):
        say(ada, "All of that holds.", lineage=sources(fine, gone, relation="adopts"))
    with pytest.raises(Erased):
        proposed(proposing(stage), "adopt", fine, gone, statement="All of that holds.")


@pytest.mark.parametrize("relation", ["corrects", "supersedes"])
def test_p14_a_turn_puts_nothing_right_of_what_was_erased(stage, ada, relation):
    mine = say(ada, WORDS)
    erased(stage.rita, mine)
    with pytest.raises(Erased):
        say(ada, "we deploy on mondays", lineage=link(relation, observation=mine))
    assert facts(ada) == []


def test_what_was_erased_may_still_be_withdrawn(stage, ada):
    mine = say(ada, WORDS)
    erased(stage.rita, mine)
    say(ada, "Forget what I said.", lineage=link("withdraws", observation=mine))
    proposed(proposing(stage), "withdraw", mine)


def test_p14_an_erasure_at_the_same_moment_leaves_no_fact(stage, ada):
    said = say(ada, WORDS)
    waits = proposed(proposing(stage), "adopt", said)
    asked = module.refuse_erased_ground

    def asked_a_moment_before(observations: Any) -> None:
        """Nothing is erased when it is asked, and everything when the fact is written."""
        asked(observations)
        in_a_thread(lambda: erased(stage.rita, said)).join()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "refuse_erased_ground", asked_a_moment_before)
        with pytest.raises(Erased):
            decided(stage.rita, waits)
    assert not here(stage.rita, Fact)


def test_p14_the_database_takes_no_evidence_that_was_erased(stage, ada, gone):
    accepted(stage, "adopt", say(ada, "the canary takes an hour"))
    with workspace(ada.caller):
        listed = FactEvidence.objects.here().get()
        row = FactEvidence(
            workspace_id=ada.workspace_id, fact_id=listed.fact_id, observation_id=gone
        )
        with (
            pytest.raises(IntegrityError, match="a fact on what was erased"),
            transaction.atomic(),
        ):
            row.save(force_insert=True)
