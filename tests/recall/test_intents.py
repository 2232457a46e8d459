"""What a question is after decides where it is looked for, and in which order it is told."""

from datetime import UTC, datetime, timedelta

import pytest

from recall.embedders import current
from recall.services.question import Question
from recall.services.route import route
from recall.services.windows import Window, window_of
from tests.contract.saying import say
from tests.recall.test_recall import ask

WEDNESDAY = datetime(2026, 11, 25, 15, 30, tzinfo=UTC)


def intent(text: str, **more) -> str:
    return route(Question(query=text, **more), at=WEDNESDAY).intent


def day(number: int, month: int = 11) -> datetime:
    return datetime(2026, month, number, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Which editor does Sam prefer?", "preference"),
        ("What did we decide about the canary?", "preference"),
        ("Welches ist sein Lieblingsessen?", "preference"),
        ("Qu'avons-nous décidé hier soir pour le pont ?", "preference"),
        ("¿Qué prefieren los niños?", "preference"),
        ("Что мы решили про пятницу?", "preference"),
        ("我们决定了什么？", "preference"),
        ("How has the deploy process changed over time?", "arc"),
        ("Wie hat sich der Plan im Laufe der Zeit entwickelt?", "arc"),
        ("Как менялся план?", "arc"),
        ("这个项目如何演变？", "arc"),
        ("Who is Maria to the deploy team?", "relation"),
        ("Wer ist Anna von der Technik?", "relation"),
        ("What are my goals?", "goal"),
        ("我的目标是什么", "goal"),
        ("getUserById", "exact"),
        ("src/a_b.py:42", "exact"),
        ("ECONNRESET", "exact"),
        ('"the canary is green"', "exact"),
        ("« le canari »", "exact"),
        ("when do we deploy?", "semantic"),
        ("hello", "semantic"),
        ("", "recent"),
        ("what happened this week?", "recent"),
    ],
)
def test_rules_know_what_is_asked_for_in_several_languages(text, expected):
    assert intent(text) == expected


def test_the_caller_has_the_last_word():
    assert intent("What did we decide?", intent="semantic") == "semantic"
    assert intent("anything", intent="arc") == "arc"


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("what did I do today", day(25), day(26)),
        ("was war gestern los", day(24), day(25)),
        ("what happened this week", day(23), day(30)),
        ("上周发生了什么", day(16), day(23)),
        ("что было на прошлой неделе", day(16), day(23)),
        ("what was discussed this month", day(1), day(1, 12)),
        ("el mes pasado", day(1, 10), day(1)),
        ("the last few days", day(22), day(26)),
    ],
)
def test_a_named_time_is_a_window_of_event_time(text, since, until):
    assert window_of(text, at=WEDNESDAY) == Window(since, until)


def test_what_is_merely_recent_has_no_window():
    assert window_of("summarize my recent conversations", at=WEDNESDAY) is None


def test_december_follows_november_and_january_december():
    at = datetime(2026, 12, 31, 9, tzinfo=UTC)
    assert window_of("this month", at=at) == Window(day(1, 12), datetime(2027, 1, 1, tzinfo=UTC))
    at = datetime(2027, 1, 2, 9, tzinfo=UTC)
    assert window_of("last month", at=at) == Window(day(1, 12), datetime(2027, 1, 1, tzinfo=UTC))


def told(answer) -> list[str]:
    return [item["content"] for item in answer["episodic"]]


def test_what_lies_outside_the_named_time_is_not_told(ada, ben):
    now = datetime.now(UTC)
    say(ada, "The canary was green.", observed_at=now - timedelta(days=40))
    say(ada, "The canary is red.", observed_at=now - timedelta(minutes=1))
    yesterday = now.replace(hour=0, minute=0) - timedelta(hours=2)
    say(ada, "The canary was blue.", observed_at=yesterday)
    assert told(ask(ben, "what happened yesterday?")) == ["The canary was blue."]
    assert len(told(ask(ben, "what happened recently?"))) == 3


def test_nothing_within_the_named_time_is_told_as_nothing(ada, ben):
    say(ada, "The canary was green.", observed_at=datetime.now(UTC) - timedelta(days=400))
    answer = ask(ben, "what happened yesterday?")
    assert (answer["abstained"], answer["episodic"]) == (True, [])


def test_a_story_is_told_in_the_order_of_events(ada, ben):
    start = datetime.now(UTC) - timedelta(days=9)
    texts = [f"The deploy day of the canary moved to {name}." for name in ("Monday", "Friday")]
    say(ada, texts[1], observed_at=start + timedelta(days=3))
    say(ada, texts[0], observed_at=start)
    say(ada, "The deploy day of the canary: unknown when.", observed_at=None)
    answer = ask(ben, "How has the deploy day of the canary changed over time?")
    assert answer["route"]["intent"] == "arc"
    assert [text for text in told(answer) if text in texts] == texts


def test_of_two_that_match_alike_the_decision_comes_first_where_one_is_asked_for(ada, ben):
    say(ada, "The canary goes first on Friday.", kind="note")
    say(ada, "The canary goes first on Friday!", kind="decision")
    say(ada, "The canary goes first on Friday?", kind="note")
    assert told(ask(ben, "What did we decide: the canary goes first?"))[0].endswith("!")


def test_an_exact_question_costs_no_embedding(ada, ben, monkeypatch):
    say(ada, "Call getUserById twice.")

    def refuse(**_):
        raise AssertionError("an embedding was computed")

    monkeypatch.setattr(type(current.current_embedder()), "embed_query", refuse)
    answer = ask(ben, "getUserById", intent="exact")
    assert told(answer) == ["Call getUserById twice."]
    assert not answer["index"]["degraded"]
