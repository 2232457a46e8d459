"""GET /v1/conversations/recent."""

from provenance.services.contributing.admission import Door
from tests.cast import add_person
from tests.contract.saying import at, pointers, query_count, say, shown_to

RECENT = "/v1/conversations/recent"


def pairs(response):
    assert response.status_code == 200, response.content
    return [(result["q"], result["a"]) for result in response.json()["results"]]


def test_a_question_comes_with_its_answer(ada, ben):
    asked = say(ada, "When do we deploy?", turn_index=1, observed_at=at(0), session_id="7f3c")
    told = say(
        ada,
        "On Fridays.",
        speaker_role="assistant",
        turn_index=2,
        observed_at=at(1),
        session_id="7f3c",
    )
    assert ben.get(RECENT).json() == {
        "results": [
            {
                "session": "7f3c",
                "turn_index": 1,
                "q": "When do we deploy?",
                "a": "On Fridays.",
                "created_at": "2026-03-01T12:00:00.000000Z",
                "observations": [str(asked), str(told)],
            }
        ],
        "unknown_time": 0,
    }
    assert shown_to(ben) == [("conversations", [asked, told])]


def test_the_newest_event_comes_first_whenever_it_was_recorded(ada, ben):
    say(ada, "new", observed_at=at(9))
    say(ada, "old", observed_at=at(1))
    say(ada, "imported", observed_at=at(5), door=Door.IMPORT)
    assert pairs(ben.get(RECENT)) == [("new", None), ("imported", None), ("old", None)]
    assert pairs(ben.get(RECENT, limit=1)) == [("new", None)]
    assert pairs(ben.get(RECENT, since="2026-03-01T12:05:00Z")) == [
        ("new", None),
        ("imported", None),
    ]


def test_p07_turns_of_unknown_time_are_counted_and_listed_last_when_asked_for(ada, ben):
    say(ada, "known", observed_at=at(0))
    say(ada, "unknown", door=Door.IMPORT)
    body = ben.get(RECENT).json()
    assert (len(body["results"]), body["unknown_time"]) == (1, 1)
    included = ben.get(RECENT, unknown_time="include")
    assert pairs(included) == [("known", None), ("unknown", None)]
    assert included.json()["results"][1]["created_at"] is None
    assert pairs(ben.get(RECENT, unknown_time="include", limit=1)) == [("known", None)]


def test_one_session_may_be_asked_for(ada, ben):
    say(ada, "here", session_id="s1")
    say(ada, "there", session_id="s2")
    assert pairs(ben.get(RECENT, session="s1")) == [("here", None)]


def test_a_query_that_is_not_understood_is_refused(ben):
    assert pointers(ben.get(RECENT, unknown_time="only")) == [("/unknown_time", "invalid_value")]
    assert pointers(ben.get(RECENT, cursor="x")) == [("/cursor", "unknown_member")]


def test_p13_nothing_beyond_the_wall_the_grant_or_the_open_lane(stage, ada, mallory):
    eve = add_person(stage.rita, "eve", kind="host", grants=("observe",))
    own = {"principals": [eve.principal.id]}
    dora = add_person(stage.rita, "dora", kind="agent", grants=("recall",), **own)
    say(ada, "secret")
    say(eve, "restricted", labels=("restricted",))
    for reader in (mallory, dora):
        assert sees_nothing(reader)


def sees_nothing(reader):
    return reader.get(RECENT).json() == {"results": [], "unknown_time": 0}


def test_it_takes_as_many_queries_for_thirty_questions_as_for_three(ada, ben):
    for number in range(3):
        say(ada, f"q{number}", session_id=f"s{number}")
    few = query_count(ben, RECENT, limit=200)
    for number in range(30):
        say(ada, f"r{number}", session_id=f"t{number}")
        say(ada, "answer", session_id=f"t{number}", speaker_role="assistant")
    assert query_count(ben, RECENT, limit=200) == few
