"""Which events are the same: something more than the words has to agree."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from provenance.services.reconciling.align import Event, align

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
LONG = "we deploy on fridays only"


class Side:
    """Events of one side, each later than the one before."""

    def __init__(self, first_position):
        self.position = first_position
        self.events = []

    def say(self, text=LONG, *, words=None, seconds=None, **more):
        self.position += 1
        given = {
            "id": uuid4(),
            "position": self.position,
            "event_id": uuid4().hex,
            "role": "user",
            "kind": "turn",
            "part": (None, None),
            "text": text,
            "words": len(text.split()) if words is None else words,
            "turn": None,
            "time": None if seconds is None else NOON + timedelta(seconds=seconds),
            **more,
        }
        self.events.append(Event(**given))
        return self


def told(first, second, **how):
    """(verdict, code) of each match, in order."""
    return [(one.verdict, one.code) for one in align(first.events, second.events, **how).matches]


@pytest.fixture
def old():
    return Side(0)


@pytest.fixture
def new():
    return Side(1_000)


def test_the_same_event_id_and_words_are_one_and_other_words_are_two(old, new):
    old.say("one", event_id="a").say("left of the sink", event_id="b")
    new.say("one", event_id="a").say("right of the sink", event_id="b")

    assert told(old, new) == [("same", "event_id"), ("distinct", "other_words")]


def test_the_same_words_at_another_time_are_two(old, new):
    old.say("go on", seconds=0)
    new.say("go on", seconds=60)

    assert told(old, new) == [("distinct", "other_time")]


def test_the_same_words_at_the_same_time_are_one_however_short(old, new):
    old.say("go on", seconds=0).say("go on", seconds=60)
    new.say("go on", seconds=60.4).say("go on", seconds=3600)

    assert told(old, new) == [("distinct", "other_time"), ("same", "time")]


def test_few_words_prove_nothing_by_their_place(old, new):
    old.say("go on")
    new.say("go on")

    assert told(old, new) == [("unresolved", "few_words")]


def test_the_turn_decides_where_both_number_them(old, new):
    old.say("go on", turn=1).say("now stop it", turn=2)
    new.say("go on", turn=1).say("now stop it", turn=9)

    assert told(old, new) == [("same", "turn"), ("unresolved", "other_turn")]


def test_another_role_is_another_voice(old, new):
    old.say(role="user")
    new.say(role="assistant")

    assert told(old, new) == []


def test_said_more_often_on_one_side_nobody_knows_which_is_which(old, new):
    old.say().say()
    new.say()

    assert told(old, new) == [("unresolved", "ambiguous")]


def test_what_the_sides_tell_in_another_order_is_not_mapped(old, new):
    texts = [f"remark {number} on the tea ceremony" for number in range(4)]
    for text in texts:
        old.say(text)
    for text in (texts[0], texts[3], texts[1], texts[2]):
        new.say(text)

    assert told(old, new) == [
        ("same", "order"),
        ("same", "order"),
        ("same", "order"),
        ("unresolved", "out_of_order"),
    ]


def test_without_a_conversation_there_is_no_order(old, new):
    old.say().say("by its time", seconds=1)
    new.say().say("by its time", seconds=1)

    assert told(old, new, ordered=False) == [("same", "time")]


def test_a_name_in_another_system_counts_by_its_part(old, new):
    name = ("slack", "C1", "17")
    old.say("first part", foreign=name, part=(0, 2)).say("second part", foreign=name, part=(1, 2))
    new.say("second part", foreign=name, part=(1, 2)).say("first part", foreign=name, part=(0, 2))

    assert told(old, new) == [("same", "foreign_name")] * 2


def test_no_event_is_the_same_as_two(old, new):
    for _ in range(3):
        old.say(seconds=0)
        new.say(seconds=0)
    new.say(seconds=0.5)

    aligned = align(old.events, new.events)

    same = [one for one in aligned.matches if one.verdict == "same"]
    assert len({one.first.id for one in same}) == len({one.second.id for one in same}) == len(same)
    assert aligned.alone == (0, 1)
