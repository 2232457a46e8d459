"""The bench answers as another principal would be answered, and leaves no trace with them."""

from datetime import UTC, datetime

import pytest

from provenance.database.tenancy import workspace
from provenance.models import Exposure, ProvenCopy, Question, Receipt
from provenance.services.access.granting import give
from tests.cast import Person, Stage, add_person
from tests.contract.saying import say
from tests.provenance.erasing import here
from tests.recall.review.bench import address, items, omitted, page
from tests.recall.test_recall import ask
from tests.review.people import add_human

QUERY = "is the canary green?"


@pytest.fixture
def told(stage: Stage) -> Stage:
    """Two contributors; what eve says, narrow may not recall."""
    eve = add_person(stage.rita, "eve", kind="agent", grants=("observe",))
    for number in range(4):
        say(stage.ada, f"The canary is green on day {number}.", turn_index=number)
    say(eve, "The canary is green, says eve.", session_id="eve's")
    say(stage.ada, "The canary is green: " + "a long report. " * 60, turn_index=9)
    return stage


def narrow(stage: Stage) -> Person:
    person = add_person(stage.rita, "narrow", kind="agent", grants=())
    with workspace(stage.rita.principal):
        give(
            by=stage.rita.principal.id,
            principal_id=person.principal.id,
            capability="recall",
            principals=[stage.ada.principal.id],
            reason="what ada says",
            at=datetime.now(UTC),
        )
    return person


@pytest.mark.parametrize(
    "bounds", [{}, {"limit": 2}, {"budget_tokens": 60}, {"sort": "recency"}, {"intent": "exact"}]
)
def test_the_answer_is_the_one_that_their_key_gets(told: Stage, bounds: dict) -> None:
    other = narrow(told)
    theirs = other.post("/v1/recall", {"query": QUERY, **bounds}).json()
    html = page(told.rita, address(QUERY, view=other, **bounds))
    assert theirs["episodic"]
    assert items(html) == [item["observation"] for item in theirs["episodic"]]
    assert omitted(html) == theirs["omitted"]
    assert "says eve" not in html
    assert "says eve" in page(told.rita, address(QUERY))


def test_what_was_shown_was_shown_to_who_asked_and_to_nobody_else(told: Stage) -> None:
    page(told.rita, address(QUERY, view=told.ben))
    with workspace(told.rita.principal):
        assert not Exposure.objects.here().filter(principal_id=told.ben.principal.id)
        mine = list(Exposure.objects.here().filter(principal_id=told.rita.principal.id))
        receipt = Receipt.objects.here().get(act="recall")
        assert receipt.principal_id == told.rita.principal.id
        assert receipt.body["view"] == str(told.ben.principal.id)
        assert Question.objects.here().get(receipt=receipt).text == QUERY
    assert {one.door for one in mine} == {"browser"}
    assert {str(one) for row in mine for one in row.observations} >= set(receipt.body["returned"])


def test_p05_words_that_the_other_was_not_shown_are_no_echo_of_theirs(told: Stage) -> None:
    words = "The canary in the kitchen is called Pip at home."
    question = "what is the canary in the kitchen called?"
    say(told.ada, words, session_id="kitchen")
    edith = add_person(told.rita, "edith", kind="agent", grants=("observe", "recall"))
    assert words in page(told.rita, address(question, view=edith))
    unseen = say(edith, words, speaker_role="assistant")
    assert not here(told.rita, ProvenCopy, observation_id=unseen)
    ask(edith, question)
    echo = say(edith, words, speaker_role="assistant")
    assert here(told.rita, ProvenCopy, observation_id=echo), "what edith was shown, she echoes"


def test_one_who_may_not_recall_is_told_nothing_and_the_page_says_so(told: Stage) -> None:
    html = page(told.rita, address(QUERY, view=told.cleo))
    assert "cleo may not recall" in html
    assert "says eve" not in html


def test_p13_a_reader_takes_no_view_but_their_own(told: Stage) -> None:
    reader = add_human(told.rita, "ben in person", grants=("recall",))
    html = page(reader, "/ask")
    assert "<select" not in html.split("<details")[0]
    refused = reader.browser.get(address(QUERY, view=told.ben))
    assert refused.status_code == 400
    assert "says eve" not in refused.content.decode()
    assert items(page(reader, address(QUERY)))


def test_p13_a_reviewer_takes_the_views_that_their_own_recall_covers(told: Stage) -> None:
    reviewer = add_human(told.rita, "narrow reviewer", grants=("review",))
    other = narrow(told)
    with workspace(told.rita.principal):
        give(
            by=told.rita.principal.id,
            principal_id=reviewer.principal.id,
            capability="recall",
            principals=[told.ada.principal.id],
            reason="what ada says",
            at=datetime.now(UTC),
        )
    assert items(page(reviewer, address(QUERY, view=other)))
    assert reviewer.browser.get(address(QUERY, view=told.ben)).status_code == 400
    assert reviewer.browser.get(address(QUERY, view=told.mallory)).status_code == 400


def test_a_workspace_reviewer_takes_any_view(told: Stage) -> None:
    reviewer = add_human(told.rita, "reviewer", grants=("recall", "review"))
    assert items(page(reviewer, address(QUERY, view=told.ben)))
