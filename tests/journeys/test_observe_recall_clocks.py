"""Event time, recording time and valid time stay apart, and unknown stays unknown (P7)."""

from datetime import UTC, datetime, timedelta

import pytest

from provenance.database.tenancy import workspace
from provenance.models import Observation
from provenance.services.contributing.admission import Door
from provenance.services.observe import observe
from provenance.services.times import instant
from recall.services.question import Question
from recall.services.recall import recall
from tests.cast import Person, add_person
from tests.factories import ContributionFactory

# Far enough ahead that the cast's grants are live in all the days that the tests speak of.
NOW = datetime.now(UTC).replace(microsecond=0) + timedelta(days=365)


def record(
    person: Person, content: str, *, at: datetime = NOW, door: Door = Door.OBSERVE, **more
) -> Observation:
    observed = observe(
        caller=person.caller,
        contribution=ContributionFactory(content=content, **more),
        at=at,
        door=door,
    )
    with workspace(person.caller):
        row: Observation = Observation.objects.here().get(id=observed.receipt.observation_id)
    row.notes = [note["code"] for note in observed.receipt.body.get("notes", [])]  # type: ignore[attr-defined]
    return row


def newest_first(ben: Person, **more) -> list[str]:
    answer = recall(caller=ben.caller, question=Question(**more), at=NOW)
    return [item["content"] for item in answer["episodic"]]


@pytest.mark.parametrize("observed_at", [None, NOW - timedelta(days=400)])
def test_p07_what_is_imported_is_never_timed_by_its_recording(ada: Person, observed_at):
    row = record(ada, "an old remark", door=Door.IMPORT, observed_at=observed_at)
    assert row.admitted_as == "imported"
    assert row.time_basis == ("claimed" if observed_at else "unknown")
    assert row.observed_at == observed_at
    assert row.ordered_at == observed_at
    assert row.recorded_at == NOW


def test_p07_nothing_becomes_recent_by_being_imported(ada: Person, ben: Person):
    record(ada, "said today", observed_at=NOW - timedelta(hours=1))
    year = NOW - timedelta(days=365)
    record(ada, "said a year ago", door=Door.IMPORT, observed_at=year, event_id="imported-1")
    record(ada, "said at no known time", door=Door.IMPORT, observed_at=None)
    assert newest_first(ben) == ["said today", "said a year ago", "said at no known time"]


def test_p07_unknown_times_are_not_in_any_window(ada: Person, ben: Person):
    record(ada, "said today", observed_at=NOW - timedelta(hours=1))
    record(ada, "said at no known time", door=Door.IMPORT, observed_at=None)
    assert newest_first(ben, since=NOW - timedelta(days=10_000)) == ["said today"]
    assert newest_first(ben, until=NOW + timedelta(days=10_000)) == ["said today"]


def test_p07_a_future_clock_is_kept_noted_and_ordered_by_its_recording(ada: Person, ben: Person):
    ahead = NOW + timedelta(days=3650)
    row = record(ada, "from a fast clock", observed_at=ahead, at=NOW - timedelta(hours=2))
    assert row.observed_at == ahead
    assert row.ordered_at == row.recorded_at == NOW - timedelta(hours=2)
    assert row.notes == ["future_clock"]
    record(ada, "said after it", observed_at=NOW - timedelta(hours=1))
    record(ada, "said before it", observed_at=NOW - timedelta(hours=3))
    assert newest_first(ben) == ["said after it", "from a fast clock", "said before it"]


def test_p07_a_past_clock_has_no_note(ada: Person):
    assert record(ada, "on time", observed_at=NOW - timedelta(seconds=1)).notes == []


def test_p07_an_event_without_time_through_observe_is_ordered_by_its_recording(ada: Person):
    row = record(ada, "just now")
    assert (row.observed_at, row.time_basis, row.ordered_at) == (None, "recorded", NOW)


def test_p07_the_time_of_an_agents_event_is_a_claim(stage):
    agent = add_person(stage.rita, "agent", kind="agent", grants=("observe",))
    past = NOW - timedelta(days=1)
    assert record(agent, "x", observed_at=past).time_basis == "claimed"
    assert record(stage.ada, "x", observed_at=past).time_basis == "host"


def test_p07_valid_time_is_kept_apart_and_orders_nothing(ada: Person, ben: Person):
    valid = NOW + timedelta(days=30)
    row = record(ada, "from next month on", observed_at=NOW - timedelta(hours=2), valid_from=valid)
    record(ada, "said later", observed_at=NOW - timedelta(hours=1))
    assert (row.valid_from, row.valid_until) == (valid, None)
    assert newest_first(ben) == ["said later", "from next month on"]


def test_p08_as_of_means_recording_time(ada: Person, ben: Person):
    old_event = NOW - timedelta(days=300)
    record(ada, "recorded early", at=NOW - timedelta(days=10), observed_at=old_event)
    record(ada, "recorded late", at=NOW - timedelta(days=1), observed_at=old_event)
    assert newest_first(ben, as_of=NOW - timedelta(days=5)) == ["recorded early"]


def test_p07_an_answer_shows_the_three_clocks(ada: Person, ben: Person):
    record(ada, "timed", observed_at=NOW - timedelta(hours=1), valid_from=NOW)
    (item,) = recall(caller=ben.caller, question=Question(), at=NOW)["episodic"]
    times = item["times"]
    assert times["observed_at"] == instant(NOW - timedelta(hours=1))
    assert times["recorded_at"] == times["valid_from"] == instant(NOW)
