"""A fact that repeats what somebody said loses those words when they are erased (P14)."""

from uuid import UUID, uuid4

import pytest

from provenance.database.tenancy import workspace
from provenance.problems import Erased
from provenance.services.correcting.wording import write_statement
from tests.contract.saying import link, say
from tests.provenance.correcting import accepted, facts, proposed, proposing
from tests.provenance.erasing import erased, rows_that_say


@pytest.fixture
def word() -> str:
    """A word that stands nowhere yet."""
    return "zq" + uuid4().hex[:14]


@pytest.fixture
def remark(ada, word) -> UUID:
    """Something that ada said."""
    return say(ada, f"The canary is called {word} at home.")


def test_p14_what_a_persons_turn_adopted_goes_with_the_words_it_adopted(ada, rita, remark, word):
    say(ada, "Yes, exactly that.", lineage=link("adopts", observation=remark))
    assert [text for text, _ in facts(rita)] == [f"The canary is called {word} at home."]
    erased(rita, remark)
    assert list(rows_that_say(word)) == []
    assert facts(rita) == [("", "withdrawn")]


def test_p14_what_a_reviewer_adopted_goes_with_the_words_it_adopted(stage, rita, remark, word):
    accepted(stage, "adopt", remark)
    erased(rita, remark)
    assert list(rows_that_say(word)) == []


def test_p14_a_correcting_turn_takes_its_words_out_of_the_fact_that_they_made(ada, rita, word):
    wrong = say(ada, "The canary has no name at all.")
    turn = say(ada, f"No, it is called {word} now.", lineage=link("corrects", observation=wrong))
    assert [text for text, _ in facts(rita)] == [f"No, it is called {word} now."]
    erased(rita, turn)
    assert list(rows_that_say(word)) == []
    assert facts(rita) == [("", "withdrawn")]


def test_p14_a_correcting_turn_keeps_its_words_when_what_it_corrected_goes(ada, rita, remark, word):
    say(ada, "No, it has no name.", lineage=link("corrects", observation=remark))
    erased(rita, remark)
    assert [text for text, _ in facts(rita)] == ["No, it has no name."]
    assert list(rows_that_say(word)) == []


def test_p14_a_proposal_that_repeats_one_of_its_targets_loses_its_words_with_it(
    stage, ada, rita, remark, word
):
    other = say(ada, "Birds have names in this house.")
    statement = f"the canary is called {word} at home"
    proposed(proposing(stage), "correct", remark, other, statement=statement)
    erased(rita, remark)
    assert list(rows_that_say(word)) == []


def test_p14_a_wording_of_its_own_stays_while_something_stands_behind_it(stage, ada, rita, remark):
    other = say(ada, "Birds have names in this house.")
    accepted(stage, "adopt", remark, other, statement="The pets have names.")
    erased(rita, remark)
    assert [text for text, _ in facts(rita)] == ["The pets have names."]
    erased(rita, other)
    assert [text for text, _ in facts(rita)] == [""]


def test_p14_words_that_another_said_too_stay_until_both_are_erased(stage, ada, rita):
    text = say(ada, "We deploy on Fridays after the canary.")
    again = say(ada, "we deploy on Fridays, after the canary!")
    accepted(stage, "adopt", text, again, statement="We deploy on Fridays after the canary.")
    erased(rita, again)
    assert [text for text, _ in facts(rita)] == ["We deploy on Fridays after the canary."]
    erased(rita, text)
    assert [text for text, _ in facts(rita)] == [""]


def test_p14_no_fact_is_worded_by_what_is_erased_already(rita, remark, word):
    erased(rita, remark)
    with pytest.raises(Erased), workspace(rita.principal):
        write_statement(f"It was {word}.", said_in=remark)
    assert list(rows_that_say(word)) == []
