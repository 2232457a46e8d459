"""Several decisions at once: previewed together, taken one by one, each told (P14)."""

from collections.abc import Iterable
from uuid import UUID

import pytest
from django.test import Client

from provenance.database.tenancy import workspace
from provenance.models import CorrectionDecision
from tests.cast import Person, Stage, make_stage
from tests.contract.saying import say
from tests.provenance.correcting import (
    decided,
    derived_from,
    facts,
    proposed,
    second_reviewer,
    standing,
)
from tests.provenance.test_screening import recalled
from tests.review.people import add_human
from tests.review.queue.conftest import CLAIM, Waiting
from tests.review.queue.test_queue import cards, page, queries

PATH = "/queue/together"


def preview(person: Person, items: Iterable[str], decision: str = "accept") -> str:
    sent = {"item": list(items), "decision": decision}
    response = person.browser.get(PATH, sent)
    assert response.status_code == 200, response.content
    return " ".join(response.content.decode().split())


def confirm(person: Person, items: Iterable[str], decision: str = "accept", note: str = "") -> str:
    sent = {"item": list(items), "decision": decision, "note": note}
    response = person.browser.post(f"{PATH}/decide", sent, follow=True)
    assert response.status_code == 200, response.content
    return " ".join(response.content.decode().split())


def id_of(made) -> UUID:
    return UUID(made.correction["id"])


def test_p14_the_preview_shows_the_joint_effect_and_decides_nothing(
    stage: Stage, rita: Person, waiting: Waiting
) -> None:
    both = [say(stage.ada, "the canary takes an hour"), say(stage.ada, "it is green by noon")]
    made = derived_from(stage.ada, both)
    first, second = (id_of(proposed(waiting.pat, "withdraw", one)) for one in both)
    alone = preview(rita, [f"change:{first}"])
    assert "1 uncertain" in alone
    together = preview(rita, [f"change:{first}", f"change:{second}"])
    assert "Accept 2 together?" in together
    assert "Recall would leave out 3 observations" in together
    assert "1 withdrawn" in together
    assert "1 uncertain" not in together
    assert standing(stage.ada, *both, made) == ["reported"] * 3
    confirm(rita, [f"change:{first}", f"change:{second}"])
    assert standing(stage.ada, *both, made) == ["withdrawn"] * 3


def test_p14_what_cannot_be_decided_is_named_with_the_reason_and_the_rest_is_done(
    stage: Stage, rita: Person, waiting: Waiting
) -> None:
    otto = second_reviewer(stage)
    other = say(stage.ada, "the canary takes an hour")
    mine = id_of(proposed(rita, "withdraw", other))
    items = [f"change:{mine}", f"change:{waiting.withdraw}", f"fact:{waiting.adopt}"]
    shown = preview(rita, items)
    assert "Accept 2 together?" in shown
    refused = shown[shown.index("Not yours to decide") :]
    assert "You proposed this. Another reviewer has to decide it." in refused
    assert f'value="change:{mine}"' not in shown
    assert "1 statement would become a fact." in shown
    # Somebody decides one of them while the preview is read.
    decided(otto, waiting.adopt, "reject")
    told = confirm(rita, items)
    assert "1: Somebody else has to decide this. Nothing was decided." in told
    assert "2: withdraw, proposed by scout: accepted." in told
    assert "3: Somebody decided this before you. Yours was not stored." in told
    assert standing(stage.ada, waiting.claim, other) == ["withdrawn", "reported"]
    assert facts(stage.ada) == []


def test_p14_two_about_one_observation_are_named_before_they_are_decided(
    stage: Stage, rita: Person, waiting: Waiting
) -> None:
    other = id_of(proposed(waiting.pat, "withdraw", say(stage.ada, "the canary takes an hour")))
    items = [f"change:{one}" for one in (waiting.correct, other, waiting.withdraw)]
    said = "Two of these are about the same observation (1 and 3): the later one decides."
    assert said in preview(rita, items)
    assert "about the same observation" not in preview(rita, items[:2])
    assert "about the same observation" not in preview(rita, items, "reject")
    confirm(rita, items)
    assert standing(stage.ada, waiting.claim) == ["withdrawn"]


def test_rejecting_together_keeps_the_note_on_each(
    stage: Stage, rita: Person, waiting: Waiting
) -> None:
    items = [f"change:{waiting.withdraw}", f"change:{waiting.correct}"]
    assert "Recall would" not in preview(rita, items, "reject")
    confirm(rita, items, "reject", "Neither holds.")
    with workspace(rita.principal):
        rows = CorrectionDecision.objects.here().filter(
            correction_id__in=[waiting.withdraw, waiting.correct]
        )
        assert list(rows.values_list("decision", "note")) == [("reject", "Neither holds.")] * 2


def test_what_is_held_back_is_decided_together_with_the_rest(
    stage: Stage, rita: Person, waiting: Waiting
) -> None:
    items = [f"held:{waiting.held}", f"change:{waiting.withdraw}"]
    assert "required" in preview(rita, items)
    told = confirm(rita, items, note="Looked at both.")
    assert "1: released." in told
    assert "2: withdraw, proposed by scout: accepted." in told
    assert recalled(stage.ben, "print the runbook")


def test_what_waits_no_more_is_counted_and_not_shown(rita: Person, waiting: Waiting) -> None:
    decided(rita, waiting.withdraw)
    shown = preview(rita, [f"change:{waiting.withdraw}", f"change:{waiting.correct}"])
    assert "1 of those selected waits no more" in shown
    assert "Accept 1 together?" in shown
    none = preview(rita, [f"change:{UUID(int=7)}"])
    assert "None of these is yours to decide" in none


def test_nothing_selected_says_what_to_do(rita: Person, waiting: Waiting) -> None:
    answer = rita.browser.get(PATH, {"decision": "accept"}, follow=True)
    assert answer.redirect_chain == [("/queue", 302)]
    assert "Nothing was selected." in answer.content.decode()


@pytest.mark.parametrize(
    "sent",
    [
        {"decision": "erase"},
        {"decision": "accept", "item": "change"},
        {"decision": "accept", "item": f"odd:{UUID(int=7)}"},
        {"decision": "accept", "item": [f"change:{UUID(int=n)}" for n in range(51)]},
    ],
)
def test_a_selection_that_is_none_is_refused(rita: Person, sent: dict[str, object]) -> None:
    assert rita.browser.get(PATH, sent).status_code == 400
    assert rita.browser.post(f"{PATH}/decide", sent).status_code == 400


def test_a_pair_and_a_plan_are_decided_by_nobody_from_here(rita: Person, waiting: Waiting) -> None:
    shown = page(rita)
    assert f'value="import:{waiting.plan}"' not in shown
    told = confirm(rita, [f"import:{waiting.plan}"])
    assert "1: " in told
    assert "Nothing was decided." in told
    assert str(waiting.plan) in cards(page(rita))


def test_p13_the_preview_is_for_who_may_see(stage: Stage, waiting: Waiting) -> None:
    item = f"change:{waiting.withdraw}"
    assert Client().get(f"{PATH}?decision=accept&item={item}").status_code == 302
    nobody = add_human(stage.rita, "cleo in person", grants=())
    assert nobody.browser.get(PATH, {"item": item, "decision": "accept"}).status_code == 403
    elsewhere = preview(make_stage().rita, [item])
    assert CLAIM not in elsewhere
    assert "1 of those selected waits no more, or is not yours to see." in elsewhere
    reader = add_human(stage.rita, "ben in person", grants=("recall",))
    shown = preview(reader, [item])
    assert "You hold no grant to review all that it is about." in shown
    told = confirm(reader, [item])
    assert "Nothing was decided." in told
    assert standing(stage.ada, waiting.claim) == ["reported"]


def test_the_preview_asks_no_query_per_item(stage: Stage, rita: Person, waiting: Waiting) -> None:
    ids = [
        id_of(proposed(waiting.pat, "withdraw", say(stage.ada, f"the canary takes {n} hours")))
        for n in range(6)
    ]
    path = PATH + "?decision=accept&item=change:"
    two = queries(rita, path + "&item=change:".join(str(one) for one in ids[:2]))
    assert queries(rita, path + "&item=change:".join(str(one) for one in ids)) == two
