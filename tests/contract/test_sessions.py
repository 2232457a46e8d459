"""GET /v1/sessions and /v1/sessions/{id}."""

from urllib.parse import quote
from uuid import uuid4

from provenance.database.tenancy import workspace
from provenance.models import Session
from provenance.services.contributing.contribution import ProducerClaim
from tests.cast import add_person
from tests.contract.saying import at, problem, query_count, say

LIST = "/v1/sessions"
CLAUDE = ProducerClaim(harness="claude", instance="desktop/1")


def ids(response):
    assert response.status_code == 200, response.content
    return [result["id"] for result in response.json()["results"]]


def test_a_session_tells_of_its_turns(ada, ben):
    say(ada, "one", session_id="7f3c", session_title="First title", observed_at=at(0))
    say(ada, "two", session_id="7f3c", session_title="Later title", observed_at=at(5))
    say(ada, "three", session_id="7f3c", observed_at=at(9))
    (shown,) = ben.get(LIST).json()["results"]
    assert shown == ben.get(f"{LIST}/7f3c").json()
    assert shown == {
        "id": "7f3c",
        "ref": shown["ref"],
        "title": "Later title",
        "producer": {"harness": "codex", "instance": "laptop-1"},
        "principal": "ada",
        "turns": 3,
        "first_at": "2026-03-01T12:00:00.000000Z",
        "last_at": "2026-03-01T12:09:00.000000Z",
    }
    assert ben.get(f"{LIST}/{shown['ref']}").json() == shown


def test_sessions_that_came_last_are_listed_first_page_by_page(ada, ben):
    for number in range(5):
        say(ada, session_id=f"s{number}")
    first = ben.get(LIST, limit=2)
    say(ada, session_id="s5")
    second = ben.api.get(first.json()["next"])
    third = ben.api.get(second.json()["next"])
    assert [ids(page) for page in (first, second, third)] == [["s4", "s3"], ["s2", "s1"], ["s0"]]
    assert ids(ben.api.get(third.json()["previous"])) == ["s2", "s1"]
    assert third.json()["next"] is None


def test_an_id_with_slashes_and_spaces_is_found(ada, ben):
    name = "projects/api/é 1?#"
    say(ada, session_id=name)
    assert ben.get(f"{LIST}/{quote(name)}").json()["id"] == name
    assert ben.get(f"{LIST}/{quote(name)}/turns").status_code == 200


def test_one_name_at_two_producers_is_ambiguous_until_narrowed(ada, ben):
    say(ada, session_id="same")
    say(ada, session_id="same", producer=CLAUDE)
    assert problem(ben.get(f"{LIST}/same")) == (409, "ambiguous_session")
    assert problem(ben.get(f"{LIST}/same/turns")) == (409, "ambiguous_session")
    narrowed = ben.get(f"{LIST}/same", producer="claude/desktop/1")
    assert narrowed.json()["producer"] == {"harness": "claude", "instance": "desktop/1"}
    assert problem(ben.get(f"{LIST}/same", producer="claude/other")) == (404, "not_found")


def test_one_name_of_two_principals_is_narrowed_by_the_principal(stage, ada, ben):
    other = add_person(stage.rita, "a second host", kind="host", grants=("observe",))
    say(ada, session_id="same")
    say(other, session_id="same")
    told = ben.get(f"{LIST}/same")
    assert problem(told) == (409, "ambiguous_session")
    assert "?principal=" in told.json()["detail"]
    assert "?producer=" in told.json()["detail"]
    for person in (ada, other):
        name = person.principal.name
        assert ben.get(f"{LIST}/same", principal=name).json()["principal"] == name
        assert len(ben.get(f"{LIST}/same/turns", principal=name).json()["results"]) == 1
    assert problem(ben.get(f"{LIST}/same", principal="nobody")) == (404, "not_found")


def test_nobody_can_hide_a_session_behind_a_name_that_is_its_id(ada, ben):
    say(ada, session_id="real")
    ref = ben.get(f"{LIST}/real").json()["ref"]
    say(ada, session_id=ref)
    assert problem(ben.get(f"{LIST}/{ref}")) == (409, "ambiguous_session")


def test_p13_sessions_beyond_the_wall_or_the_grant_do_not_exist(stage, ada, mallory):
    eve = add_person(stage.rita, "eve", kind="host", grants=("observe", "capture"))
    own = {"principals": [eve.principal.id]}
    dora = add_person(stage.rita, "dora", kind="agent", grants=("recall",), **own)
    say(ada, session_id="hidden")
    with workspace(ada.principal):
        ref = Session.objects.here().get().id
    for reader in (mallory, dora):
        assert ids(reader.get(LIST)) == []
        for name in ("hidden", ref, uuid4()):
            assert problem(reader.get(f"{LIST}/{name}")) == (404, "not_found")


def test_p13_a_session_of_restricted_turns_alone_does_not_appear(ada, ben):
    say(ada, session_id="hush", labels=("restricted",))
    assert ids(ben.get(LIST)) == []
    assert problem(ben.get(f"{LIST}/hush")) == (404, "not_found")


def test_the_list_takes_as_many_queries_for_thirty_rows_as_for_three(ada, ben):
    for number in range(3):
        say(ada, session_id=f"s{number}", session_title="A title")
    few = query_count(ben, LIST)
    for number in range(27):
        say(ada, session_id=f"t{number}", session_title="A title")
    assert query_count(ben, LIST) == few
