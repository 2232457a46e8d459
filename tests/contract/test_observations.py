"""GET /v1/observations and /v1/observations/{id}."""

from uuid import uuid4

import pytest

from provenance.database.tenancy import workspace
from provenance.models import CurrentStanding
from provenance.services.contributing.admission import Door
from provenance.services.contributing.contribution import (
    ForeignReference,
    ProducerClaim,
    SubjectClaim,
)
from tests.cast import add_person
from tests.contract.saying import (
    at,
    contents,
    link,
    pointers,
    problem,
    query_count,
    say,
    shown_to,
)

LIST = "/v1/observations"


def test_an_observation_is_read_back_attributed(ada, ben):
    said = say(
        ada,
        "Deploy on Fridays.",
        event_id="event-12",
        session_id="7f3c",
        session_title="Deploys",
        turn_index=12,
        speaker_name="sam",
        observed_at=at(0),
        labels=("deploy",),
    )
    shown = ben.get(f"{LIST}/{said}").json()
    assert shown == {
        "id": str(said),
        "observation": str(said),
        "kind": "turn",
        "content": "Deploy on Fridays.",
        "erased": False,
        "truncated": False,
        "speaker": {"role": "user", "name": "sam"},
        "admitted_as": "user_primary",
        "admission": "admitted",
        "standing": "reported",
        "work_state": None,
        "labels": ["deploy"],
        "source": {
            "principal": "ada",
            "producer": {"harness": "codex", "instance": "laptop-1"},
            "session": {"id": "7f3c", "title": "Deploys", "turn_index": 12},
            "event_id": "event-12",
        },
        "times": {
            "observed_at": "2026-03-01T12:00:00.000000Z",
            "basis": "host",
            "recorded_at": shown["times"]["recorded_at"],
            "valid_from": None,
            "valid_until": None,
        },
        "ceiling": "user_primary",
        "support": {"independent": 1, "confirmations": 0, "listed": 0},
        "lineage": [],
        "unresolved": [],
        "digest": shown["digest"],
        "subjects": [],
        "foreign": None,
        "part": None,
        "model": None,
        "metadata": {},
    }
    assert shown["digest"].startswith("sha256:")


def test_the_list_is_newest_event_first_and_unknown_times_come_last(ada, ben):
    say(ada, "unknown", door=Door.IMPORT)
    say(ada, "old", observed_at=at(0))
    say(ada, "new", observed_at=at(2))
    assert contents(ben.get(LIST)) == ["new", "old", "unknown"]
    assert contents(ben.get(LIST, sort="observed_at")) == ["old", "new", "unknown"]


def test_p07_an_import_without_times_is_not_recent(ada, ben):
    say(ada, "live")
    say(ada, "imported", door=Door.IMPORT)
    assert contents(ben.get(LIST)) == ["live", "imported"]
    assert contents(ben.get(LIST, since="2000-01-01T00:00:00Z")) == ["live"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"session": "s2"}, ["b"]),
        ({"kind": "note"}, ["b"]),
        ({"speaker_role": "assistant"}, ["c"]),
        ({"admitted_as": "user_primary"}, ["b", "a"]),
        ({"standing": "reported"}, ["c", "b", "a"]),
        ({"standing": "withdrawn"}, []),
        ({"subject": "repository:github.com/acme/api"}, ["a"]),
        ({"subject": "repository:github.com/acme"}, []),
        ({"producer": "claude"}, ["c"]),
        ({"producer": "claude/desktop"}, ["c"]),
        ({"producer": "claude/laptop"}, []),
        ({"principal": "ada"}, ["c", "b", "a"]),
        ({"principal": "ben"}, []),
        ({"principal": str(uuid4())}, []),
        ({"label": "deploy"}, ["a"]),
        ({"foreign": "codex:msg:1"}, ["b"]),
        ({"foreign": "codex:thread:msg:1"}, ["b"]),
        ({"foreign": "codex:msg"}, []),
        ({"since": "2026-03-01T12:01:00Z"}, ["c", "b"]),
        ({"until": "2026-03-01T14:01:00+02:00"}, ["a"]),
        ({"q": "A"}, ["a"]),
        ({"q": "b x"}, []),
        ({"kind": "turn", "speaker_role": "user"}, ["a"]),
    ],
)
def test_each_filter_narrows(ada, ben, query, found):
    subject = SubjectClaim(kind="repository", key="github.com/acme/api")
    say(ada, "a", observed_at=at(0), subjects=(subject,), labels=("deploy", "x"))
    foreign = ForeignReference(system="codex", session="thread", id="msg:1")
    say(ada, "b", observed_at=at(1), kind="note", session_id="s2", foreign=foreign)
    claude = ProducerClaim(harness="claude", instance="desktop")
    say(ada, "c", observed_at=at(2), speaker_role="assistant", producer=claude)
    assert contents(ben.get(LIST, **query)) == found


def test_a_foreign_name_without_its_session_is_found_too(ada, ben):
    say(ada, "a", foreign=ForeignReference(system="codex", id="msg:1"))
    assert contents(ben.get(LIST, foreign="codex:msg:1")) == ["a"]


def test_a_principal_is_found_by_its_id(ada, ben):
    say(ada, "a")
    assert contents(ben.get(LIST, principal=str(ada.principal.id))) == ["a"]


def test_words_are_looked_for_all_and_in_any_case(ada, ben):
    say(ada, "Grüße vom Deploy am Freitag")
    say(ada, "100% of it")
    assert contents(ben.get(LIST, q="freitag DEPLOY")) == ["Grüße vom Deploy am Freitag"]
    assert contents(ben.get(LIST, q="%")) == ["100% of it"]


@pytest.mark.parametrize(
    ("query", "refused"),
    [
        ("sesion=1", ("/sesion", "unknown_member")),
        ("kind=rumour", ("/kind", "invalid_value")),
        ("limit=0", ("/limit", "out_of_range")),
        ("limit=201", ("/limit", "out_of_range")),
        ("limit=ten", ("/limit", "invalid_value")),
        ("limit=1&limit=2", ("/limit", "duplicate_member")),
        ("since=yesterday", ("/since", "invalid_time")),
        ("since=2026-03-01T12:00:00", ("/since", "invalid_time")),
        ("subject=repository", ("/subject", "invalid_value")),
        ("sort=position", ("/sort", "invalid_value")),
        ("cursor=abc", ("/cursor", "invalid_value")),
        ("session=", ("/session", "too_short")),
    ],
)
def test_a_query_that_is_not_understood_is_refused_by_name(ben, query, refused):
    response = ben.api.get(f"{LIST}?{query}")
    assert response.status_code == 400
    assert pointers(response) == [refused]


def test_an_unknown_parameter_of_one_observation_is_refused_too(ada, ben):
    assert problem(ben.get(f"{LIST}/{say(ada)}", verbose="1")) == (400, "unknown_member")


def test_pages_go_on_and_back_and_are_stable_while_rows_arrive(ada, ben):
    for minute in range(5):
        say(ada, f"m{minute}", observed_at=at(minute))
    for word in ("u0", "u1"):
        say(ada, word, door=Door.IMPORT)
    first = ben.get(LIST, limit=2)
    say(ada, "newer", observed_at=at(10))
    second = ben.api.get(first.json()["next"])
    third = ben.api.get(second.json()["next"])
    last = ben.api.get(third.json()["next"])
    assert [contents(page) for page in (first, second, third, last)] == [
        ["m4", "m3"],
        ["m2", "m1"],
        ["m0", "u1"],
        ["u0"],
    ]
    assert last.json()["next"] is None
    back = ben.api.get(last.json()["previous"])
    again = ben.api.get(back.json()["previous"])
    start = ben.api.get(ben.api.get(again.json()["previous"]).json()["previous"])
    assert [contents(page) for page in (back, again, start)] == [
        ["m0", "u1"],
        ["m2", "m1"],
        ["newer"],
    ]
    assert first.json()["previous"] is None
    assert start.json()["previous"] is None


def test_pages_of_equal_times_lose_nothing(ada, ben):
    for number in range(5):
        say(ada, str(number), observed_at=at(0))
    found = []
    page = ben.get(LIST, limit=2, sort="observed_at")
    while page is not None:
        found += contents(page)
        page = page.json()["next"] and ben.api.get(page.json()["next"])
    assert sorted(found) == ["0", "1", "2", "3", "4"]


def test_a_cursor_of_another_order_is_refused(ada, ben):
    for number in range(2):
        say(ada, str(number))
    onward = ben.get(LIST, limit=1).json()["next"]
    assert pointers(ben.api.get(onward + "&sort=observed_at")) == [("/cursor", "invalid_value")]


def test_a_cursor_of_other_filters_is_refused_and_a_limit_may_change(ada, ben):
    for number in range(3):
        say(ada, str(number), session_id="s")
    onward = ben.get(LIST, limit=1, session="s").json()["next"]
    assert len(contents(ben.api.get(onward.replace("limit=1", "limit=2")))) == 2
    for other in (onward.replace("session=s", "session=t"), onward + "&kind=turn"):
        assert pointers(ben.api.get(other)) == [("/cursor", "invalid_value")]


def test_what_is_returned_is_recorded_as_shown(ada, ben):
    one, two = say(ada, "one", observed_at=at(0)), say(ada, "two", observed_at=at(1))
    ben.get(LIST)
    ben.get(f"{LIST}/{one}")
    ben.get(LIST, q="nothing at all")
    assert shown_to(ben) == [("observations", [two, one]), ("observation", [one])]


def test_p13_another_workspace_is_as_if_it_were_not(ada, mallory):
    said = say(ada, "secret", foreign=ForeignReference(system="codex", id="1"))
    hidden = mallory.get(f"{LIST}/{said}")
    missing = mallory.get(f"{LIST}/{uuid4()}")
    assert problem(hidden) == (404, "not_found")
    assert hidden.json() | {"instance": ""} == missing.json() | {"instance": ""}
    for query in ({"q": "secret"}, {"principal": "ada"}, {"foreign": "codex:1"}, {}):
        assert contents(mallory.get(LIST, **query)) == []


def test_p13_a_grant_over_one_principal_shows_no_other(stage, ada):
    eve = add_person(stage.rita, "eve", kind="host", grants=("observe", "capture"))
    own = {"principals": [ada.principal.id]}
    dora = add_person(stage.rita, "dora", kind="agent", grants=("recall",), **own)
    say(ada, "of ada")
    said = say(eve, "of eve", session_id="eve's")
    assert contents(dora.get(LIST)) == ["of ada"]
    assert contents(dora.get(LIST, session="eve's")) == []
    assert problem(dora.get(f"{LIST}/{said}")) == (404, "not_found")


def test_p13_the_restricted_lane_never_appears(ada, ben):
    said = say(ada, "restricted", labels=("restricted",))
    assert contents(ben.get(LIST)) == []
    assert problem(ben.get(f"{LIST}/{said}")) == (404, "not_found")


def test_what_it_responds_to_is_named_once_it_has_come(ada, ben):
    answer = say(
        ada, "answer", speaker_role="assistant", lineage=link("responds_to", event_id="asked")
    )
    awaited = {"relation": "responds_to", "state": "unresolved", "event_id": "asked"}
    assert ben.get(f"{LIST}/{answer}").json()["lineage"] == [awaited]
    say(ada, "in another session", event_id="asked", session_id="elsewhere")
    assert ben.get(f"{LIST}/{answer}").json()["lineage"] == [awaited]
    asked = say(ada, "question", event_id="asked")
    assert ben.get(f"{LIST}/{answer}").json()["lineage"] == [
        {"relation": "responds_to", "state": "resolved", "observation": str(asked)}
    ]


def test_two_texts_of_one_foreign_event_are_shown_as_unresolved(ada, ben):
    foreign = ForeignReference(system="codex", id="msg")
    one = say(ada, "one text", foreign=foreign)
    other = say(ada, "another text", foreign=foreign)
    assert ben.get(f"{LIST}/{one}").json()["unresolved"] == [
        {"kind": "foreign_conflict", "observation": str(other)}
    ]


def test_the_list_takes_as_many_queries_for_thirty_rows_as_for_three(ada, ben):
    first = say(ada, "root")
    for number in range(3):
        say(ada, f"note {number}", lineage=link("derived_from", observation=first))
    few = query_count(ben, LIST)
    for number in range(30):
        say(
            ada,
            f"more {number}",
            session_id=f"session {number}",
            lineage=link("derived_from", observation=first),
        )
    assert query_count(ben, LIST) == few


def test_a_standing_is_found_as_it_is_now(ada, ben):
    say(ada, "reported")
    withdrawn = say(ada, "withdrawn")
    with workspace(ada.principal):
        CurrentStanding(
            observation_id=withdrawn,
            workspace_id=ada.workspace_id,
            standing="withdrawn",
            admission="admitted",
            at=at(0),
        ).save(force_insert=True)
    assert contents(ben.get(LIST, standing="reported")) == ["reported"]
    assert contents(ben.get(LIST, standing="withdrawn")) == ["withdrawn"]
    assert ben.get(f"{LIST}/{withdrawn}").json()["standing"] == "withdrawn"
