"""Withdrawal binds what is proven to come from what was withdrawn, now and later (P9)."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from provenance.database.tenancy import workspace
from provenance.services.contributing.admission import Door
from provenance.services.contributing.contribution import ForeignReference
from provenance.services.observe import observe
from provenance.services.receipts import represent
from recall.services.question import Question
from recall.services.recall import recall
from tests.cast import add_person
from tests.contract.saying import link, say
from tests.factories import ContributionFactory
from tests.provenance.correcting import (
    accepted,
    derived_from,
    grant,
    many_derived,
    now,
    pairs,
    reverted,
    sources,
    standing,
    timeline,
)
from tests.provenance.test_lineage_graph import recalled

WORDS = "we deploy on fridays after the canary is green"
FOREIGN = ForeignReference(system="codex", session="s", id="msg-1")


def arrives(person, content=WORDS, *, door=Door.OBSERVE, **said):
    """Observes and returns the observation's id and the receipt as it is shown."""
    said.setdefault("session_id", uuid4().hex)
    contribution = ContributionFactory(content=content, **said)
    observed = observe(caller=person.caller, contribution=contribution, at=now(), door=door)
    with workspace(person.caller):
        receipt = represent(observed.receipt)
    return observed.receipt.observation_id, receipt


def codes(receipt):
    return [note["code"] for note in receipt["notes"]]


def test_p09_what_comes_only_from_it_is_withdrawn_whatever_its_words(stage, ada):
    root, other = say(ada, WORDS), say(ada, "something else")
    one = derived_from(ada, [root])
    two = derived_from(ada, [one])
    beside = derived_from(ada, [other])
    accepted(stage, "withdraw", root)
    assert standing(ada, root, one, two, beside) == ["withdrawn"] * 3 + ["reported"]


def test_p09_what_has_another_root_is_uncertain(stage, ada):
    root, other = say(ada, WORDS), say(ada, "another person's remark of the same day")
    both = derived_from(ada, [root, other])
    after = derived_from(ada, [both])
    accepted(stage, "withdraw", root)
    assert standing(ada, both, after) == ["uncertain", "uncertain"]
    accepted(stage, "withdraw", other)
    assert standing(ada, both, after) == ["withdrawn", "withdrawn"]


def test_p09_an_agents_remark_beside_it_does_not_save_what_was_made_of_it(stage, ada):
    root = say(ada, WORDS)
    remark = say(ada, "an agent's own idea", speaker_role="assistant")
    both = derived_from(ada, [root, remark])
    accepted(stage, "withdraw", root)
    assert standing(ada, both, remark) == ["withdrawn", "reported"]


def test_p09_a_chain_of_two_hundred_is_bound_to_its_end(stage, ada):
    root = say(ada, WORDS)
    chain = [root, *many_derived(ada, root, 200, chained=True)]
    correction = accepted(stage, "withdraw", root)
    assert set(standing(ada, *chain)) == {"withdrawn"}
    reverted(stage.rita, correction)
    assert set(standing(ada, *chain)) == {"reported"}


def test_p09_a_fan_of_five_hundred_is_bound_in_a_fixed_number_of_queries(stage, ada):
    root, other = say(ada, WORDS), say(ada, "another root of another fan")
    fan = many_derived(ada, root, 500, chained=False)
    few = many_derived(ada, other, 2, chained=False)
    assert queries(lambda: accepted(stage, "withdraw", root)) == queries(
        lambda: accepted(stage, "withdraw", other)
    )
    assert set(standing(ada, *fan, *few)) == {"withdrawn"}


def queries(act):
    with CaptureQueriesContext(connection) as captured:
        act()
    return len(captured)


def test_p14_a_withdrawal_between_two_others_leaves_each_its_own(stage, ada):
    root = say(ada, WORDS)
    middle = derived_from(ada, [root])
    end = derived_from(ada, [middle])
    of_root = accepted(stage, "withdraw", root)
    of_middle = accepted(stage, "withdraw", middle)
    reverted(stage.rita, of_root)
    assert standing(ada, root, middle, end) == ["reported", "withdrawn", "withdrawn"]
    reverted(stage.rita, of_middle)
    assert standing(ada, root, middle, end) == ["reported"] * 3
    assert timeline(ada, end) == ["withdrawn", "reported"]


def test_a_descendant_that_a_person_restored_stays_until_its_root_is_withdrawn_anew(stage, ada):
    root = say(ada, WORDS)
    made = derived_from(ada, [root])
    first = accepted(stage, "withdraw", root)
    accepted(stage, "restore", made)
    assert standing(ada, root, made) == ["withdrawn", "reported"]
    reverted(stage.rita, first)
    accepted(stage, "withdraw", root)
    assert standing(ada, root, made) == ["withdrawn", "withdrawn"]


def test_p09_proven_copies_are_withdrawn_with_their_original_and_from_any_of_them(stage, ada):
    original, _ = arrives(ada, foreign=FOREIGN)
    copy, receipt = arrives(ada, foreign=FOREIGN, door=Door.IMPORT)
    assert codes(receipt) == ["same_foreign_event"]
    correction = accepted(stage, "withdraw", copy)
    assert standing(ada, original, copy) == ["withdrawn", "withdrawn"]
    reverted(stage.rita, correction)
    assert standing(ada, original, copy) == ["reported", "reported"]


@pytest.mark.parametrize("door", [Door.OBSERVE, Door.IMPORT, Door.REMEMBER])
def test_p09_a_copy_that_arrives_late_is_withdrawn_and_its_receipt_says_so(stage, ada, door):
    original, _ = arrives(ada, foreign=FOREIGN)
    accepted(stage, "withdraw", original)
    copy, receipt = arrives(ada, foreign=FOREIGN, door=door)
    assert standing(ada, copy) == ["withdrawn"]
    assert receipt["standing"] == "withdrawn"
    assert "withdrawn_equivalent" in codes(receipt)
    assert receipt["recallable"]["now"] is False
    assert receipt["recallable"]["reason"] == "withdrawn_equivalent"


@pytest.mark.parametrize("relation", ["derived_from", "summary_of", "quotes", "mirrors"])
def test_p09_what_is_made_of_it_later_is_withdrawn_at_once(stage, ada, relation):
    root = say(ada, WORDS)
    accepted(stage, "withdraw", root)
    made, receipt = arrives(
        ada, "in other words", lineage=link(relation, observation=root), speaker_role="assistant"
    )
    assert standing(ada, made) == ["withdrawn"]
    assert codes(receipt) == ["withdrawn_equivalent"]


def test_p09_what_is_made_of_it_and_of_more_is_uncertain(stage, ada):
    root, other = say(ada, WORDS), say(ada, "another remark of that day")
    accepted(stage, "withdraw", root)
    made, receipt = arrives(ada, "both", lineage=sources(root, other), speaker_role="assistant")
    assert standing(ada, made) == ["uncertain"]
    assert codes(receipt) == ["uncertain_roots"]
    assert receipt["recallable"]["now"] is True


def test_p09_what_an_agent_was_shown_before_and_repeats_after_is_withdrawn(stage, ada):
    eve = add_person(stage.rita, "eve", kind="agent", grants=("observe", "recall"))
    root = say(ada, WORDS)
    shown = recalled(eve, root)
    accepted(stage, "withdraw", root)
    made, _ = arrives(eve, "told", lineage=link("summary_of", recall=shown))
    assert standing(ada, made) == ["withdrawn"]
    echo, told = arrives(eve, WORDS, speaker_role="assistant")
    assert standing(ada, echo) == ["withdrawn"]
    assert "withdrawn_equivalent" in codes(told)


def test_p09_copies_that_arrive_after_a_reversal_are_not_bound(stage, ada):
    original, _ = arrives(ada, foreign=FOREIGN)
    reverted(stage.rita, accepted(stage, "withdraw", original))
    copy, receipt = arrives(ada, foreign=FOREIGN, door=Door.IMPORT)
    assert standing(ada, copy) == ["reported"]
    assert codes(receipt) == ["same_foreign_event"]


@pytest.mark.parametrize(
    ("kind", "becomes"), [("correct", "corrected"), ("supersede", "superseded")]
)
def test_p09_a_late_copy_of_what_was_corrected_is_corrected_too(stage, ada, kind, becomes):
    original, _ = arrives(ada, foreign=FOREIGN)
    accepted(stage, kind, original, statement="we deploy on mondays")
    copy, receipt = arrives(ada, foreign=FOREIGN, door=Door.IMPORT)
    assert standing(ada, copy) == [becomes]
    assert receipt["recallable"]["reason"] == f"{becomes}_equivalent"


def test_p09_a_persons_own_new_statement_is_never_withdrawn(stage, ada):
    old = say(ada, WORDS)
    accepted(stage, "withdraw", old)
    new, receipt = arrives(ada)
    assert standing(ada, new) == ["reported"]
    assert codes(receipt) == ["contradicts_withdrawn"]
    assert receipt["recallable"]["reason"] != "withdrawn_equivalent"
    assert pairs(ada) == [("contradiction", new, old)]


def test_p09_said_again_after_it_was_shown_and_withdrawn_it_is_new(stage, ada):
    grant(stage.rita, ada, "recall")
    old = say(ada, WORDS)
    recalled(ada, old)
    before, _ = arrives(ada)
    correction = accepted(stage, "withdraw", old)
    after, receipt = arrives(ada)
    assert standing(ada, old, before, after) == ["withdrawn", "withdrawn", "reported"]
    assert "contradicts_withdrawn" in codes(receipt)
    reverted(stage.rita, correction)
    assert standing(ada, old, before, after) == ["reported"] * 3


def test_short_everyday_words_contradict_nothing(stage, ada):
    accepted(stage, "withdraw", say(ada, "ok"))
    _, receipt = arrives(ada, "ok")
    assert (codes(receipt), pairs(ada)) == ([], [])


def test_the_same_words_from_elsewhere_are_not_withdrawn(stage, ada):
    accepted(stage, "withdraw", say(ada, WORDS))
    hal = add_person(stage.rita, "hal", kind="agent", grants=("observe",))
    theirs, receipt = arrives(hal)
    assert standing(ada, theirs) == ["reported"]
    assert "withdrawn_equivalent" not in codes(receipt)


def test_p08_recall_as_of_a_time_before_tells_it_as_it_stood(stage, ada):
    said = say(ada, WORDS)
    before = now()
    correction = accepted(stage, "withdraw", said)
    between = now()
    reverted(stage.rita, correction)
    ben = stage.ben
    assert recalled_ids(ben, as_of=before) == [str(said)]
    assert recalled_ids(ben, as_of=between) == []
    assert recalled_ids(ben) == [str(said)]


def test_p08_a_standing_that_came_later_is_not_shown_as_of_before(stage, ada):
    said = say(ada, WORDS)
    derived = derived_from(ada, [said, say(ada, "We have a canary since March, in a cage.")])
    before = now()
    accepted(stage, "withdraw", said)
    question = Question(session="session-1")
    assert standing(ada, derived) == ["uncertain"]

    def shown(as_of):
        asked = replace(question, as_of=as_of)
        answer = recall(caller=stage.ben.caller, question=asked, at=now())
        return {item["observation"]: item["standing"] for item in answer["episodic"]}

    assert shown(before)[str(derived)] == "reported"
    assert shown(now())[str(derived)] == "uncertain"


def recalled_ids(person, **more):
    question = Question(query="deploy fridays canary", **more)
    answer = recall(caller=person.caller, question=question, at=now())
    return [item["observation"] for item in answer["episodic"]]
