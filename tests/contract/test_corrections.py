"""POST and GET /v1/corrections, decide and revert."""

import pytest

from tests.cast import add_person, make_stage
from tests.contract.saying import pointers, problem, query_count, say
from tests.contract.test_observations_shape import validator
from tests.provenance.correcting import proposing, standing, with_key

PATH = "/v1/corrections"
WORDS = "we deploy on fridays after the canary is green"


@pytest.fixture
def said(ada):
    return say(ada, WORDS)


@pytest.fixture
def pat(stage):
    """An agent that may propose."""
    return proposing(stage)


@pytest.fixture
def judge(stage):
    """Rita, at the machine door."""
    return with_key(stage.rita, stage.rita)


def body(*targets, kind="withdraw", **more):
    return {
        "kind": kind,
        "targets": [str(one) for one in targets],
        "reason": "It was wrong.",
        "event_id": "event-1",
        **more,
    }


def proposed(person, *targets, **more):
    response = person.post(PATH, body(*targets, **more))
    assert response.status_code == 201, response.content
    return response.json()


def decide(person, correction, decision="accept", **more):
    path = f"{PATH}/{correction['id']}/decide"
    return person.post(path, {"decision": decision, **more})


def test_a_proposal_is_answered_with_its_receipt(pat, ada, said):
    shown = proposed(pat, said)
    assert (shown["state"], shown["kind"], shown["proposer"]) == ("proposed", "withdraw", "pat")
    assert shown["targets"] == [{"observation": str(said), "standing": "reported"}]
    assert shown["decision"] is shown["reversal"] is shown["fact"] is None
    receipt = pat.get(f"/v1/receipts/{shown['receipt']}").json()
    assert (receipt["act"], receipt["correction"]) == ("propose", shown["id"])
    found = pat.get("/v1/receipts", event_id="event-1").json()["results"]
    assert [one["id"] for one in found] == [shown["receipt"]]


def test_p03_a_retry_is_200_with_the_same_receipt_and_other_content_409(pat, said):
    first = proposed(pat, said)
    again = pat.post(PATH, body(said))
    assert again.status_code == 200
    assert again.json() == first
    assert problem(pat.post(PATH, body(said, reason="Another."))) == (409, "event_conflict")


def test_p14_accepted_and_reverted(pat, ada, judge, said):
    correction = proposed(pat, said, kind="correct", statement="We deploy on Mondays.")
    done = decide(judge, correction, note="checked")
    assert done.status_code == 200, done.content
    accepted = done.json()
    assert accepted["state"] == "accepted"
    assert accepted["targets"][0]["standing"] == "corrected"
    decision = accepted["decision"]
    assert (decision["by"], decision["note"], decision["self_decided"]) == (
        "rita",
        "checked",
        False,
    )
    fact = judge.get(f"/v1/facts/{accepted['fact']}").json()
    assert (fact["statement"], fact["standing"]) == ("We deploy on Mondays.", "current")
    back = judge.post(f"{PATH}/{correction['id']}/revert", {"note": "a mistake"})
    assert back.status_code == 200, back.content
    assert back.json()["state"] == "reverted"
    assert standing(ada, said) == ["reported"]
    again = judge.post(f"{PATH}/{correction['id']}/revert", {})
    assert problem(again) == (409, "already_decided")


def test_p14_the_second_decision_is_409(pat, judge, said):
    correction = proposed(pat, said)
    assert decide(judge, correction, "reject").status_code == 200
    assert problem(decide(judge, correction)) == (409, "already_decided")
    reverted = judge.post(f"{PATH}/{correction['id']}/revert", {})
    assert problem(reverted) == (409, "not_accepted")


def test_p13_the_ladder_of_refusals(stage, pat, judge, said):
    correction = proposed(pat, said)
    path = f"{PATH}/{correction['id']}"
    robot = add_person(stage.rita, "robot", kind="agent", grants=("recall", "review"))
    elsewhere = make_stage()
    stranger = with_key(elsewhere.rita, elsewhere.rita)
    cleo, ben = stage.cleo, stage.ben
    assert problem(cleo.post(PATH, body(said))) == (403, "capability_required")
    assert problem(ben.post(PATH, body(said))) == (403, "capability_required")
    assert problem(proposing(elsewhere).post(PATH, body(said))) == (400, "unknown_reference")
    assert problem(cleo.get(PATH)) == (403, "capability_required")
    assert problem(cleo.get(path)) == (403, "capability_required")
    assert problem(stranger.get(path)) == (404, "not_found")
    assert stranger.get(PATH).json()["results"] == []
    for act in ("decide", "revert"):
        sent = {"decision": "accept"} if act == "decide" else {}
        assert problem(cleo.post(f"{path}/{act}", sent)) == (403, "capability_required")
        assert problem(robot.post(f"{path}/{act}", sent)) == (403, "person_required")
        assert problem(stranger.post(f"{path}/{act}", sent)) == (404, "not_found")


def test_p14_a_proposer_with_a_colleague_is_refused(stage, judge, said):
    from tests.provenance.correcting import second_reviewer

    second_reviewer(stage)
    correction = proposed(judge, said)
    assert problem(decide(judge, correction)) == (403, "reviewer_is_proposer")


@pytest.mark.parametrize(
    ("change", "pointer", "code"),
    [
        ({"kind": "erase"}, "/kind", "invalid_value"),
        ({"kind": "fact"}, "/kind", "invalid_value"),
        ({"kind": "correct"}, "/statement", "required"),
        ({"statement": "no use"}, "/statement", "invalid_value"),
        ({"targets": []}, "/targets", "too_few"),
        ({"targets": ["no id"]}, "/targets/0", "invalid_value"),
        ({"reason": None}, "/reason", "required"),
        ({"reason": ""}, "/reason", "too_short"),
        ({"event_id": None}, "/event_id", "required"),
        ({"confidence": 1}, "/confidence", "unknown_member"),
    ],
)
def test_a_proposal_is_closed_and_whole(pat, said, change, pointer, code):
    response = pat.post(PATH, {**body(said), **change})
    assert response.status_code == 400
    assert pointers(response) == [(pointer, code)]


def test_a_target_that_leads_nowhere_is_pointed_to(pat, said):
    nobody = "0193b0c8-6d1e-7c0a-9d0b-7f1c2ab00000"
    response = pat.post(PATH, body(said, nobody))
    assert pointers(response) == [("/targets/1", "unknown_reference")]


def test_the_list_is_filtered_and_turned_page_by_page(pat, ada, judge, said):
    other = say(ada, "something else was said")
    first = proposed(pat, said, event_id="1")
    second = proposed(pat, other, event_id="2", kind="adopt")
    third = proposed(pat, other, event_id="3")
    decide(judge, first)
    decide(judge, third, "reject")
    assert ids(pat.get(PATH)) == [third["id"], second["id"], first["id"]]
    assert ids(pat.get(PATH, state="proposed")) == [second["id"]]
    assert ids(pat.get(PATH, state="accepted")) == [first["id"]]
    assert ids(pat.get(PATH, state="rejected")) == [third["id"]]
    judge.post(f"{PATH}/{first['id']}/revert", {})
    assert ids(pat.get(PATH, state="accepted")) == []
    assert ids(pat.get(PATH, state="reverted")) == [first["id"]]
    assert ids(pat.get(PATH, kind="adopt")) == [second["id"]]
    assert ids(pat.get(PATH, target=str(said))) == [first["id"]]
    page = pat.get(PATH, limit=2)
    assert ids(page) == [third["id"], second["id"]]
    assert ids(pat.api.get(page.json()["next"])) == [first["id"]]


def ids(response):
    assert response.status_code == 200, response.content
    return [one["id"] for one in response.json()["results"]]


def test_p13_what_is_about_something_out_of_sight_is_not_listed(stage, ada, pat, said):
    hal = add_person(stage.rita, "hal", kind="host", grants=("observe", "capture"))
    theirs = say(hal, "hal's own words")
    both = proposed(pat, said, theirs, event_id="both")
    mine = proposed(pat, said, event_id="mine")
    narrow = add_person(
        stage.rita, "ned", kind="agent", grants=("recall",), principals=[ada.principal.id]
    )
    assert ids(narrow.get(PATH)) == [mine["id"]]
    assert problem(narrow.get(f"{PATH}/{both['id']}")) == (404, "not_found")


def test_the_list_asks_no_query_per_row(pat, said):
    proposed(pat, said, event_id="first")
    few = query_count(pat, PATH)
    for number in range(5):
        proposed(pat, said, event_id=f"more {number}", kind="adopt")
    assert query_count(pat, PATH) == few


@pytest.mark.parametrize("path", [PATH, PATH + "/{correction_id}"])
def test_an_answer_fits_its_schema(pat, judge, said, path):
    correction = proposed(pat, said, kind="correct", statement="We deploy on Mondays.")
    decide(judge, correction)
    judge.post(f"{PATH}/{correction['id']}/revert", {"note": "back"})
    response = judge.get(path.format(correction_id=correction["id"]))
    errors = [error.message for error in validator(path).iter_errors(response.json())]
    assert errors == []


def test_p09_the_receipt_of_a_late_copy_says_why_it_is_not_recalled(ada, pat, judge):
    event = {"foreign": {"system": "codex", "session": "s", "id": "m1"}, "content": WORDS}
    first = observed(ada, event_id="live", **event)
    decide(judge, proposed(pat, first["observation"]))
    late = observed(ada, event_id="replayed", session={"id": "restored"}, **event)
    assert late["standing"] == "withdrawn"
    assert late["recallable"] == {
        "now": False,
        "lexical": False,
        "semantic": False,
        "reason": "withdrawn_equivalent",
    }
    assert [note["code"] for note in late["notes"]] == [
        "same_foreign_event",
        "withdrawn_equivalent",
    ]
    assert ada.get(f"/v1/receipts/{late['id']}").json() == late


def observed(person, **event):
    from tests.factories import EventFactory

    response = person.post("/v1/observe", EventFactory(**event))
    assert response.status_code == 201, response.content
    return response.json()
