"""GET /v1/sessions/{id}/turns."""

from tests.contract.saying import contents, query_count, say, shown_to

TURNS = "/v1/sessions/session-1/turns"


def test_turns_come_by_index_whenever_they_arrived(ada, ben):
    say(ada, "third", turn_index=3)
    say(ada, "without", turn_index=None)
    say(ada, "first", turn_index=1)
    say(ada, "second", turn_index=2, kind="tool_result", speaker_role="tool")
    assert contents(ben.get(TURNS)) == ["first", "second", "third", "without"]


def test_gaps_and_repeats_are_told_not_refused(ada, ben):
    for index in (2, 3, 3, 6, 10):
        say(ada, f"turn {index}", turn_index=index)
    body = ben.get(TURNS, limit=1).json()
    assert body["gaps"] == [{"from": 4, "to": 5}, {"from": 7, "to": 9}]
    assert body["repeats"] == [3]


def test_the_parts_of_one_text_are_no_repeat(ada, ben):
    for index in range(3):
        say(ada, f"part {index}", turn_index=1, part=(index, 3))
    body = ben.get(TURNS).json()
    assert (body["gaps"], body["repeats"]) == ([], [])


def test_pages_go_on_and_back(ada, ben):
    for index in (1, 2, 2, None, None):
        say(ada, f"turn {index}", turn_index=index)
    first = ben.get(TURNS, limit=2)
    second = ben.api.get(first.json()["next"])
    third = ben.api.get(second.json()["next"])
    assert [contents(page) for page in (first, second, third)] == [
        ["turn 1", "turn 2"],
        ["turn 2", "turn None"],
        ["turn None"],
    ]
    assert contents(ben.api.get(third.json()["previous"])) == ["turn 2", "turn None"]
    assert contents(ben.api.get(second.json()["previous"])) == ["turn 1", "turn 2"]


def test_what_is_read_is_recorded_as_shown(ada, ben):
    said = say(ada, "one", turn_index=1)
    ben.get(TURNS)
    assert shown_to(ben) == [("turns", [said])]


def test_p13_restricted_turns_are_not_among_them(ada, ben):
    say(ada, "open", turn_index=1)
    say(ada, "restricted", turn_index=2, labels=("restricted",))
    assert contents(ben.get(TURNS)) == ["open"]


def test_it_takes_as_many_queries_for_thirty_turns_as_for_three(ada, ben):
    for index in range(3):
        say(ada, turn_index=index)
    few = query_count(ben, TURNS)
    for index in range(27):
        say(ada, turn_index=10 + index)
    assert query_count(ben, TURNS) == few
