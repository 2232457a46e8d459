"""The queue: everything that waits for a person is one list of cards, told honestly."""

import re
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from provenance.database.tenancy import workspace
from provenance.models import Exposure, ImportRun
from tests.cast import Person, Stage, make_stage
from tests.contract.saying import say
from tests.provenance.correcting import (
    accepted,
    decided,
    derived_from,
    grant,
    many_derived,
    proposed,
    proposing,
    second_reviewer,
)
from tests.provenance.test_held_back import hold_back
from tests.provenance.test_screening import AIMED
from tests.review.people import add_human
from tests.review.queue.conftest import CLAIM, NEW, Waiting, one_of_each


def page(person: Person, query: str = "") -> str:
    response = person.browser.get("/queue" + query)
    assert response.status_code == 200, response.content
    return " ".join(response.content.decode().split())


def cards(shown: str) -> list[str]:
    """The ids of the cards of a page, in their order."""
    return re.findall(r'id="c-([0-9a-f-]{36})" tabindex', shown)


def card(shown: str, one: UUID) -> str:
    """What one card says."""
    start = shown.index(f'id="c-{one}"')
    end = shown.find("data-card", shown.index("data-card", start) + 1)
    return shown[start : end if end > 0 else None]


def test_everything_that_waits_is_one_list_and_each_kind_can_be_had_alone(
    rita: Person, waiting: Waiting
) -> None:
    shown = page(rita)
    assert len(cards(shown)) == 8
    assert cards(shown)[0] == str(waiting.plan)
    kinds = {
        "change": [waiting.correct, waiting.withdraw],
        "fact": [waiting.adopt],
        "held": [waiting.held],
        "import": [waiting.plan],
    }
    for kind, ids in kinds.items():
        assert cards(page(rita, f"?kind={kind}")) == [str(one) for one in ids]
    for kind in ("contradiction", "conflict", "equivalent"):
        assert len(cards(page(rita, f"?kind={kind}"))) == 1
    assert cards(page(rita, "?order=oldest")) == cards(shown)[::-1]
    assert '>Changes <span class="count">2</span>' in shown


@pytest.mark.parametrize("query", ["?kind=odd", "?order=odd", "?after=x"])
def test_a_filter_that_is_none_leads_nowhere(rita: Person, query: str) -> None:
    assert rita.browser.get("/queue" + query).status_code == 404


def test_pages_follow_each_other_across_the_kinds(
    rita: Person, waiting: Waiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = cards(page(rita))
    monkeypatch.setattr("provenance.review.queue.A_PAGE", 3)
    found: list[str] = []
    query = ""
    while True:
        shown = page(rita, query)
        found += cards(shown)
        onward = re.findall(r'href="(\?[^"]*after=[^"]+)" rel="next"', shown)
        if not onward:
            break
        query = onward[0].replace("&amp;", "&")
    assert found == whole


def test_a_card_says_who_said_what_when_and_what_stands_behind_it(
    rita: Person, waiting: Waiting
) -> None:
    one = card(page(rita), waiting.withdraw)
    for known in (
        CLAIM,
        "<b>sam</b>",
        "the person's word",
        "time of recording",
        "1 person behind it",
        "names no source, led to 1",
        "proposed by scout",
        "waiting under a minute",
        "It was said of another service.",
    ):
        assert known in one


def test_p14_a_card_shows_before_and_after_and_what_recall_would_answer(
    stage: Stage, rita: Person, waiting: Waiting
) -> None:
    one = card(page(rita), waiting.withdraw)
    assert 'badge reported">reported' in one
    assert 'badge withdrawn">withdrawn' in one
    assert "and 1 more withdrawn" in one
    assert "Recall would leave out 2 observations, and count them among what it omits." in one
    correct = card(page(rita), waiting.correct)
    assert NEW in correct
    assert "as a fact that you decided" in correct
    assert "Recall would leave it out" in correct
    adopt = card(page(rita), waiting.adopt)
    assert "badge withdrawn" not in adopt
    # And so it is: what the card foretold is what acceptance does.
    decided(rita, waiting.withdraw)
    answer = stage.ben.post("/v1/recall", {"query": CLAIM}).json()
    told = {item["observation"] for item in answer["episodic"]}
    assert not told & {str(waiting.claim), str(waiting.made)}
    assert answer["omitted"]["withdrawn"] >= 1


def test_a_card_reckons_with_what_others_leave_standing(stage: Stage, rita: Person) -> None:
    pat = proposing(stage)
    sources = [say(stage.ada, "the canary takes an hour"), say(stage.ada, "it is green by noon")]
    derived_from(stage.ada, sources)
    waits = proposed(pat, "withdraw", sources[0])
    shown = card(page(rita), UUID(waits.correction["id"]))
    assert "and 1 more uncertain" in shown
    assert "Recall would go on telling 1 observation, marked as uncertain." in shown


def test_a_card_counts_facts_that_would_fall(stage: Stage, rita: Person) -> None:
    said = say(stage.ada, CLAIM)
    accepted(stage, "adopt", said)
    waits = proposed(proposing(stage), "withdraw", said)
    shown = card(page(rita), UUID(waits.correction["id"]))
    assert "It would no longer tell 1 fact as current." in shown


def test_where_much_comes_from_it_the_card_says_that_it_counted_a_part(
    stage: Stage, rita: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = "provenance.services.reviewing.queue.would_change.MOST_REACHED"
    monkeypatch.setattr(module, 5)
    said = say(stage.ada, CLAIM)
    many_derived(stage.ada, said, 20, chained=True)
    waits = proposed(proposing(stage), "withdraw", said)
    assert "these are counted here" in card(page(rita), UUID(waits.correction["id"]))


def test_a_restored_observation_is_told_again(stage: Stage, rita: Person) -> None:
    said = say(stage.ada, CLAIM)
    accepted(stage, "withdraw", said)
    waits = proposed(proposing(stage), "restore", said)
    shown = card(page(rita), UUID(waits.correction["id"]))
    assert "Recall would tell it again." in shown


def test_p11_a_card_promises_no_fact_of_what_is_held_back(stage: Stage, rita: Person) -> None:
    said = say(stage.ada, CLAIM)
    waits = proposed(proposing(stage), "adopt", said)
    one = UUID(waits.correction["id"])
    assert "as a fact that you decided" in card(page(rita), one)
    hold_back(stage, said)
    shown = card(page(rita), one)
    assert "nothing becomes a fact of that" in shown
    assert "as a fact that you decided" not in shown


def test_what_is_decided_waits_no_more(rita: Person, waiting: Waiting) -> None:
    decided(rita, waiting.withdraw)
    decided(rita, waiting.correct, "reject")
    shown = cards(page(rita))
    assert str(waiting.withdraw) not in shown
    assert str(waiting.correct) not in shown


def test_an_empty_queue_says_what_comes_here(rita: Person) -> None:
    assert "Nothing waits for a person." in page(rita)
    assert "Nothing of this kind waits" in page(rita, "?kind=held")


def test_the_queue_asks_no_query_per_card(stage: Stage, waiting: Waiting, tmp_path) -> None:
    page(stage.rita)
    few = queries(stage.rita)
    for _ in range(3):
        said = say(stage.ada, "another claim about the canary")
        derived_from(stage.ada, [said])
        proposed(waiting.pat, "withdraw", said)
        proposed(waiting.pat, "adopt", said)
        say(stage.ada, AIMED, speaker_role="tool", kind="tool_result")
    assert queries(stage.rita) == few


def queries(person: Person, path: str = "/queue") -> int:
    with CaptureQueriesContext(connection) as captured:
        assert person.browser.get(path).status_code == 200
    return len(captured)


def test_what_the_cards_show_is_an_exposure(rita: Person, waiting: Waiting) -> None:
    page(rita, "?kind=change")
    with workspace(rita.principal):
        (exposure,) = Exposure.objects.here().filter(door="browser")
        assert exposure.observations == [waiting.claim]


def test_p13_strangers_and_people_without_a_grant_see_no_queue(
    stage: Stage, waiting: Waiting
) -> None:
    assert Client().get("/queue").status_code == 302
    nobody = add_human(stage.rita, "cleo in person", grants=())
    refused = nobody.browser.get("/queue")
    assert (refused.status_code, CLAIM in refused.content.decode()) == (403, False)
    elsewhere = make_stage().rita
    assert cards(page(elsewhere)) == []


def test_p13_a_reader_sees_what_waits_and_why_it_is_not_theirs(
    stage: Stage, waiting: Waiting
) -> None:
    reader = add_human(stage.rita, "ben in person", grants=("recall",))
    shown = page(reader)
    assert "You hold no grant to review all that it is about." in card(shown, waiting.withdraw)
    assert "<textarea" not in card(shown, waiting.withdraw)
    assert str(waiting.plan) not in cards(shown)
    held = card(shown, waiting.held)
    assert AIMED not in shown
    assert "Held back: only reviewers read it." in held


def test_p13_what_lies_outside_a_scope_is_on_no_card_and_in_no_count(
    stage: Stage, waiting: Waiting
) -> None:
    narrow = add_human(stage.rita, "narrow", grants=())
    grant(stage.rita, narrow, "recall", principals=[stage.ben.principal.id])
    shown = page(narrow)
    assert cards(shown) == []
    assert 'class="count"' not in shown


def test_p14_the_proposer_is_told_that_somebody_else_decides(
    stage: Stage, rita: Person, waiting: Waiting
) -> None:
    mine = UUID(proposed(rita, "withdraw", waiting.claim).correction["id"])
    alone = card(page(rita), mine)
    assert "You are the only reviewer" in alone
    second_reviewer(stage)
    shown = card(page(rita), mine)
    assert "You proposed this. Another reviewer has to decide it." in shown
    assert 'value="accept"' not in shown


def test_a_plan_that_was_applied_waits_no_more(rita: Person, waiting: Waiting) -> None:
    assert f'href="/imports/{waiting.plan}"' in page(rita)
    with workspace(rita.principal):
        ImportRun.objects.here().filter(plan_id=waiting.plan).update(state="applied")
    assert cards(page(rita, "?kind=import")) == []


def test_times_are_marked_for_the_readers_zone(rita: Person, waiting: Waiting) -> None:
    shown = card(page(rita), waiting.withdraw)
    assert len(re.findall(r'<time datetime="[^"]+\+00:00" title="[^"]+Z">', shown)) == 2


def test_hostile_words_are_text_on_every_card(stage: Stage, rita: Person, tmp_path) -> None:
    attack = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>{{ 7|add:7 }}"
    pat = proposing(stage)
    said = say(stage.ada, attack, speaker_name=attack)
    proposed(pat, "correct", said, statement=attack + " new", reason=attack)
    one_of_each(stage, tmp_path)
    shown = page(rita)
    assert "&lt;script&gt;alert(1)" in shown
    assert "<script>alert" not in shown
    assert not re.search(r"<[a-z]+ [^<>]*\sonerror=", shown)
    assert ">14<" not in shown
