"""`GET /v1/themes`: what a window was about."""

import json

import pytest

from provenance.database.tenancy import workspace
from provenance.models import Exposure
from recall.services.themes import ask, members
from tests.contract.saying import at, pointers, say
from tests.recall.themes.talk import DEPLOY, GARDEN, MUSIC, find, labels, runs, talk, themes, words

PATH = "/v1/themes"


def test_themes_have_labels_counts_spans_and_examples(ada, ben):
    said = talk(ada, DEPLOY) + talk(ada, MUSIC[:4], start=10) + talk(ada, GARDEN[:3], start=20)
    body = themes(ben)
    assert [theme["turns"] for theme in body["themes"]] == [5, 4, 3]
    deploy, music, garden = labels(body)
    assert {"canary", "deployment", "cluster"} <= deploy
    assert {"orchestra", "violin", "concerto"} <= music
    assert {"tomato", "seedlings", "greenhouse"} <= garden, "as written, not the stem"
    first = body["themes"][0]
    assert first["span"] == {
        "first": "2026-03-01T12:00:00.000000Z",
        "last": "2026-03-01T12:04:00.000000Z",
    }
    assert len(first["examples"]) == 3
    assert {one["observation"] for one in first["examples"]} <= {str(one) for one in said[:5]}
    assert {"content", "speaker", "standing", "source", "support"} <= first["examples"][0].keys()
    assert (body["turns"]["read"], body["turns"]["in_themes"], body["more"]) == (12, 12, 0)
    assert body["authority"] == "none"


def test_the_first_question_is_answered_with_its_progress(ada, ben):
    talk(ada, DEPLOY + MUSIC)
    answer = ben.get(PATH, since="2026-03-01T00:00:00Z")
    assert answer.status_code == 202
    assert answer["Location"] == "/v1/themes?since=2026-03-01T00%3A00%3A00Z"
    assert int(answer["Retry-After"]) > 0
    body = answer.json()
    assert (body["state"], body["stage"], body["progress"]) == ("queued", "waiting", 0.0)
    assert (body["turns"], body["since"]) == (10, "2026-03-01T00:00:00.000000Z")
    again = ben.get(answer["Location"])
    assert (again.status_code, again.json()["id"]) == (202, body["id"]), "it is begun once"
    find(ben)
    done = ben.get(answer["Location"])
    assert (done.status_code, done.json()["id"]) == (200, body["id"])


def test_the_same_turns_have_the_same_themes_in_every_run(ada, ben):
    talk(ada, DEPLOY + MUSIC + GARDEN)
    first = themes(ben)
    assert ben.api.delete(f"{PATH}/{first['id']}").status_code == 204
    second = themes(ben)
    assert second["id"] != first["id"]
    assert second["themes"] == first["themes"]


def test_a_window_is_one_of_event_time(ada, ben):
    talk(ada, DEPLOY, start=0)
    talk(ada, GARDEN, start=100)
    say(
        ada, "Violins of an orchestra, nobody knows when", session_id="x", time_unknown=True
    ) if False else None
    whole = themes(ben)
    assert whole["turns"]["read"] == 10
    late = themes(ben, since=at(100).isoformat(), until=at(104).isoformat())
    assert late["turns"]["read"] == 4, "until is not in it"
    early = themes(ben, until=at(100).isoformat())
    assert early["turns"]["read"] == 5
    assert "tomato" not in json.dumps(early)


def test_an_empty_window_has_no_themes_and_needs_no_run(ada, ben):
    talk(ada, DEPLOY)
    answer = ben.get(PATH, until="2020-01-01T00:00:00Z")
    assert answer.status_code == 200
    assert (answer.json()["themes"], answer.json()["id"], answer.json()["turns"]["read"]) == (
        [],
        None,
        0,
    )
    assert runs(ben) == []


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"since": "yesterday"}, ("/since", "invalid_time")),
        ({"since": "2026-03-01T00:00:00"}, ("/since", "invalid_time")),
        ({"limit": "0"}, ("/limit", "out_of_range")),
        ({"window": "week"}, ("/window", "unknown_member")),
        (
            {"since": "2026-03-02T00:00:00Z", "until": "2026-03-01T00:00:00Z"},
            ("/until", "invalid_value"),
        ),
    ],
)
def test_a_window_that_makes_no_sense_is_refused(ben, query, expected):
    answer = ben.get(PATH, **query)
    assert answer.status_code == 400
    assert pointers(answer)[0][0] == expected[0]


def test_what_came_since_is_counted_and_the_last_answer_stays_until_the_next(ada, ben, monkeypatch):
    monkeypatch.setattr(ask, "_LEAST_SHARE", 0.9)
    talk(ada, DEPLOY + MUSIC)
    first = themes(ben)
    talk(ada, ("The eleventh turn speaks of canary deployment",), start=30)
    answer = ben.get(PATH)
    assert answer.status_code == 200
    assert (answer.json()["id"], answer.json()["turns"]["newer"]) == (first["id"], 1)
    find(ben)
    body = ben.get(PATH).json()
    assert (body["turns"]["read"], body["turns"]["newer"]) == (11, 0)
    talk(ada, GARDEN, start=60)
    assert ben.get(PATH).status_code == 202, "a third of it is new"


def test_only_the_newest_are_read_and_the_answer_says_so(ada, ben, monkeypatch):
    assert members.MOST == 20_000
    monkeypatch.setattr(members, "MOST", 10)
    monkeypatch.setattr(ask, "MOST", 10)
    talk(ada, GARDEN, start=60)
    talk(ada, DEPLOY)
    talk(ada, MUSIC, start=30)
    body = themes(ben)
    assert (body["turns"]["read"], body["turns"]["older"], body["turns"]["most"]) == (10, 5, 10)
    assert [theme["turns"] for theme in body["themes"]] == [5, 5]
    assert {"tomato", "violin"} <= words(body)
    assert "canary" not in words(body), "newest by event time, however late it was recorded"


def test_copies_short_turns_and_documents_are_left_out(ada, ben):
    talk(ada, DEPLOY + MUSIC)
    talk(ada, ("Yes, thank you.",), start=30)
    talk(ada, GARDEN, start=60, kind="document")
    assert themes(ben)["turns"]["read"] == 10


def test_what_waits_for_its_vector_is_counted(ada, ben):
    talk(ada, DEPLOY + MUSIC)
    say(ada, "A later turn that nobody has embedded yet", session_id="later")
    assert themes(ben)["turns"]["pending_embedding"] == 1


def test_fewer_themes_may_be_asked_for(ada, ben):
    talk(ada, DEPLOY + MUSIC[:4] + GARDEN[:3])
    body = themes(ben, limit=1)
    assert ([theme["turns"] for theme in body["themes"]], body["more"]) == ([5], 2)


def test_examples_are_exposures_and_long_ones_are_cut(ada, ben, monkeypatch):
    monkeypatch.setattr(ask, "EXAMPLE_CHARACTERS", 20)
    talk(ada, DEPLOY + MUSIC)
    body = themes(ben)
    examples = [one for theme in body["themes"] for one in theme["examples"]]
    assert {(len(one["content"]), one["truncated"]) for one in examples} == {(20, True)}
    with workspace(ben.caller):
        exposure = Exposure.objects.here().get(door="themes", principal_id=ben.principal.id)
    assert {str(one) for one in exposure.observations} == {one["observation"] for one in examples}


def test_a_label_is_never_the_word_of_one_turn(ada, ben):
    talk(ada, (*DEPLOY, "The canary deployment of the cluster is called Wolpertinger"))
    talk(ada, MUSIC, start=30)
    body = themes(ben)
    assert body["themes"][0]["turns"] == 6
    assert "wolpertinger" not in words(body)
