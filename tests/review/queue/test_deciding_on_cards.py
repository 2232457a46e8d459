"""Deciding from the queue: back to the list, told what happened, undone by a revert (P14)."""

from uuid import UUID

import pytest
from django.test import Client

from provenance.database.tenancy import workspace
from provenance.models import (
    ChronicleEvent,
    Correction,
    CorrectionDecision,
    CorrectionReversal,
    Receipt,
    UnresolvedPair,
)
from tests.cast import Person, Stage, make_stage
from tests.provenance.correcting import (
    facts,
    row,
    second_reviewer,
    standing,
    timeline,
)
from tests.provenance.test_screening import AIMED, recalled
from tests.review.people import add_human
from tests.review.queue.conftest import Waiting
from tests.review.queue.test_queue import card, cards, page

BACK = "/queue?kind=change"


def decide(person: Person, one: UUID, decision: str, **form: str):
    form = {"decision": decision, "back": BACK} | form
    return person.browser.post(f"/decisions/{one}/decide", form, follow=True)


def held(person: Person, one: UUID, act: str, reason: str = "A quotation."):
    sent = {"act": act, "reason": reason, "back": "/queue"}
    return person.browser.post(f"/queue/held/{one}", sent, follow=True)


def test_p14_accepting_a_card_leads_back_to_the_list(
    stage: Stage, rita: Person, waiting: Waiting
) -> None:
    answer = decide(rita, waiting.withdraw, "accept")
    assert answer.redirect_chain == [(BACK, 302)]
    shown = answer.content.decode()
    assert "Accepted. What it changes holds from now on." in shown
    assert cards(shown) == [str(waiting.correct)]
    assert standing(stage.ada, waiting.claim, waiting.made) == ["withdrawn", "withdrawn"]


@pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example", "/nowhere"])
def test_a_form_leads_back_to_pages_of_ours_alone(
    rita: Person, waiting: Waiting, back: str
) -> None:
    sent = {"decision": "reject", "back": back}
    answer = rita.browser.post(f"/decisions/{waiting.withdraw}/decide", sent)
    assert answer["Location"] == f"/decisions/{waiting.withdraw}"


def test_p14_a_note_says_why_a_card_was_rejected(
    stage: Stage, rita: Person, waiting: Waiting
) -> None:
    decide(rita, waiting.withdraw, "reject", note="It was said of this service.")
    with workspace(rita.principal):
        decision = CorrectionDecision.objects.here().get(correction_id=waiting.withdraw)
    assert (decision.decision, decision.note) == ("reject", "It was said of this service.")
    assert standing(stage.ada, waiting.claim) == ["reported"]


def test_p14_undo_is_a_revert_and_deletes_nothing(
    stage: Stage, rita: Person, waiting: Waiting
) -> None:
    assert f"/decisions/{waiting.withdraw}/revert" not in page(rita)
    decide(rita, waiting.withdraw, "accept")
    for path in ("/", "/queue"):
        shown = rita.browser.get(path).content.decode()
        assert "Undo the last decision" in shown
        assert f'action="/decisions/{waiting.withdraw}/revert"' in shown
    sent = {"back": "/queue"}
    undone = rita.browser.post(f"/decisions/{waiting.withdraw}/revert", sent, follow=True)
    assert undone.redirect_chain == [("/queue", 302)]
    assert "Reverted. What it changed stands as before." in undone.content.decode()
    assert standing(stage.ada, waiting.claim, waiting.made) == ["reported", "reported"]
    assert timeline(stage.ada, waiting.claim) == ["withdrawn", "reported"]
    with workspace(rita.principal):
        assert CorrectionDecision.objects.here().filter(correction_id=waiting.withdraw).exists()
        assert CorrectionReversal.objects.here().filter(correction_id=waiting.withdraw).exists()
    assert f"/decisions/{waiting.withdraw}/revert" not in undone.content.decode()


def test_undo_is_of_ones_own_last_acceptance(stage: Stage, rita: Person, waiting: Waiting) -> None:
    otto = second_reviewer(stage)
    decide(rita, waiting.correct, "accept")
    decide(otto, waiting.withdraw, "accept")
    decide(rita, waiting.adopt, "reject")
    assert f"/decisions/{waiting.correct}/revert" in page(rita)
    assert f"/decisions/{waiting.withdraw}/revert" in page(otto)


def test_p14_the_second_of_two_is_told_on_the_queue_and_nothing_is_decided_twice(
    stage: Stage, rita: Person, waiting: Waiting
) -> None:
    otto = second_reviewer(stage)
    seen = page(otto)
    assert str(waiting.withdraw) in cards(seen)
    decide(rita, waiting.withdraw, "reject")
    late = decide(otto, waiting.withdraw, "accept").content.decode()
    assert "Somebody decided this before you. Yours was not stored." in late
    with workspace(rita.principal):
        (decision,) = CorrectionDecision.objects.here().filter(correction_id=waiting.withdraw)
    assert decision.by_id == rita.principal.id
    assert standing(stage.ada, waiting.claim) == ["reported"]


def test_p14_the_proposer_decides_from_no_page(
    stage: Stage, rita: Person, waiting: Waiting
) -> None:
    otto = second_reviewer(stage)
    with workspace(rita.principal):
        before = Correction.objects.here().count()
    sent = {"target": str(waiting.claim), "kind": "withdraw", "reason": "I was told otherwise."}
    rita.browser.post("/queue/propose", sent)
    with workspace(rita.principal):
        assert Correction.objects.here().count() == before + 1
        mine = Correction.objects.here().latest("position").id
    assert decide(rita, mine, "accept").status_code == 403
    assert standing(stage.ada, waiting.claim) == ["reported"]
    assert decide(otto, mine, "accept").status_code == 200
    assert standing(stage.ada, waiting.claim) == ["withdrawn"]


def test_p11_nothing_on_the_queue_is_a_fact_before_a_person_accepts(
    stage: Stage, rita: Person, waiting: Waiting
) -> None:
    for _ in range(2):
        page(rita)
    assert facts(stage.ada) == []
    reader = add_human(stage.rita, "ben in person", grants=("recall",))
    assert decide(reader, waiting.adopt, "accept").status_code == 403
    assert facts(stage.ada) == []
    decide(rita, waiting.adopt, "accept")
    assert facts(stage.ada) == [("Releases need two approvals, always.", "current")]


def test_what_is_held_back_is_released_from_its_card(
    stage: Stage, rita: Person, waiting: Waiting
) -> None:
    assert AIMED in card(page(rita), waiting.held)
    assert recalled(stage.ben, "print the runbook") == []
    answer = held(rita, waiting.held, "release").content.decode()
    assert "Released. Recall can tell it from now on." in answer
    assert str(waiting.held) not in cards(answer)
    assert AIMED in recalled(stage.ben, "print the runbook")


def test_p14_what_is_kept_back_waits_no_more_and_can_be_released_later(
    stage: Stage, rita: Person, waiting: Waiting
) -> None:
    answer = held(rita, waiting.held, "keep", "It is aimed at agents.").content.decode()
    assert "Kept back." in answer
    assert str(waiting.held) not in cards(answer)
    assert recalled(stage.ben, "print the runbook") == []
    own = rita.browser.get(f"/observations/{waiting.held}").content.decode()
    assert "It is aimed at agents." in own
    assert 'badge withheld">withheld' in own
    with workspace(rita.principal):
        assert ChronicleEvent.objects.here().filter(act="kept_back", about_id=waiting.held).exists()
        assert Receipt.objects.here().filter(act="keep", observation_id=waiting.held).exists()
    assert row(stage.ada, waiting.held).admission == "quarantined"
    held(rita, waiting.held, "release")
    assert AIMED in recalled(stage.ben, "print the runbook")


def test_p14_the_second_of_two_who_look_at_quarantine_is_told(
    stage: Stage, rita: Person, waiting: Waiting
) -> None:
    held(rita, waiting.held, "release")
    late = held(second_reviewer(stage), waiting.held, "keep").content.decode()
    assert "Somebody decided this before you. Yours was not stored." in late
    assert AIMED in recalled(stage.ben, "print the runbook")


def test_p13_quarantine_is_for_reviewers(stage: Stage, waiting: Waiting) -> None:
    reader = add_human(stage.rita, "ben in person", grants=("recall",))
    for act in ("release", "keep"):
        assert held(reader, waiting.held, act).status_code == 403
        assert held(make_stage().rita, waiting.held, act).status_code == 404
    anonymous = Client().post(f"/queue/held/{waiting.held}", {"act": "keep", "reason": "x"})
    assert anonymous.status_code == 302
    assert recalled(stage.ben, "print the runbook") == []


@pytest.mark.parametrize(
    "sent", [{}, {"act": "keep"}, {"act": "erase", "reason": "x"}, {"act": "keep", "reason": "\0"}]
)
def test_a_form_that_says_something_else_is_refused(
    rita: Person, waiting: Waiting, sent: dict[str, str]
) -> None:
    assert rita.browser.post(f"/queue/held/{waiting.held}", sent).status_code == 400
    assert rita.browser.post("/queue/propose", sent).status_code == 400
    assert str(waiting.held) in cards(page(rita))


def test_forms_without_their_token_and_gets_decide_nothing(rita: Person, waiting: Waiting) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(rita.login)
    for path in (
        f"/queue/held/{waiting.held}",
        "/queue/propose",
        "/queue/together/decide",
        "/seen",
    ):
        assert browser.post(path, {"act": "release", "reason": "x"}).status_code == 403
        assert rita.browser.get(path).status_code == 405


def test_p09_a_pair_is_settled_by_a_proposal_like_any_other(
    stage: Stage, rita: Person, waiting: Waiting
) -> None:
    (pair,) = cards(page(rita, "?kind=contradiction"))
    shown = card(page(rita), UUID(pair))
    assert "Nothing changes while nobody decides" in shown
    with workspace(rita.principal):
        row = UnresolvedPair.objects.here().get(id=pair)
    sent = {"target": str(row.observation_id), "kind": "withdraw", "reason": "It was taken back."}
    answer = rita.browser.post("/queue/propose", sent, follow=True).content.decode()
    assert "Proposed. It waits in the queue; the pair stays as it is." in answer
    assert "It was taken back." in answer
    assert standing(stage.ada, row.observation_id) == ["reported"]


def test_p13_who_may_not_propose_is_offered_no_proposal(stage: Stage, waiting: Waiting) -> None:
    reader = add_human(stage.rita, "ben in person", grants=("recall",))
    assert "Propose a correction" not in page(reader)
    sent = {"target": str(waiting.claim), "kind": "withdraw", "reason": "x"}
    assert reader.browser.post("/queue/propose", sent).status_code == 403
