"""Who may open, and do, what on the pages of imports (P13)."""

import pytest
from django.test import Client

from tests.cast import Person, Stage
from tests.factories import UserFactory
from tests.provenance.importing.corpus import count
from tests.review.imports.plans import send, sent, some_lines
from tests.review.people import add_human

PAGES = ["", "/items", "/apply", "/rollback"]
FORMS = ["choose", "apply", "cancel", "resume", "rollback"]


@pytest.fixture
def plan(stage: Stage) -> str:
    return sent(stage.rita, some_lines(2), name="canary.jsonl")


@pytest.mark.parametrize("page", ["/imports", "/imports/new"])
def test_p13_a_stranger_is_asked_to_log_in(page: str) -> None:
    answer = Client().get(page)
    assert (answer.status_code, answer["Location"]) == (302, f"/login?next={page}")


@pytest.mark.parametrize("page", PAGES)
def test_p13_a_stranger_reads_no_plan(plan: str, page: str) -> None:
    answer = Client().get(plan + page)
    assert (answer.status_code, answer["Location"]) == (302, f"/login?next={plan}{page}")


def test_p13_a_stranger_sends_nothing(stage: Stage) -> None:
    nobody = Person(principal=stage.rita.principal, caller=stage.rita.caller)
    answer = send(nobody, some_lines(1))
    assert (answer.status_code, answer["Location"]) == (302, "/login?next=/")


@pytest.mark.parametrize("grants", [(), ("recall",), ("recall", "review", "observe")])
def test_p13_without_reconcile_the_page_says_what_is_missing(
    stage: Stage, plan: str, grants: tuple[str, ...]
) -> None:
    human = add_human(stage.rita, "reader", grants=grants)
    for page in ("/imports", "/imports/new", *(plan + one for one in PAGES)):
        answer = human.browser.get(page)
        assert answer.status_code == 403, page
        assert "capability reconcile" in answer.content.decode()
        assert "canary" not in answer.content.decode()
    for act in FORMS:
        assert human.browser.post(f"{plan}/{act}", {"do": "leave-all"}).status_code == 403
    assert send(human, some_lines(1)).status_code == 403
    if "recall" in grants:
        assert ">Imports<" not in human.browser.get("/").content.decode()


def test_p13_who_may_reconcile_but_not_observe_reads_and_is_told_why_not_more(
    stage: Stage, plan: str
) -> None:
    human = add_human(stage.rita, "checker", grants=("recall", "reconcile"))
    page = human.browser.get(plan).content.decode()
    assert "To act on them you need <code>observe</code> too" in page
    items = human.browser.get(f"{plan}/items").content.decode()
    assert 'name="item"' not in items
    assert human.browser.get(f"{plan}/apply").status_code == 403
    for act in FORMS:
        assert human.browser.post(f"{plan}/{act}", {"do": "leave-all"}).status_code == 403
    assert send(human, some_lines(1)).status_code == 403
    assert ">Imports<" in human.browser.get("/").content.decode()


def test_who_may_reconcile_and_observe_needs_no_more(stage: Stage, plan: str) -> None:
    human = add_human(stage.rita, "importer", grants=("reconcile", "observe"))
    for page in ("/imports", "/imports/new", *(plan + one for one in PAGES[:3])):
        assert human.browser.get(page).status_code == 200


def test_p13_a_plan_of_another_workspace_does_not_exist(stage: Stage, plan: str) -> None:
    human = add_human(
        stage.mallory, "mallory in person", grants=("recall", "reconcile", "observe", "administer")
    )
    for page in PAGES:
        assert human.browser.get(plan + page).status_code == 404
    for act in FORMS:
        answer = human.browser.post(f"{plan}/{act}", {"item": ["0"], "do": "leave"})
        assert answer.status_code == 404
    assert "canary" not in human.browser.get("/imports").content.decode()
    assert count(stage.rita) == 0


def test_a_login_without_a_principal_is_told_what_to_do(plan: str) -> None:
    browser = Client()
    browser.force_login(UserFactory(is_staff=False, is_superuser=False))
    for answer in (
        browser.get("/imports"),
        browser.post("/imports/new"),
        browser.post(f"{plan}/apply"),
    ):
        assert answer.status_code == 403
        assert "Ask an administrator" in answer.content.decode()


def test_an_act_that_there_is_not_is_not_found(stage: Stage, plan: str) -> None:
    assert stage.rita.browser.get(f"{plan}/unknown").status_code == 404
    assert stage.rita.browser.post(f"{plan}/unknown").status_code == 404


@pytest.mark.parametrize("page", ["/imports", "/items"])
def test_a_list_only_reads(stage: Stage, plan: str, page: str) -> None:
    address = page if page == "/imports" else plan + page
    assert stage.rita.browser.post(address).status_code == 405
