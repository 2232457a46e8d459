"""The bench: who may ask, what the page says of an answer, and that it holds no surprises."""

import re
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from provenance.database.tenancy import workspace
from provenance.models import Exposure, Question
from recall.services import query_vector
from tests.cast import Stage
from tests.contract.saying import say
from tests.provenance.correcting import accepted
from tests.provenance.erasing import here
from tests.provenance.test_held_back import hold_back
from tests.recall.review.bench import RECEIPT, address, assert_harmless, items, omitted, page
from tests.review.people import add_human
from tests.review.test_hostile import ATTACK

QUERY = "is the canary green?"
PATHS = ["/ask", address(QUERY), "/ask/saved"]


@pytest.mark.parametrize("path", PATHS)
def test_p13_a_stranger_is_asked_to_log_in(path: str) -> None:
    response = Client().get(path)
    assert response.status_code == 302
    assert response["Location"].startswith("/login?next=/ask")


@pytest.mark.parametrize("path", PATHS)
def test_p13_a_human_without_grants_reads_nothing(stage: Stage, path: str) -> None:
    say(stage.ada, "The canary is green.")
    human = add_human(stage.rita, "cleo in person", grants=())
    assert human.browser.get(path).status_code == 403


def test_p13_another_workspace_is_not_asked(stage: Stage) -> None:
    say(stage.ada, "The canary is green.")
    human = add_human(stage.mallory, "mallory in person", grants=("recall", "administer"))
    html = page(human, address(QUERY))
    assert items(html) == []
    assert human.browser.get(address(QUERY, view=stage.ben)).status_code == 400


@pytest.mark.parametrize("grants", [("recall",), ("recall", "review"), ("administer",)])
def test_readers_reviewers_and_administrators_ask(stage: Stage, grants: tuple[str, ...]) -> None:
    said = say(stage.ada, "The canary is green.")
    human = add_human(stage.rita, "somebody", grants=grants)
    view = stage.ben if "administer" in grants else None
    assert items(page(human, address(QUERY, view=view))) == [str(said)]


def test_the_bench_only_reads(stage: Stage) -> None:
    assert stage.rita.browser.post("/ask").status_code == 405
    for path in ("/ask/save", "/ask/saved/run"):
        assert stage.rita.browser.get(path).status_code == 405


def test_a_form_from_elsewhere_is_refused(stage: Stage) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(stage.rita.login)
    assert browser.post("/ask/save", {"receipt": "x"}).status_code == 403


def test_p12_each_item_says_why_it_is_here(stage: Stage) -> None:
    say(stage.ada, "The canary is green.")
    html = page(stage.rita, address(QUERY))
    assert re.search(r"Why it is here: found by [a-z, ]*lexical[a-z, ]*, candidate 1, sum", html)
    assert '<th scope="row">matched</th>' in html
    assert "recall over the workspace" in html
    assert '<th scope="row">embedding</th>' in html
    assert RECEIPT.findall(html)


def test_p12_what_was_left_out_is_named_with_its_reason(stage: Stage) -> None:
    for number in range(6):
        say(stage.ada, f"Canary report {number}: " + "all green, nothing to add. " * 10)
    gone = say(stage.ada, "The canary report of Monday is green.")
    accepted(stage, "withdraw", gone)
    html = page(stage.rita, address("canary report", budget_tokens=150, limit=4))
    assert omitted(html)["withdrawn"] == 1
    left = html.split('id="left-out"')[1]
    assert "Withdrawn: 1 candidate" in left
    assert f"/observations/{gone}" in left
    shown = [one for row in here(stage.rita, Exposure, door="browser") for one in row.observations]
    assert gone in shown, "what is named is shown"
    assert "No room: " in left
    assert "Beyond the limit: " in left


def test_p12_an_abstention_gives_its_reason(stage: Stage) -> None:
    say(stage.ada, "The canary is green.")
    html = page(stage.rita, address("favourite opera singer"))
    assert '<span title="no_support">Recall abstains</span>' in html


def test_p08_what_was_answered_then_stands_beside_what_is_answered_now(stage: Stage) -> None:
    kept = say(stage.ada, "The canary is green on Monday.")
    gone = say(stage.ada, "The canary is green on Tuesday.")
    then = datetime.now(UTC)
    accepted(stage, "withdraw", gone)
    late = say(stage.ada, "The canary is green on Sunday.")
    path = address(QUERY, as_of=then.isoformat(), beside="on")
    before, now = page(stage.rita, path).split('<h2 id="now">')
    assert set(items(before)) == {str(kept), str(gone)}
    assert set(items(now)) == {str(kept), str(late)}
    assert '<span class="badge went">went</span>' in before
    assert "It was withdrawn." in before
    assert '<span class="badge came">came</span>' in now
    assert "It was not recorded yet." in now
    same = page(stage.rita, address(QUERY, as_of=datetime.now(UTC).isoformat(), beside="on"))
    assert "Both answers tell the same, in the same order." in same
    alone = page(stage.rita, address(QUERY, as_of=then.isoformat()))
    assert set(items(alone)) == {str(kept), str(gone)}


def test_p13_what_is_held_back_is_counted_and_not_read(stage: Stage) -> None:
    said = say(stage.ada, "The canary is zqheldback.")
    hold_back(stage, said)
    reader = add_human(stage.rita, "ben in person", grants=("recall",))
    html = page(reader, address(QUERY))
    assert "Held back: 1 candidate" in html
    assert f"/observations/{said}" in html
    assert "zqheldback" not in html
    assert "zqheldback" in page(stage.rita, address(QUERY)), "rita reviews"


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ({"limit": 0}, "greater than or equal to 1"),
        ({"kinds": "gossip"}, "Select a valid choice"),
        ({"as_of": "yesterday"}, "Enter a valid date/time"),
        ({"beside": "on"}, "Say as of when"),
        ({"query": "x" * 5_000}, "at most 4000 characters"),
    ],
)
def test_a_question_that_cannot_be_asked_says_what_to_do(stage: Stage, query, says) -> None:
    asked = {"query": QUERY, **query}
    response = stage.rita.browser.get(address(**asked))
    assert response.status_code == 400
    assert says in response.content.decode()


def test_a_question_that_policy_refuses_is_answered_and_not_kept(stage: Stage) -> None:
    say(stage.ada, "The canary is green.")
    secret = "AKIA" + "Q3EGRIFTYUNWEALT"
    html = page(stage.rita, address(f"is the canary green with {secret}?"))
    assert "a policy refuses to keep its words" in html
    assert not RECEIPT.findall(html)
    with workspace(stage.rita.principal):
        assert not Question.objects.here().exists()


def test_hostile_words_are_harmless_on_the_bench(stage: Stage) -> None:
    gone = say(stage.ada, ATTACK + " canary", speaker_name=ATTACK[:200])
    say(stage.ada, ATTACK + " canary once more", speaker_name=ATTACK[:200])
    assert_harmless(stage.rita, address(ATTACK + " canary"))
    then = datetime.now(UTC).isoformat()
    accepted(stage, "withdraw", gone)
    assert_harmless(stage.rita, address(ATTACK + " canary", as_of=then, beside="on"))


def test_the_bench_asks_no_query_per_item(stage: Stage) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            page(stage.rita, address("canary green"))
        return len(captured)

    for number in range(3):
        say(stage.ada, f"The canary is green on day {number}.")
    say(stage.ada, "Nothing of the kind.")
    few = queries()
    for number in range(3, 12):
        say(stage.ada, f"The canary is green on day {number}.")
    assert queries() == few


def test_no_transaction_is_open_while_the_question_is_embedded(stage: Stage, monkeypatch) -> None:
    say(stage.ada, "The canary is green.")
    seen = []
    real = query_vector.embedder_of

    def embedder_of(within):
        embedder = real(within)
        seen.append(connection.in_atomic_block)
        return embedder

    monkeypatch.setattr(query_vector, "embedder_of", embedder_of)
    page(stage.rita, address(QUERY))
    assert seen == [False]
