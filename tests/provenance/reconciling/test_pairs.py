"""Pairs that nobody has decided on: a person settles them, one way or the other, and back."""

import pytest

from provenance.database.tenancy import workspace
from provenance.models import Observation, UnresolvedPair
from provenance.problems import InvalidRequest
from provenance.services.contributing.contribution import ForeignReference
from provenance.services.pairs import Alike, record_equivalents
from tests.contract.saying import say
from tests.provenance.correcting import accepted, row, standing
from tests.provenance.hearing import agent, counts, host_serving, show
from tests.provenance.importing.corpus import items, results

from .acting import SENTENCE, apply, dispositions, mapped, now, plan_of, roll_back

ALMOST = "We deploy on Fridays only, after the canary was green."


def paired(person, first, second):
    """The id of the pair that the two become."""
    with workspace(person.caller):
        alike = Alike(other=row_here(first), by="trigram", likeness=0.9)
        assert record_equivalents(row_here(second), [alike], at=now())
        return UnresolvedPair.objects.here().order_by("id").last().id


def row_here(observation):
    return Observation.objects.here().get(id=observation)


@pytest.fixture
def pair(ada, rita):
    """Two of a person's words that are alike, and the pair that they are."""
    first, second = say(ada, SENTENCE), say(ada, ALMOST)
    return paired(rita, first, second), first, second


def unresolved(person):
    answer = person.get("/v1/unresolved")
    assert answer.status_code == 200, answer.content
    return [one["id"] for one in answer.json()["results"]]


def test_p09_settled_as_two_it_is_no_open_question_until_that_is_taken_back(ben, rita, pair):
    one, first, second = pair
    assert unresolved(ben) == [str(one)]

    plan = plan_of(rita, "pairs", verdict="distinct")
    assert dispositions(rita, plan) == [("distinct", "possible_equivalent")]
    assert unresolved(ben) == [str(one)]
    apply(rita, plan)
    assert unresolved(ben) == []
    shown = ben.get(f"/v1/observations/{second}").json()
    assert shown["unresolved"] == []
    assert mapped(rita) == set()

    roll_back(rita, plan)
    assert unresolved(ben) == [str(one)]
    assert ben.get(f"/v1/observations/{first}").json()["unresolved"] != []


def test_p05_settled_as_one_it_is_a_proven_copy_until_that_is_taken_back(stage, ben, rita, pair):
    one, first, second = pair
    before = counts(rita, first, second)
    plan = plan_of(rita, "pairs", verdict="same", pairs=[one])
    apply(rita, plan)

    assert mapped(rita) == {(second, first)}
    assert unresolved(ben) == []
    assert counts(rita, first, second) == before
    accepted(stage, "withdraw", second)
    assert standing(rita, first, second) == ["withdrawn", "withdrawn"]

    roll_back(rita, plan)
    assert standing(rita, first, second) == ["reported", "withdrawn"]
    assert unresolved(ben) == [str(one)]


def test_p05_what_a_person_only_repeated_is_no_first_word_by_being_settled(stage, ada, rita):
    """Said again after it was shown, it confirms; as one with an own first word it would count."""
    own = say(ada, ALMOST)
    others = say(host_serving(stage, "otto"), SENTENCE)
    show(ada, others, session="session-1")
    again = say(ada, SENTENCE)
    before = counts(rita, others)
    with workspace(rita.caller):
        pair = UnresolvedPair(
            workspace_id=rita.workspace_id,
            observation_id=again,
            other_id=own,
            kind="possible_equivalent",
            at=now(),
        )
        pair.save(force_insert=True)

    plan = plan_of(rita, "pairs", verdict="same", pairs=[pair.id])
    assert dispositions(rita, plan) == [("unresolved", "would_raise")]
    apply(rita, plan)

    assert counts(rita, others) == before == [(1, 1)]


def test_p06_what_an_assistant_made_of_it_is_not_the_persons_event(stage, ada, rita):
    first, second = say(ada, SENTENCE), say(agent(stage, "eve"), ALMOST, speaker_role="assistant")
    paired(rita, first, second)

    plan = plan_of(rita, "pairs", verdict="same")

    assert dispositions(rita, plan) == [("unresolved", "other_role")]


def test_a_conflict_of_names_can_be_settled_as_two_and_never_as_one(ada, rita):
    name = ForeignReference(system="slack", session="C1", id="17")
    say(ada, SENTENCE, foreign=name)
    say(ada, "Never on Fridays, whatever the canary says.", foreign=name)
    with workspace(rita.caller):
        conflict = UnresolvedPair.objects.here().get().id

    same = plan_of(rita, "pairs", verdict="same", pairs=[conflict])
    assert dispositions(rita, same) == [("unresolved", "foreign_conflict")]
    distinct = plan_of(rita, "pairs", verdict="distinct", pairs=[conflict])
    apply(rita, distinct)

    assert results(rita, distinct) == {0: "accepted"}


def test_p14_a_pair_that_another_plan_has_settled_is_stale(rita, pair):
    first = plan_of(rita, "pairs", verdict="same")
    second = plan_of(rita, "pairs", verdict="distinct")

    apply(rita, second)
    apply(rita, first)

    assert results(rita, first) == {0: "stale"}
    assert [one.disposition for one in items(rita, first)] == ["same"]
    assert mapped(rita) == set()


def test_what_is_settled_is_no_pair_to_plan_with(rita, pair):
    apply(rita, plan_of(rita, "pairs", verdict="distinct"))

    assert dispositions(rita, plan_of(rita, "pairs", verdict="distinct")) == []
    with pytest.raises(InvalidRequest):
        plan_of(rita, "pairs", verdict="distinct", pairs=[pair[0]])


def test_a_verdict_is_asked_for(rita, pair):
    with pytest.raises(InvalidRequest):
        plan_of(rita, "pairs")


def test_what_was_said_is_not_touched(rita, pair):
    _, _, second = pair
    before = row(rita, second).text_sha256

    apply(rita, plan_of(rita, "pairs", verdict="same"))

    assert row(rita, second).text_sha256 == before
