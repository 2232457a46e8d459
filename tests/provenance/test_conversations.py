"""Which answer belongs to which question."""

from datetime import UTC, datetime

import pytest

from provenance.database.tenancy import workspace
from provenance.models import CurrentStanding
from provenance.services.contributing.admission import Door
from provenance.services.reading.conversations import RecentFilters, recent_conversations
from tests.contract.saying import at, say


def recent(person, **filters):
    found = recent_conversations(
        caller=person.caller, filters=RecentFilters(limit=50, **filters), at=datetime.now(UTC)
    )
    return {pair["q"]: pair["a"] for pair in found["results"]}


def thread(person, *turns, **said):
    """Says the turns in order: u is the user, a the assistant, t a tool."""
    roles = {"u": "user", "a": "assistant", "t": "tool"}
    for index, turn in enumerate(turns):
        said_now = {"turn_index": index, "observed_at": at(index)} | said
        kind = "tool_result" if turn[0] == "t" else "turn"
        say(person, turn, kind=kind, speaker_role=roles[turn[0]], **said_now)


def test_the_last_text_before_the_next_question_is_the_answer(ada, ben):
    thread(ada, "u1", "a1", "t1", "a2", "t2", "u2", "a3")
    assert recent(ben) == {"u1": "a2", "u2": "a3"}


def test_the_order_is_by_turn_index_not_by_arrival(ada, ben):
    say(ada, "a1", speaker_role="assistant", turn_index=2)
    say(ada, "u2", turn_index=3)
    say(ada, "u1", turn_index=1)
    assert recent(ben) == {"u1": "a1", "u2": None}


def test_a_question_and_its_answer_may_share_a_turn_index(ada, ben):
    thread(ada, "u1", "a1", turn_index=1)
    assert recent(ben) == {"u1": "a1"}


def test_without_turn_indexes_event_times_decide(ada, ben):
    say(ada, "a1", speaker_role="assistant", observed_at=at(1))
    say(ada, "u2", observed_at=at(2))
    say(ada, "u1", observed_at=at(0))
    assert recent(ben) == {"u1": "a1", "u2": None}


def test_without_any_time_the_order_of_arrival_decides(ada, ben):
    thread(ada, "u1", "a1", "u2", "a2", turn_index=None, observed_at=None, door=Door.IMPORT)
    assert recent(ben, include_unknown_time=True) == {"u1": "a1", "u2": "a2"}


def test_answers_stay_in_their_session(ada, ben):
    thread(ada, "u1", session_id="s1")
    thread(ada, "u2", "a2", session_id="s2")
    assert recent(ben) == {"u1": None, "u2": "a2"}


def test_outside_a_session_nothing_is_an_answer(ada, ben):
    thread(ada, "u1", "a1", session_id=None)
    assert recent(ben) == {"u1": None}


def test_a_text_in_parts_is_one_question(ada, ben):
    for index in range(2):
        say(ada, f"u1 part {index}", turn_index=1, part=(index, 2))
    say(ada, "a1", speaker_role="assistant", turn_index=2)
    assert recent(ben) == {"u1 part 0": "a1"}


@pytest.mark.parametrize(
    ("standing", "admission"), [("withdrawn", "admitted"), ("reported", "quarantined")]
)
def test_p09_what_was_withdrawn_or_quarantined_is_neither_asked_nor_answered(
    ada, ben, standing, admission
):
    thread(ada, "u0", "a0", "a1")
    hidden = say(ada, "u1", turn_index=5), say(ada, "a2", speaker_role="assistant", turn_index=2)
    with workspace(ada.principal):
        for one in hidden:
            row = CurrentStanding(
                observation_id=one,
                workspace_id=ada.workspace_id,
                standing=standing,
                admission=admission,
                at=at(0),
            )
            row.save(force_insert=True)
    assert recent(ben) == {"u0": "a1"}
