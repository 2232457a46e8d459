"""A pair is settled from its card: planned at once, applied by a person, taken back (P09)."""

from uuid import UUID

import pytest
from django.test import Client

from provenance.database.tenancy import workspace
from provenance.models import ImportPlan
from tests.cast import Person, Stage, make_stage
from tests.provenance.correcting import grant
from tests.provenance.reconciling.acting import apply, mapped, roll_back, work
from tests.review.people import add_human
from tests.review.queue.conftest import Waiting
from tests.review.queue.test_queue import card, cards, page, queries

RAISED = "/decisions/raised"
KINDS = ("equivalent", "conflict", "contradiction")
NEEDS = "needs a grant to reconcile both of them"


def pair_of(person: Person, kind: str) -> UUID:
    (pair,) = cards(page(person, f"?kind={kind}"))
    return UUID(pair)


def settle(person: Person, pair: UUID, verdict: str):
    sent = {"pair": str(pair), "verdict": verdict, "back": "/queue"}
    return person.browser.post("/queue/settle", sent, follow=True)


def planned(answer) -> UUID:
    """The plan to whose page the form led."""
    ((where, status),) = answer.redirect_chain
    assert (status, where[:9]) == (302, "/imports/")
    return UUID(where[9:])


def plans(person: Person) -> int:
    with workspace(person.principal):
        return ImportPlan.objects.here().filter(format="reconcile:pairs").count()


def raised(person: Person) -> str:
    return person.browser.get(RAISED).content.decode()


@pytest.mark.parametrize(
    ("kind", "verdict", "one_event"),
    [("equivalent", "same", 1), *((kind, "distinct", 0) for kind in KINDS)],
)
def test_p09_a_pair_is_settled_by_a_plan_and_open_again_once_that_is_taken_back(
    rita: Person, waiting: Waiting, kind: str, verdict: str, one_event: int
) -> None:
    pair = pair_of(rita, kind)
    answer = settle(rita, pair, verdict)
    plan, shown = planned(answer), answer.content.decode()
    assert "Nothing is settled yet." in shown
    assert f"disposition={verdict}" in shown
    assert f"/imports/{plan}/apply" in shown
    assert str(pair) in cards(page(rita))
    assert mapped(rita) == set()

    rita.browser.post(f"/imports/{plan}/apply", {"mark": mark(rita, plan)})
    work(rita, plan)
    assert str(pair) not in cards(page(rita))
    assert str(pair) not in raised(rita)
    assert len(mapped(rita)) == one_event
    back = rita.browser.get(f"/imports/{plan}/rollback").content.decode()
    assert "What it settled is an open question again" in back

    rita.browser.post(f"/imports/{plan}/rollback")
    work(rita, plan)
    assert str(pair) in cards(page(rita))
    assert mapped(rita) == set()


def mark(person: Person, plan: UUID) -> str:
    shown = person.browser.get(f"/imports/{plan}/apply").content.decode()
    return shown.split('name="mark" value="')[1].split('"')[0]


def test_p05_same_is_offered_where_the_words_may_be_of_one_event(
    rita: Person, waiting: Waiting
) -> None:
    for kind in KINDS:
        shown = card(page(rita), pair_of(rita, kind))
        assert 'value="distinct">Not the same…' in shown
        assert ('value="same">The same…' in shown) == (kind == "equivalent")
        assert ("for possible equivalents alone" in shown) == (kind != "equivalent")
    plan = planned(settle(rita, pair_of(rita, "contradiction"), "same"))
    apply(rita, plan)
    assert len(cards(page(rita, "?kind=contradiction"))) == 1
    assert raised(rita).count('value="same"') == 1
    assert raised(rita).count('value="distinct"') == 3


def test_asked_twice_it_leads_to_the_plan_that_waits(rita: Person, waiting: Waiting) -> None:
    pair = pair_of(rita, "equivalent")
    first = planned(settle(rita, pair, "distinct"))
    assert planned(settle(rita, pair, "distinct")) == first
    assert planned(settle(rita, pair, "same")) != first
    apply(rita, first)
    roll_back(rita, first)
    assert planned(settle(rita, pair, "distinct")) != first


def test_p14_the_second_of_two_is_told_and_nothing_is_planned(
    rita: Person, waiting: Waiting
) -> None:
    pair = pair_of(rita, "equivalent")
    apply(rita, planned(settle(rita, pair, "distinct")))
    late = settle(rita, pair, "same")
    assert late.redirect_chain == [("/queue", 302)]
    assert "Somebody settled this before you. Nothing was planned." in late.content.decode()
    assert plans(rita) == 1


def test_p13_who_may_not_reconcile_is_told_what_is_needed(stage: Stage, waiting: Waiting) -> None:
    pair = pair_of(stage.rita, "equivalent")
    reader = add_human(stage.rita, "ben in person", grants=("recall",))
    reviewer = add_human(stage.rita, "rea", grants=("recall", "review"))
    for person in (reader, reviewer):
        for shown in (card(page(person), pair), raised(person)):
            assert NEEDS in shown
            assert 'value="distinct"' not in shown
        assert settle(person, pair, "distinct").status_code == 403
    narrow = add_human(stage.rita, "narrow", grants=("recall",))
    grant(stage.rita, narrow, "reconcile", principals=[stage.ben.principal.id])
    assert NEEDS in card(page(narrow), pair)
    assert settle(narrow, pair, "distinct").status_code == 404
    assert settle(make_stage().rita, pair, "distinct").status_code == 404
    assert Client().post("/queue/settle", {"pair": str(pair)}).status_code == 302
    assert plans(stage.rita) == 0


def test_p13_reconcile_alone_is_enough_to_apply_it(stage: Stage, waiting: Waiting) -> None:
    rec = add_human(stage.rita, "rec", grants=("recall", "reconcile"))
    pair = pair_of(rec, "equivalent")
    plan = planned(settle(rec, pair, "distinct"))
    rec.browser.post(f"/imports/{plan}/apply", {"mark": mark(rec, plan)})
    work(rec, plan)
    assert str(pair) not in cards(page(rec))


def test_a_form_without_its_token_or_of_other_words_plans_nothing(
    rita: Person, waiting: Waiting
) -> None:
    pair = str(pair_of(rita, "equivalent"))
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(rita.login)
    sent = {"pair": pair, "verdict": "distinct"}
    assert browser.post("/queue/settle", sent).status_code == 403
    assert rita.browser.get("/queue/settle").status_code == 405
    for odd in ({}, {"pair": pair}, {**sent, "verdict": "odd"}, {**sent, "pair": "x"}):
        assert rita.browser.post("/queue/settle", odd).status_code == 400
    assert plans(rita) == 0


def test_planning_one_pair_is_a_bounded_number_of_statements(
    rita: Person, waiting: Waiting, django_assert_max_num_queries
) -> None:
    pair = str(pair_of(rita, "equivalent"))
    with django_assert_max_num_queries(150):
        rita.browser.post("/queue/settle", {"pair": pair, "verdict": "same"})
    assert queries(rita, RAISED) == queries(rita, RAISED + "?kind=contradiction")


def test_the_two_are_named_by_when_they_were_recorded(rita: Person, waiting: Waiting) -> None:
    shown = card(page(rita), pair_of(rita, "equivalent"))
    for told in (shown, raised(rita)):
        assert "<span>recorded first</span>" in told
        assert "<span>recorded later</span>" in told
    assert "the one recorded first</option>" in shown
    assert "earlier" not in shown
