"""A plan counts what may be the same as what is here, and merges nothing for it."""

from tests.contract.saying import say

from .corpus import body, items, line, plan_of, transcript

KETTLE = "The kettle stands on the left of the sink."
NEARLY = "The kettle stands on the left of the sinks."


def told(plan_of_it, rita):
    return [(one.disposition, one.equivalents) for one in items(rita, plan_of_it)]


def test_the_same_words_of_somebody_else_are_a_possible_equivalent(rita, tmp_path):
    say(rita, KETTLE)
    other = "A lamp was bought for the corner of the hall."
    plan = plan_of(rita, transcript(tmp_path, line(1, KETTLE), line(2, other)))
    assert told(plan, rita) == [("new", 1), ("new", 0)]
    assert body(rita, plan, "planned")["possible_equivalents"] == 1


def test_nearly_the_same_words_are_one_too(rita, tmp_path):
    say(rita, KETTLE)
    plan = plan_of(rita, transcript(tmp_path, line(1, NEARLY)))
    assert told(plan, rita) == [("new", 1)]


def test_short_words_are_like_nothing(rita, tmp_path):
    say(rita, "Yes, go on.")
    plan = plan_of(rita, transcript(tmp_path, line(1, "Yes, go on.")))
    assert told(plan, rita) == [("new", 0)]
