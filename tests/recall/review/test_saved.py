"""Saved questions: kept with what they expect, checked, broken, retired, and gone when erased."""

from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from provenance.database.tenancy import workspace
from provenance.models import (
    ChronicleEvent,
    Exposure,
    Grant,
    Receipt,
    SavedQuestion,
)
from provenance.services.access.granting import revoke
from tests.cast import Stage
from tests.contract.saying import say
from tests.provenance.correcting import accepted, reverted
from tests.provenance.erasing import erased, here, rows_that_say
from tests.provenance.test_erasure import new_word
from tests.provenance.test_screening import switch_on
from tests.recall.review.bench import RECEIPT, address, assert_harmless, items, page, saved
from tests.recall.review.checks import checked
from tests.review.people import add_human
from tests.review.test_hostile import ATTACK

QUERY = "is the canary green?"


@pytest.fixture
def said(stage: Stage) -> UUID:
    """What the saved question expects."""
    return say(stage.ada, "The canary is green on Fridays.")


def test_a_saved_question_that_is_answered_as_expected_passes(stage: Stage, said: UUID) -> None:
    html = saved(stage.rita, address(QUERY, view=stage.ben), said)
    assert "not checked yet" in html
    (check,) = checked(stage)
    assert check.outcome == "passed"
    html = page(stage.rita, "/ask/saved")
    assert '<span class="badge passed">passed</span>' in html
    assert "In place 1" in html
    assert "as ben" in html


def test_p09_a_withdrawn_source_breaks_it_and_a_revert_mends_it(stage: Stage, said: UUID) -> None:
    saved(stage.rita, address(QUERY), said)
    checked(stage)
    correction = accepted(stage, "withdraw", said)
    (check,) = checked(stage)
    assert check.outcome == "broken"
    html = page(stage.rita, "/ask/saved")
    assert '<span class="badge broken">broken</span>' in html
    assert "was passed" in html
    assert "It was withdrawn. Was in place 1." in html
    assert "Broken: 1" in html
    assert QUERY in page(stage.rita, "/ask/saved?state=broken")
    reverted(stage.rita, correction)
    assert checked(stage)[0].outcome == "passed"
    assert "None is broken." in page(stage.rita, "/ask/saved?state=broken")


def test_a_place_that_changed_is_told_with_the_one_before(stage: Stage, said: UUID) -> None:
    first = say(stage.ada, "Is the canary green? The canary is green, the canary.")
    saved(stage.rita, address(QUERY), said)
    checked(stage)
    before = checked(stage)[0].found[0]["place"]
    accepted(stage, "withdraw", first)
    (check,) = checked(stage)
    assert (before, check.found[0]["place"]) == (2, 1)
    assert "In place 1. Was in place 2." in page(stage.rita, "/ask/saved")


def test_p12_with_nothing_expected_recall_has_to_abstain(stage: Stage, said: UUID) -> None:
    query = "favourite opera singer"
    html = saved(stage.rita, address(query))
    assert "Expects that recall abstains." in html
    assert checked(stage)[0].outcome == "passed"
    say(stage.ada, "My favourite opera singer is Maria.")
    assert checked(stage)[0].outcome == "broken"


def test_a_check_tells_nobody_and_so_records_nothing(stage: Stage, said: UUID) -> None:
    saved(stage.rita, address(QUERY, view=stage.ben), said)
    receipts, exposures = here(stage.rita, Receipt), here(stage.rita, Exposure)
    checked(stage)
    assert here(stage.rita, Receipt) == receipts
    assert here(stage.rita, Exposure) == exposures


def test_who_lost_the_grant_is_told_nothing_and_the_check_says_why(
    stage: Stage, said: UUID
) -> None:
    human = add_human(stage.rita, "for a while", grants=("recall",))
    saved(human, address(QUERY), said)
    with workspace(stage.rita.principal):
        grant = Grant.objects.here().get(principal_id=human.principal.id)
        revoke(by=stage.rita.principal.id, grant=grant, reason="over", at=datetime.now(UTC))
    (check,) = checked(stage)
    assert (check.outcome, check.code) == ("broken", "capability_required")


def test_the_same_answer_is_saved_once(stage: Stage, said: UUID) -> None:
    (receipt,) = RECEIPT.findall(page(stage.rita, address(QUERY)))
    for _ in range(2):
        stage.rita.browser.post("/ask/save", {"receipt": receipt, "expected": [str(said)]})
    assert len(here(stage.rita, SavedQuestion)) == 1
    assert len(here(stage.rita, ChronicleEvent, act="question_saved")) == 1


def test_the_saved_one_is_asked_as_it_was_asked(stage: Stage, said: UUID) -> None:
    path = address(QUERY, view=stage.ben, limit=3, sort="recency", kinds=["turn", "note"])
    html = saved(stage.rita, path, said)
    (row,) = here(stage.rita, SavedQuestion)
    assert row.asked["kinds"] == ["turn", "note"]
    assert (row.asked["limit"], row.asked["sort"]) == (3, "recency")
    assert row.view_id == stage.ben.principal.id
    assert "limit=3" in html
    assert "kinds=turn&amp;kinds=note" in html


def test_p13_saved_questions_are_seen_by_who_may_take_the_view(stage: Stage, said: UUID) -> None:
    saved(stage.rita, address(QUERY, view=stage.ben), said)
    reader = add_human(stage.rita, "ben in person", grants=("recall",))
    reviewer = add_human(stage.rita, "reviewer", grants=("recall", "review"))
    elsewhere = add_human(stage.mallory, "mallory in person", grants=("recall", "review"))
    assert QUERY in page(reviewer, "/ask/saved")
    for person in (reader, elsewhere):
        assert QUERY not in page(person, "/ask/saved")
        (row,) = here(stage.rita, SavedQuestion)
        assert person.browser.post(f"/ask/saved/{row.id}/retire").status_code == 404


def test_p13_nobody_saves_another_persons_recall_or_expects_what_is_out_of_sight(
    stage: Stage, said: UUID
) -> None:
    (receipt,) = RECEIPT.findall(page(stage.rita, address(QUERY)))
    reviewer = add_human(stage.rita, "reviewer", grants=("recall", "review"))
    assert reviewer.browser.post("/ask/save", {"receipt": receipt}).status_code == 404
    theirs = say(stage.mallory, "The canary is green elsewhere.")
    sent = {"receipt": receipt, "expected": [str(theirs)]}
    assert stage.rita.browser.post("/ask/save", sent).status_code == 404
    answer = stage.ben.post("/v1/recall", {"query": QUERY}).json()
    assert stage.rita.browser.post("/ask/save", {"receipt": answer["id"]}).status_code == 404
    assert stage.rita.browser.post("/ask/save", {"receipt": "x"}).status_code == 400
    assert not here(stage.rita, SavedQuestion)


def test_p10_a_question_that_policy_refuses_is_not_saved(stage: Stage, said: UUID) -> None:
    secret = "AKIA" + "Q3EGRIFTYUNWEALT"
    page(stage.rita, address(f"is the canary green with {secret}?"))
    (receipt,) = here(stage.rita, Receipt, act="recall")
    response = stage.rita.browser.post("/ask/save", {"receipt": receipt.id}, follow=True)
    assert "Nothing was saved." in response.content.decode()
    assert not here(stage.rita, SavedQuestion)
    assert list(rows_that_say(secret)) == []


def test_p10_what_a_stricter_policy_refuses_by_now_is_not_saved(stage: Stage, said: UUID) -> None:
    (receipt,) = RECEIPT.findall(page(stage.rita, address(QUERY + " sam@acme.test")))
    switch_on(stage.rita, outcomes={"personal.email": "reject"})
    response = stage.rita.browser.post("/ask/save", {"receipt": receipt}, follow=True)
    assert "Nothing was saved." in response.content.decode()
    assert not here(stage.rita, SavedQuestion)


@pytest.mark.parametrize("which", ["returned", "expected"])
def test_p14_erasing_what_it_is_about_takes_its_words(stage: Stage, which: str) -> None:
    word = new_word()
    returned = say(stage.ada, f"The canary is called {word}.")
    others = [say(stage.ada, f"{word} {word} is green on day {n}.") for n in range(3)]
    path = address(f"who is {word}?", limit=1)
    html = page(stage.rita, path)
    told, (receipt,) = UUID(items(html)[0]), RECEIPT.findall(html)
    expected = next(one for one in (returned, *others) if one != told)
    sent = {"receipt": receipt, "expected": [str(expected)]}
    assert stage.rita.browser.post("/ask/save", sent).status_code == 302
    assert "question" in set(rows_that_say(f"who is {word}"))
    checked(stage)
    erased(stage.rita, told if which == "returned" else expected)
    html = page(stage.rita, "/ask/saved")
    assert "Its words were erased with something that it is about." in html
    assert f"who is {word}" not in html
    assert list(rows_that_say(f"who is {word}")) == []
    assert checked(stage)[0].outcome == "erased"


def test_who_saved_it_or_reviews_retires_it(stage: Stage, said: UUID) -> None:
    human = add_human(stage.rita, "ben in person", grants=("recall",))
    saved(human, address(QUERY), said)
    saved(human, address("canary on Fridays"), said)
    first, second = here(stage.rita, SavedQuestion)
    assert human.browser.post(f"/ask/saved/{first.id}/retire").status_code == 302
    assert stage.rita.browser.post(f"/ask/saved/{second.id}/retire").status_code == 302
    assert stage.rita.browser.post(f"/ask/saved/{second.id}/retire").status_code == 404
    assert "None yet." in page(human, "/ask/saved")
    assert checked(stage) == []
    assert len(here(stage.rita, ChronicleEvent, act="question_retired")) == 2


def test_hostile_words_are_harmless_among_the_saved(stage: Stage) -> None:
    said = say(stage.ada, ATTACK + " canary", speaker_name=ATTACK[:200])
    saved(stage.rita, address(ATTACK + " canary"), said)
    checked(stage)
    assert_harmless(stage.rita, "/ask/saved")


def test_the_list_asks_no_query_per_question(stage: Stage, said: UUID) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            page(stage.rita, "/ask/saved")
        return len(captured)

    saved(stage.rita, address(QUERY), said)
    checked(stage)
    few = queries()
    for number in range(4):
        saved(stage.rita, address(f"{QUERY} {number}"), said, say(stage.ada, f"canary {number}"))
    checked(stage)
    assert queries() == few


def test_the_list_is_read_page_by_page(stage: Stage, said: UUID, monkeypatch) -> None:
    monkeypatch.setattr("recall.review.saved.A_PAGE", 2)
    for number in range(3):
        saved(stage.rita, address(f"{QUERY} {number}"), said)
    first = page(stage.rita, "/ask/saved")
    assert (QUERY + " 2" in first, QUERY + " 0" in first) == (True, False)
    older = first.split('<nav class="more"')[1].split('href="')[1].split('"')[0]
    second = page(stage.rita, "/ask/saved" + older)
    assert (QUERY + " 2" in second, QUERY + " 0" in second) == (False, True)
    assert stage.rita.browser.get("/ask/saved?before=x").status_code == 404
