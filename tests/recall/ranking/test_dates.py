"""The time that a question names, in words or numbers, and the events that agree with it."""

from datetime import UTC, datetime

import pytest

from recall.services.ranking.dates import agreement, named_times

ASKED = datetime(2026, 3, 18, 12, tzinfo=UTC)  # a Wednesday


def agrees(question: str, day: str) -> float:
    noon = datetime.fromisoformat(day + "T12:00+00:00").timestamp()
    return agreement(named_times(question, at=ASKED), noon)


@pytest.mark.parametrize(
    ("question", "day"),
    [
        ("What happened in May 2025?", "2025-05-08"),
        ("What did we decide on 8 May, 2025?", "2025-05-08"),
        ("the meeting of May 8th", "2025-05-08"),
        ("Was haben wir im Mai beschlossen?", "2025-05-08"),
        ("¿Qué pasó en mayo?", "2025-05-08"),
        ("Что было 8 мая?", "2025-05-08"),
        ("5月8日发生了什么?", "2025-05-08"),
        ("2025年5月8日", "2025-05-08"),
        ("what broke on 2025-05-08?", "2025-05-08"),
        ("the call on Thursday", "2025-05-08"),
        ("周四的会议", "2025-05-08"),
        ("what did I say yesterday?", "2026-03-17"),
        ("昨天我说了什么", "2026-03-17"),
        ("last Tuesday's release", "2026-03-17"),
        ("the trip of last week", "2026-03-10"),
        ("what did we plan last month?", "2026-02-20"),
        ("two weeks ago she called", "2026-03-04"),
    ],
)
def test_an_event_of_the_named_time_agrees_wholly(question, day):
    assert agrees(question, day) == 1.0
    assert agrees(question, "2019-11-16") < 1.0


@pytest.mark.parametrize(
    "question", ["may we deploy?", "march on with the plan", "who approves a release?", "…", "42"]
)
def test_a_question_without_a_time_agrees_with_none(question):
    assert named_times(question, at=ASKED) == []
    assert agrees(question, "2026-03-17") == 0.0


def test_a_day_that_holds_in_part_agrees_in_part():
    assert 0 < agrees("on 8 May 2025", "2025-05-20") < 1


def test_p07_an_unknown_time_agrees_with_nothing():
    assert agreement(named_times("in May", at=ASKED), None) == 0.0
