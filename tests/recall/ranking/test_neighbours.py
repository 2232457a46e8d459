"""What stands around a turn counts for it, as far as the caller may see it."""

from datetime import UTC, datetime

import pytest

from provenance.database.tenancy import workspace
from provenance.models import Observation
from provenance.services.access.grants import live_grants
from recall.services.allowed import allowed_by
from recall.services.question import Question
from recall.services.ranking.surroundings import surroundings
from tests.cast import Person, Stage
from tests.contract.saying import say


def thread(person: Person, *, session: str = "s", indexed: bool = True) -> list:
    return [
        say(
            person,
            f"Turn {number} of {session}.",
            session_id=session,
            turn_index=number if indexed else None,
        )
        for number in range(5)
    ]


def around(person: Person, observation, **asked):
    with workspace(person.caller):
        grants = live_grants(caller=person.caller, at=datetime.now(UTC))
        allowed = allowed_by(grants, question=Question(**asked))
        rows = Observation.objects.here()
        position = rows.get(id=observation).position
        found = surroundings(allowed=allowed, positions=[position])[position]
        by_position = dict(rows.values_list("position", "id"))
        before, after = ([by_position[one] for one in side] for side in (found.before, found.after))
        return found._replace(before=tuple(before), after=tuple(after))


@pytest.mark.parametrize("indexed", [True, False])
def test_neighbours_are_the_nearest_two_turns_of_the_session_on_either_side(stage, indexed):
    thread(stage.ada, session="other")
    turns = thread(stage.ada, indexed=indexed)
    found = around(stage.ben, turns[2])
    assert (list(found.before), list(found.after)) == ([turns[1], turns[0]], [turns[3], turns[4]])


def test_a_late_turn_takes_its_place_by_its_index(stage):
    turns = {
        index: say(stage.ada, f"Turn {index}.", session_id="s", turn_index=index)
        for index in (0, 4, 2)
    }
    found = around(stage.ben, turns[4])
    assert list(found.before) == [turns[2], turns[0]]


def test_what_stands_in_no_session_has_no_neighbours(stage):
    alone = say(stage.ada, "Alone.", session_id=None, turn_index=None)
    say(stage.ada, "Alone too.", session_id=None, turn_index=None)
    found = around(stage.ben, alone)
    assert (found.before, found.after) == ((), ())


def test_p13_a_neighbour_that_was_not_asked_for_gives_no_weight(stage: Stage):
    first = say(stage.ada, "A note.", session_id="s", turn_index=0, kind="note")
    second = say(stage.ada, "A turn.", session_id="s", turn_index=1)
    assert around(stage.ben, second).before == (first,)
    assert around(stage.ben, second, kinds=("turn",)).before == ()


def test_p13_of_another_workspace_nothing_is_around(stage: Stage):
    turns = thread(stage.ada)
    with workspace(stage.ada.caller):
        positions = list(
            Observation.objects.here().filter(id__in=turns).values_list("position", flat=True)
        )
    with workspace(stage.mallory.caller):
        grants = live_grants(caller=stage.mallory.caller, at=datetime.now(UTC))
        allowed = allowed_by(grants, question=Question())
        assert surroundings(allowed=allowed, positions=positions) == {}
