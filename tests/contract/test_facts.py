"""GET /v1/facts, and facts in recall."""

import pytest

from provenance.services.contributing.contribution import SubjectClaim
from tests.cast import add_person, make_stage
from tests.contract.saying import problem, query_count, say, shown_to
from tests.contract.test_observations_shape import validator
from tests.provenance.correcting import accepted, now, reverted, with_key

PATH = "/v1/facts"
WORDS = "we deploy on fridays after the canary is green"


def fact_ids(response):
    assert response.status_code == 200, response.content
    return [one["id"] for one in response.json()["results"]]


def statements(response):
    return [one["statement"] for one in response.json()["results"]]


def test_a_fact_says_who_decided_and_what_it_stands_on(stage, ada, ben):
    said = say(ada, WORDS)
    accepted(stage, "adopt", said)
    (fact,) = ben.get(PATH).json()["results"]
    assert (fact["statement"], fact["standing"], fact["decided_by"]) == (WORDS, "current", "rita")
    assert fact["support"]["independent"] == 1
    assert fact["support"]["observations"] == [str(said)]
    whole = ben.get(f"{PATH}/{fact['id']}").json()
    assert {name: whole[name] for name in fact} == fact
    assert [event["standing"] for event in whole["history"]] == ["current"]
    assert whole["evidence"] == [
        {"observation": str(said), "admitted_as": "user_primary", "standing": "reported"}
    ]
    assert whole["correction"] is not None
    assert shown_to(ben) == [("facts", [said]), ("fact", [said])]


def test_p08_the_history_keeps_every_standing(stage, ada, ben):
    said = say(ada, WORDS)
    accepted(stage, "adopt", said)
    withdrawal = accepted(stage, "withdraw", said)
    reverted(stage.rita, withdrawal)
    (one,) = fact_ids(ben.get(PATH))
    history = ben.get(f"{PATH}/{one}").json()["history"]
    assert [event["standing"] for event in history] == ["current", "withdrawn", "current"]
    assert [event["correction"] for event in history[1:]] == [str(withdrawal)] * 2


def test_the_list_is_filtered_and_turned_page_by_page(stage, ada, ben):
    repository = SubjectClaim(kind="repository", key="acme/api")
    about = say(ada, WORDS, subjects=(repository,))
    other = say(ada, "the canary takes one hour")
    accepted(stage, "adopt", about)
    accepted(stage, "adopt", other)
    accepted(stage, "withdraw", other)
    assert statements(ben.get(PATH)) == ["the canary takes one hour", WORDS]
    assert statements(ben.get(PATH, standing="current")) == [WORDS]
    assert statements(ben.get(PATH, standing="withdrawn")) == ["the canary takes one hour"]
    assert statements(ben.get(PATH, subject="repository:acme/api")) == [WORDS]
    assert statements(ben.get(PATH, q="HOUR canary")) == ["the canary takes one hour"]
    page = ben.get(PATH, limit=1)
    assert statements(page) == ["the canary takes one hour"]
    assert statements(ben.api.get(page.json()["next"])) == [WORDS]


def test_p13_a_fact_is_shown_to_whoever_sees_all_its_evidence(stage, ada, ben, cleo):
    hal = add_person(stage.rita, "hal", kind="host", grants=("observe", "capture"))
    mine, theirs = say(ada, WORDS), say(hal, "hal's own words of the day")
    accepted(stage, "adopt", mine)
    accepted(stage, "adopt", mine, theirs, statement="Both said so.")
    narrow = add_person(
        stage.rita, "ned", kind="agent", grants=("recall",), principals=[ada.principal.id]
    )
    elsewhere = make_stage()
    stranger = with_key(elsewhere.rita, elsewhere.rita)
    both, alone = fact_ids(ben.get(PATH))
    assert fact_ids(narrow.get(PATH)) == [alone]
    assert problem(narrow.get(f"{PATH}/{both}")) == (404, "not_found")
    assert fact_ids(stranger.get(PATH)) == []
    assert problem(stranger.get(f"{PATH}/{alone}")) == (404, "not_found")
    assert problem(cleo.get(PATH)) == (403, "capability_required")
    assert [one["statement"] for one in asked(narrow, "who said so")["facts"]] == []
    assert [one["statement"] for one in asked(narrow, "canary fridays")["facts"]] == [WORDS]


def test_the_list_asks_no_query_per_row(stage, ada, ben):
    said = say(ada, WORDS)
    accepted(stage, "adopt", said)
    few = query_count(ben, PATH)
    for _ in range(4):
        accepted(stage, "adopt", said)
    assert query_count(ben, PATH) == few


@pytest.mark.parametrize("path", [PATH, PATH + "/{fact_id}"])
def test_an_answer_fits_its_schema(stage, ada, ben, path):
    said = say(ada, WORDS)
    accepted(stage, "adopt", said)
    accepted(stage, "withdraw", said)
    (one,) = fact_ids(ben.get(PATH))
    response = ben.get(path.format(fact_id=one))
    errors = [error.message for error in validator(path).iter_errors(response.json())]
    assert errors == []


def asked(person, query=None, **more):
    sent = {"query": query, **more} if query else more
    response = person.post("/v1/recall", sent)
    assert response.status_code == 200, response.content
    return response.json()


def test_p12_recall_tells_facts_first_and_within_the_budget(stage, ada, ben):
    said = say(ada, WORDS)
    accepted(stage, "adopt", said)
    answer = asked(ben, "when do we deploy after the canary?")
    assert [one["statement"] for one in answer["facts"]] == [WORDS]
    assert [one["content"] for one in answer["episodic"]] == [WORDS]
    assert answer["budget"]["used"] == 24
    narrow = asked(ben, "when do we deploy after the canary?", budget_tokens=12)
    assert [one["statement"] for one in narrow["facts"]] == [WORDS]
    assert narrow["episodic"] == []
    assert narrow["omitted"]["budget"] == 1


def test_a_fact_is_found_by_what_it_states_and_by_what_it_stands_on(stage, ada, ben):
    said = say(ada, "the canary takes one hour on a quiet day")
    accepted(stage, "adopt", said, statement="Rollouts need sixty minutes.")
    assert asked(ben, "how long do rollouts need?")["facts"]
    assert asked(ben, "how long does the canary take on a quiet day?")["facts"]
    assert asked(ben, "who feeds the office cat?")["facts"] == []


def test_p12_facts_alone_and_no_facts_can_be_asked_for(stage, ada, ben):
    said = say(ada, WORDS)
    accepted(stage, "adopt", said)
    facts = asked(ben, "canary fridays", include=["facts"])
    assert (len(facts["facts"]), facts["episodic"], facts["abstained"]) == (1, [], False)
    episodic = asked(ben, "canary fridays", include=["episodic"])
    assert (episodic["facts"], len(episodic["episodic"])) == ([], 1)


def test_p09_recall_tells_the_correction_and_no_longer_what_was_corrected(stage, ada, ben):
    said = say(ada, WORDS)
    accepted(stage, "correct", said, statement="We deploy on Mondays after the canary is green.")
    answer = asked(ben, "when do we deploy after the canary is green?")
    assert [one["statement"] for one in answer["facts"]] == [
        "We deploy on Mondays after the canary is green."
    ]
    assert answer["episodic"] == []
    assert answer["omitted"]["superseded"] == 1
    assert answer["abstained"] is False


def test_p08_facts_are_told_as_they_stood(stage, ada, ben):
    said = say(ada, WORDS)
    before = now().isoformat()
    accepted(stage, "adopt", said)
    between = now().isoformat()
    accepted(stage, "withdraw", said)
    assert asked(ben, "canary fridays", as_of=before)["facts"] == []
    assert len(asked(ben, "canary fridays", as_of=between)["facts"]) == 1
    assert len(asked(ben, "canary fridays", as_of=between)["episodic"]) == 1
    gone = asked(ben, "canary fridays")
    assert (gone["facts"], gone["episodic"], gone["abstained"]) == ([], [], True)


def test_a_filter_of_the_question_holds_for_facts_too(stage, ada, ben):
    said = say(ada, WORDS, session_id="s1")
    accepted(stage, "adopt", said)
    assert asked(ben, "canary fridays", session="s1")["facts"]
    assert asked(ben, "canary fridays", session="s2")["facts"] == []


def test_p05_what_a_fact_stands_on_counts_as_shown(stage, ada, ben):
    said = say(ada, "the canary takes one hour on a quiet day")
    accepted(stage, "adopt", said, statement="Rollouts need sixty minutes.")
    asked(ben, "rollouts sixty minutes", include=["facts"])
    assert shown_to(ben) == [("recall", [said])]
