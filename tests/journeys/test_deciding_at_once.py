"""Decisions and arrivals that meet: one decides, and nothing slips past a withdrawal."""

from provenance.problems import AlreadyDecided
from provenance.services.observe_batch import retried
from tests.contract.saying import say
from tests.journeys.together import at_once
from tests.provenance.correcting import (
    accepted,
    decided,
    derived_from,
    proposed,
    proposing,
    second_reviewer,
    standing,
    timeline,
)

WORDS = "we deploy on fridays after the canary is green"


def test_p14_of_many_who_decide_at_once_one_does(stage, ada):
    otto = second_reviewer(stage)
    said = say(ada, WORDS)
    correction = proposed(proposing(stage), "withdraw", said)

    def act(person):
        try:
            retried(lambda: decided(person, correction))
        except AlreadyDecided:
            return "told"
        return "decided"

    done = at_once([lambda person=person: act(person) for person in [stage.rita, otto] * 4])
    assert sorted(done) == ["decided"] + ["told"] * 7
    assert timeline(ada, said) == ["withdrawn"]


def test_p09_what_arrives_while_it_is_withdrawn_is_bound_all_the_same(stage, ada):
    root = say(ada, WORDS)
    correction = proposed(proposing(stage), "withdraw", root)
    arrivals = [lambda: retried(lambda: derived_from(ada, [root])) for _ in range(8)]
    *made, _ = at_once([*arrivals, lambda: retried(lambda: decided(stage.rita, correction))])
    assert set(standing(ada, root, *made)) == {"withdrawn"}


def test_p14_overlapping_decisions_leave_what_they_come_to_together(stage, ada):
    one, two = say(ada, WORDS), say(ada, "another root of the same summary")
    both = derived_from(ada, [one, two])
    at_once([lambda root=root: accepted(stage, "withdraw", root) for root in (one, two)])
    assert standing(ada, one, two, both) == ["withdrawn"] * 3
