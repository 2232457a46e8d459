"""Two producers that are one: what is proven becomes one event, what differs stays two."""

import pytest

from provenance.database.tenancy import workspace
from provenance.models import (
    Producer,
    ProvenCopy,
    Receipt,
)
from provenance.problems import InvalidRequest, PersonRequired
from tests.cast import add_person
from tests.contract.saying import say
from tests.provenance.correcting import accepted, derived_from
from tests.provenance.hearing import counts, host_serving
from tests.provenance.importing.corpus import body, items, results, state

from .acting import (
    NEW,
    OLD,
    SENTENCE,
    apply,
    at,
    count,
    dispositions,
    mapped,
    producers,
    roll_back,
    twice,
)


def test_p14_a_plan_shows_what_would_be_one_and_changes_nothing(ada, rita):
    first, second = twice(ada)
    before = count(rita)

    plan = producers(rita)

    (item,) = items(rita, plan)
    assert (item.observation_id, item.meets_id) == (second, first)
    assert (item.disposition, item.code) == ("same", "event_id")
    assert item.detail["stands"] == ["reported", "reported"]
    assert mapped(rita) == set()
    assert count(rita) == before
    told = body(rita, plan, "planned")
    assert told["dispositions"] == {"same": 1}
    assert told["asked"]["kind"] == "producers"


def test_p05_one_person_under_two_names_is_one_before_and_after(ada, rita):
    first, second = twice(ada)
    before = counts(rita, first, second)

    plan = producers(rita)
    planned = counts(rita, first, second)
    apply(rita, plan)
    after = counts(rita, first, second)
    roll_back(rita, plan)

    print(f"before {before}, planned {planned}, after {after}")  # noqa: T201 - the table asked for
    assert before == planned == after == counts(rita, first, second) == [(1, 0), (1, 0)]


def test_p05_two_principals_for_one_event_count_once_it_is_one(stage, ada, rita):
    """The laptop was set up anew, and its host serves the same person under another name."""
    other = host_serving(stage, "rita again")
    first = say(ada, SENTENCE, producer=OLD, event_id="a")
    second = say(other, SENTENCE, producer=NEW, event_id="a")
    accepted(stage, "adopt", first)
    assert counts(rita, first, second) == [(2, 1), (2, 0)]

    plan = producers(rita)
    (item,) = items(rita, plan)
    assert (item.disposition, item.code) == ("same", "other_witness")
    (fact,) = body(rita, plan, "planned")["support"]
    assert [fact[when]["independent"] for when in ("before", "after")] == [2, 1]
    apply(rita, plan)

    assert counts(rita, first, second) == [(1, 1), (1, 0)]
    roll_back(rita, plan)
    assert counts(rita, first, second) == [(2, 1), (2, 0)]


def test_p05_a_mapping_that_would_bring_a_second_person_in_is_not_made(stage, ada, rita):
    """What stands on two remarks of one person would stand on two people."""
    say(host_serving(stage, "otto"), "Go on.", producer=OLD, event_id="a")
    first = say(ada, "Go on.", producer=NEW, event_id="a")
    second = say(ada, "Go on.", producer=NEW, event_id="b")
    made = derived_from(ada, [first, second])
    before = counts(rita, made)

    plan = producers(rita)
    assert dispositions(rita, plan) == [("unresolved", "would_raise")]
    apply(rita, plan)

    assert counts(rita, made) == before == [(1, 0)]


def test_p05_an_imported_copy_of_a_persons_word_gets_no_witness_by_being_mapped(stage, ada, rita):
    agent = add_person(rita, "ines", kind="agent", grants=("observe",))
    first = say(ada, SENTENCE, producer=OLD, event_id="a")
    second = say(agent, SENTENCE, producer=NEW, event_id="a")
    made = derived_from(agent, [second])
    before = counts(rita, first, second, made)

    apply(rita, producers(rita))

    assert mapped(rita) == {(second, first)}
    assert counts(rita, first, second, made) == before == [(1, 0), (0, 0), (0, 0)]


def test_p05_distinct_new_content_under_an_old_id_stays_two(ada, rita):
    say(ada, "The kettle stands on the left.", producer=OLD, event_id="a")
    say(ada, "The kettle stands on the right.", producer=NEW, event_id="a")

    plan = producers(rita)
    assert dispositions(rita, plan) == [("distinct", "other_words")]
    apply(rita, plan)

    assert results(rita, plan) == {0: "left"}
    assert mapped(rita) == set()


def test_p05_the_same_words_later_in_the_same_session_are_said_again(ada, rita):
    say(ada, SENTENCE, producer=OLD, observed_at=at(0))
    say(ada, SENTENCE, producer=NEW, observed_at=at(30))

    plan = producers(rita)

    assert dispositions(rita, plan) == [("distinct", "other_time")]


def test_what_came_after_the_plan_was_begun_is_not_in_it(ada, rita):
    twice(ada)
    plan = producers(rita)
    twice(ada)

    apply(rita, plan)

    assert len(mapped(rita)) == 1


def test_other_sessions_are_other_conversations(ada, rita):
    say(ada, SENTENCE, producer=OLD, session_id="one")
    say(ada, SENTENCE, producer=NEW, session_id="two")

    plan = producers(rita)

    assert items(rita, plan) == []
    assert body(rita, plan, "planned")["not_proposed"] == {"first_alone": 1, "second_alone": 1}


def test_p11_an_agent_may_plan_and_only_a_person_accepts(ada, rita):
    twice(ada)
    agent = add_person(rita, "ines", kind="agent", grants=("observe", "reconcile"))

    plan = producers(agent)

    assert state(rita, plan) == "planned"
    with pytest.raises(PersonRequired):
        apply(agent, plan)
    apply(rita, plan)
    with pytest.raises(PersonRequired):
        roll_back(agent, plan)


def test_p13_a_grant_over_some_producers_reconciles_no_others(ada, rita):
    twice(ada)
    with workspace(rita.caller):
        old = Producer.objects.here().get(instance="laptop-1")
    agent = add_person(rita, "ines", kind="agent", grants=("reconcile",), producers=[old.id])

    with pytest.raises(InvalidRequest):
        producers(agent)


def test_the_mapping_is_named_by_its_operation_and_is_no_event_of_a_producer(ada, rita):
    twice(ada)
    plan = producers(rita)
    before = count(rita)
    apply(rita, plan)

    (item,) = items(rita, plan)
    with workspace(rita.caller):
        proof = ProvenCopy.objects.here().get(basis="mapping")
        receipts = Receipt.objects.here().filter(act="reconcile")
        assert {one.body["reconcile_act"] for one in receipts} == {"planned", "applied"}
    assert proof.mapping_id == item.id
    assert count(rita) == before
