"""Who may open which page: closed until opened (P13)."""

from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.test import Client

from provenance.database.tenancy import workspace
from provenance.models import Grant
from provenance.services.access.granting import give, revoke
from tests.cast import Stage
from tests.factories import UserFactory
from tests.review.conversation import say
from tests.review.people import add_human

PAGES = ["home", "session", "observation"]
CONTENT = ["session", "observation"]


@pytest.mark.parametrize("page", PAGES)
def test_p13_a_stranger_is_asked_to_log_in(page: str, pages: dict[str, str]) -> None:
    response = Client().get(pages[page])
    assert response.status_code == 302
    assert response["Location"] == f"/login?next={pages[page]}"


@pytest.mark.parametrize("page", PAGES)
def test_p13_a_human_without_grants_reads_nothing(
    stage: Stage, page: str, pages: dict[str, str]
) -> None:
    human = add_human(stage.rita, "cleo in person", grants=())
    response = human.browser.get(pages[page])
    assert response.status_code == 403
    assert "canary" not in response.content.decode()


@pytest.mark.parametrize("page", CONTENT)
def test_p13_another_workspace_looks_like_nothing_at_all(
    stage: Stage, page: str, pages: dict[str, str]
) -> None:
    human = add_human(stage.mallory, "mallory in person", grants=("recall", "administer"))
    missing = "/".join([*pages[page].split("/")[:-1], str(UUID(int=7))])
    theirs, nobodys = human.browser.get(pages[page]), human.browser.get(missing)
    assert theirs.status_code == nobodys.status_code == 404
    assert "canary" not in theirs.content.decode()


@pytest.mark.parametrize("page", PAGES)
def test_a_human_who_may_recall_reads(stage: Stage, page: str, pages: dict[str, str]) -> None:
    human = add_human(stage.rita, "ben in person", grants=("recall",))
    response = human.browser.get(pages[page])
    assert response.status_code == 200
    assert "canary" in response.content.decode() or page == "observation"
    assert response["Cache-Control"].startswith("max-age=0")


@pytest.mark.parametrize("page", CONTENT)
def test_p13_what_lies_outside_a_grants_scope_is_not_found(
    stage: Stage, page: str, pages: dict[str, str]
) -> None:
    human = add_human(stage.rita, "narrow", grants=())
    with workspace(stage.rita.principal):
        give(
            by=stage.rita.principal.id,
            principal_id=human.principal.id,
            capability="recall",
            principals=[stage.ben.principal.id],
            reason="what ben says",
            at=datetime.now(UTC),
        )
    assert human.browser.get(pages[page]).status_code == 404
    assert "canary" not in human.browser.get("/").content.decode()


def test_p13_a_revoked_grant_closes_the_next_page(stage: Stage, pages: dict[str, str]) -> None:
    human = add_human(stage.rita, "for a while", grants=("recall",))
    assert human.browser.get(pages["observation"]).status_code == 200
    with workspace(stage.rita.principal):
        grant = Grant.objects.here().get(principal_id=human.principal.id)
        revoke(by=stage.rita.principal.id, grant=grant, reason="over", at=datetime.now(UTC))
    assert human.browser.get(pages["observation"]).status_code == 403


@pytest.mark.parametrize("page", CONTENT)
def test_the_pages_only_read(stage: Stage, page: str, pages: dict[str, str]) -> None:
    assert stage.rita.browser.post(pages[page]).status_code == 405


@pytest.mark.parametrize("query", ["?before=x", "?before=%2F"])
def test_a_cursor_that_is_none_leads_nowhere(stage: Stage, query: str) -> None:
    assert stage.rita.browser.get("/" + query).status_code == 404


def test_a_login_without_a_principal_is_told_what_to_do() -> None:
    browser = Client()
    browser.force_login(UserFactory(is_staff=False, is_superuser=False))
    response = browser.get("/")
    assert response.status_code == 403
    assert "Ask an administrator" in response.content.decode()


def test_a_login_with_two_workspaces_chooses_one_and_may_switch(stage: Stage) -> None:
    say(stage.ada, "said in the first workspace")
    first = add_human(stage.rita, "traveller", grants=("recall",))
    second = add_human(stage.mallory, "traveller", grants=("recall",), login=first.login)
    asked = first.browser.get("/")
    assert asked["Location"] == "/workspace?next=%2F"
    assert "as <bdi>traveller</bdi>" in first.browser.get(asked["Location"]).content.decode()

    def home_after_choosing(workspace_id: UUID) -> str:
        sent = {"workspace": str(workspace_id), "next": "/"}
        assert first.browser.post("/workspace", sent)["Location"] == "/"
        return str(first.browser.get("/").content.decode())

    assert "said in the first workspace" in home_after_choosing(first.workspace_id)
    assert "said in the first workspace" not in home_after_choosing(second.workspace_id)


def test_p13_nobody_chooses_a_workspace_of_others(stage: Stage) -> None:
    human = add_human(stage.rita, "ben in person", grants=("recall",))
    sent = {"workspace": str(stage.mallory.workspace_id)}
    assert human.browser.post("/workspace", sent).status_code == 404


def test_choosing_never_leads_to_another_site(stage: Stage) -> None:
    sent = {"workspace": str(stage.rita.workspace_id), "next": "https://elsewhere.example/"}
    assert stage.rita.browser.post("/workspace", sent)["Location"] == "/"
