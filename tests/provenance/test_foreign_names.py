"""One event under its name elsewhere, with its session or without: counted once, bound as one."""

from typing import Any
from uuid import UUID

import pytest

from provenance.models import UnresolvedPair
from provenance.problems import Erased
from provenance.services.contributing.admission import Door
from provenance.services.contributing.contribution import ForeignReference
from provenance.services.contributing.foreign_names import unique_by_itself
from provenance.services.observe import Observed, observe
from provenance.services.reading.support import support_of
from tests.cast import Person
from tests.contract.saying import say
from tests.factories import ContributionFactory
from tests.provenance.correcting import accepted, now, pairs, standing
from tests.provenance.erasing import erased, here
from tests.provenance.hearing import show

SENTENCE = "We deploy on Fridays, after the canary has been green for an hour."
OTHER = "We deploy on Mondays, whatever the canary says."
LINE = "0b6f2c1e-5d0a-4a5e-9f00-00000000aa01"
THREAD, ANOTHER = "thread-1", "thread-2"


def name(session: str | None, id: str = "msg_12", system: str = "codex") -> ForeignReference:
    return ForeignReference(system=system, session=session, id=id)


# Each: the name that the capture gives, and the one that the transcript gives.
ONE_EVENT = {
    "the transcript names no session": (name(THREAD), name(None)),
    "the capture names no session": (name(None), name(THREAD)),
    "both name the session": (name(THREAD), name(THREAD)),
    "an id that is unique by itself": (name(THREAD, LINE), name(ANOTHER, LINE)),
    "a block of such a line": (name(THREAD, LINE + ":b1"), name(None, LINE + ":b1")),
}
TWO_EVENTS = {
    "another session": (name(THREAD), name(ANOTHER)),
    "another id": (name(THREAD), name(None, "msg_13")),
    "another system": (name(THREAD, LINE), name(THREAD, LINE, "claude-code")),
}
one_event = pytest.mark.parametrize("names", ONE_EVENT.values(), ids=ONE_EVENT)
two_events = pytest.mark.parametrize("names", TWO_EVENTS.values(), ids=TWO_EVENTS)
Names = tuple[ForeignReference, ForeignReference]


def imported(person: Person, foreign: ForeignReference, text: str = SENTENCE, **said: Any) -> Any:
    """As the importer contributes it: another producer, another session, no live door."""
    contribution = ContributionFactory(
        content=text, foreign=foreign, session_id="from a transcript", **said
    )
    return observe(caller=person.caller, contribution=contribution, at=now(), door=Door.IMPORT)


def notes(observed: Observed) -> set[str]:
    return {note["code"] for note in observed.receipt.body.get("notes", [])}


def counted(person: Person, *observations: UUID) -> list[tuple[int, int]]:
    from provenance.database.tenancy import workspace

    with workspace(person.caller):
        support = support_of(observations)
    return [(support[one].independent, support[one].confirmations) for one in observations]


@one_event
def test_p05_a_transcript_of_what_was_captured_adds_nobody(ada: Person, names: Names):
    live, transcript = names
    said = say(ada, SENTENCE, foreign=live)
    copy = imported(ada, transcript)
    assert notes(copy) == {"same_foreign_event"}
    assert counted(ada, said, copy.receipt.observation_id) == [(1, 0)] * 2


@one_event
def test_p05_what_was_imported_before_it_was_captured_is_one_person(ada: Person, names: Names):
    live, transcript = names
    first = imported(ada, transcript).receipt.observation_id
    show(ada, first, session="session-1")
    said = say(ada, SENTENCE, foreign=live)
    # The same event once more is no confirmation, though its words were shown meanwhile.
    assert counted(ada, first, said) == [(1, 0)] * 2


@two_events
def test_two_names_are_two_events(ada: Person, names: Names):
    live, transcript = names
    say(ada, SENTENCE, foreign=live)
    assert notes(imported(ada, transcript)) == set()
    assert notes(imported(ada, transcript, OTHER, event_id="more")) <= {"foreign_conflict"}


@one_event
def test_p09_what_was_withdrawn_stays_so_when_its_transcript_comes(stage, ada, names: Names):
    live, transcript = names
    said = say(ada, SENTENCE, foreign=live)
    accepted(stage, "withdraw", said)
    copy = imported(ada, transcript)
    assert notes(copy) == {"same_foreign_event", "withdrawn_equivalent"}
    assert standing(ada, copy.receipt.observation_id) == ["withdrawn"]


@one_event
def test_p09_withdrawing_takes_the_transcript_along(stage, ada, names: Names):
    live, transcript = names
    said, copy = say(ada, SENTENCE, foreign=live), imported(ada, transcript)
    accepted(stage, "withdraw", said)
    assert standing(ada, copy.receipt.observation_id) == ["withdrawn"]


@two_events
def test_p09_a_withdrawal_does_not_reach_another_event(stage, ada, names: Names):
    live, transcript = names
    accepted(stage, "withdraw", say(ada, SENTENCE, foreign=live))
    assert standing(ada, imported(ada, transcript).receipt.observation_id) == ["reported"]


@one_event
def test_p09_what_was_erased_is_refused_when_its_transcript_comes(stage, ada, names: Names):
    live, transcript = names
    erased(stage.rita, say(ada, SENTENCE, foreign=live))
    with pytest.raises(Erased):
        imported(ada, transcript)
    with pytest.raises(Erased):
        say(ada, SENTENCE, foreign=live, event_id="once more")


@one_event
def test_p09_erasing_destroys_the_transcripts_copy_too(stage, ada, names: Names):
    live, transcript = names
    said, copy = say(ada, SENTENCE, foreign=live), imported(ada, transcript)
    erasure = erased(stage.rita, said)
    assert erasure.receipt.body["copies"] == [str(copy.receipt.observation_id)]


def test_p09_an_erased_name_binds_other_words_where_it_can_be_no_other_event(stage, ada):
    erased(stage.rita, say(ada, SENTENCE, foreign=name(THREAD, LINE)))
    erased(stage.rita, say(ada, SENTENCE + " Always.", foreign=name(THREAD)))
    for again in (name(None, LINE), name(ANOTHER, LINE), name(THREAD)):
        with pytest.raises(Erased):
            imported(ada, again, OTHER)


def test_an_erased_short_id_bans_no_other_event_that_names_no_session(stage, ada):
    erased(stage.rita, say(ada, SENTENCE, foreign=name(None)))
    assert notes(imported(ada, name(THREAD), OTHER)) == set()


@pytest.mark.parametrize("live", [name(THREAD), name(None)])
def test_other_words_under_one_name_are_raised_for_review(ada, live):
    said = say(ada, SENTENCE, foreign=live)
    other = imported(ada, name(None), OTHER)
    assert notes(other) == {"foreign_conflict"}
    assert pairs(ada) == [("foreign_conflict", other.receipt.observation_id, said)]
    assert len(here(ada, UnresolvedPair)) == 1


def test_the_event_of_its_own_session_comes_before_one_without(stage, ada):
    without = say(ada, SENTENCE, foreign=name(None), speaker_role="assistant")
    elsewhere = imported(ada, name(ANOTHER), event_id="b", speaker_role="assistant")
    here_too = say(ada, OTHER, foreign=name(THREAD), event_id="c", speaker_role="assistant")
    assert notes(elsewhere) == {"same_foreign_event"}
    copy = imported(ada, name(THREAD), OTHER, event_id="d", speaker_role="assistant")
    accepted(stage, "withdraw", here_too)
    stands = standing(ada, without, elsewhere.receipt.observation_id, copy.receipt.observation_id)
    assert stands == ["reported", "reported", "withdrawn"]


@pytest.mark.parametrize(
    ("id", "unique"),
    [
        (LINE, True),
        (LINE.upper() + ":b12", True),
        ("msg_0b6f2c1e5d0a4a5e9f00aa01", True),
        ("toolu_01ABCDEFGHIJKLMNOPQRST", True),
        ("msg_12", False),
        ("call:call_1", False),
        ("user:0b6f2c1e5d0a4a5e9f00:0", False),
        (LINE + ":turn:1", False),
        ("1700000000.1", False),
    ],
)
def test_only_what_no_other_event_can_bear_is_unique_by_itself(id: str, unique: bool):
    assert unique_by_itself(id) is unique
