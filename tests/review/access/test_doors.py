"""Who opens the pages about access, and who gives what there (P13)."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from provenance.database.tenancy import workspace
from provenance.models import ApiKey, Grant
from provenance.services.access.granting import give
from tests.cast import Person, Stage
from tests.review.people import add_human


def grant_of(person: Person) -> Grant:
    """The first grant of a principal."""
    with workspace(person.principal):
        return Grant.objects.here().filter(principal_id=person.principal.id).earliest("id")


@pytest.fixture
def paths(stage: Stage) -> dict[str, str]:
    ben, grant = stage.ben, grant_of(stage.ben)
    return {
        "matrix": "/access",
        "give": "/access/give",
        "add": "/access/add",
        "principal": f"/access/principals/{ben.principal.id}",
        "make": f"/access/principals/{ben.principal.id}/key",
        "grant": f"/access/grants/{grant.id}",
        "revoke": f"/access/grants/{grant.id}/revoke",
        "keys": "/access/keys",
        "key": f"/access/keys/{ben.caller.key_id}",
        "rotate": f"/access/keys/{ben.caller.key_id}/rotate",
        "end": f"/access/keys/{ben.caller.key_id}/revoke",
    }


PAGES = [
    "matrix",
    "give",
    "add",
    "principal",
    "make",
    "grant",
    "revoke",
    "keys",
    "key",
    "rotate",
    "end",
]
WHOLE = ["add", "make", "keys", "key", "rotate", "end"]
OF_ONE = ["principal", "make", "grant", "revoke", "key", "rotate", "end"]


@pytest.mark.parametrize("page", PAGES)
def test_p13_a_stranger_is_asked_to_log_in(paths: dict[str, str], page: str) -> None:
    assert Client().get(paths[page])["Location"] == f"/login?next={paths[page]}"


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("grants", [(), ("recall",), ("recall", "review", "propose", "export")])
def test_p13_who_does_not_administer_opens_none_of_them(
    stage: Stage, paths: dict[str, str], page: str, grants: tuple[str, ...]
) -> None:
    human = add_human(stage.rita, "clerk", grants=grants)
    assert human.browser.get(paths[page]).status_code == 403
    assert human.browser.post(paths[page], {"reason": "mine"}).status_code in (403, 405)
    if "recall" in grants:
        assert 'href="/access"' not in human.browser.get("/").content.decode()


@pytest.mark.parametrize("page", OF_ONE)
def test_p13_another_workspace_looks_like_nothing_at_all(
    stage: Stage, paths: dict[str, str], page: str
) -> None:
    human = add_human(stage.mallory, "over there", grants=("administer",))
    parts = paths[page].split("/")
    nobodys = "/".join([*parts[:3], str(UUID(int=7)), *parts[4:]])
    theirs = human.browser.get(paths[page])
    assert theirs.status_code == human.browser.get(nobodys).status_code == 404
    assert human.browser.post(paths[page], {"reason": "mine"}).status_code in (404, 405)


@pytest.mark.parametrize("page", PAGES)
def test_an_administrator_opens_them_all(stage: Stage, paths: dict[str, str], page: str) -> None:
    deputy = add_human(stage.rita, "deputy", grants=("administer",))
    response = deputy.browser.get(paths[page])
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    assert 'href="/access"' in response.content.decode()


def administering(stage: Stage, of: Person, **holding: Any) -> Person:
    """A person who administers what `of` contributes, and holds recall over `holding`."""
    deputy = add_human(stage.rita, "deputy", grants=())
    for capability, scope in (
        ("administer", {"principals": [of.principal.id]}),
        *holding.items(),
    ):
        with workspace(stage.rita.principal):
            give(
                by=stage.rita.principal.id,
                principal_id=deputy.principal.id,
                capability=capability,
                reason="a part",
                at=datetime.now(UTC),
                **scope,
            )
    return deputy


@pytest.mark.parametrize("page", WHOLE)
def test_p13_who_administers_a_part_makes_no_keys_and_sees_none(
    stage: Stage, paths: dict[str, str], page: str
) -> None:
    deputy = administering(stage, stage.ada)
    response = deputy.browser.get(paths[page])
    assert response.status_code == 403
    assert "over the whole workspace" in response.content.decode()


def test_p13_who_administers_a_part_sees_what_reaches_beyond_it_counted_only(
    stage: Stage, paths: dict[str, str]
) -> None:
    deputy = administering(stage, stage.ada)
    page = deputy.browser.get("/access").content.decode()
    assert paths["grant"] not in page
    assert "1 grant beyond yours" in page
    assert deputy.browser.get(paths["grant"]).status_code == 404
    assert deputy.browser.post(paths["revoke"], {"reason": "mine"}).status_code == 404
    told = deputy.browser.get(paths["principal"]).content.decode()
    assert "And 1 grant beyond what you administer" in told
    assert "could have read" in told
    assert "within reach" not in told


def test_p13_the_form_offers_what_its_visitor_may_give_and_says_why_not_the_rest(
    stage: Stage,
) -> None:
    deputy = administering(stage, stage.ada, recall={"principals": [stage.ada.principal.id]})
    page = " ".join(deputy.browser.get("/access/give").content.decode().split())
    assert '<option value="recall">' in page
    assert '<option value="administer">' in page
    assert "The whole workspace" not in page
    for capability, why in (
        ("capture", "Only who administers the whole workspace gives capture."),
        ("export", "You do not hold it yourself over anything that you administer."),
    ):
        assert f'<option value="{capability}">' not in page
        assert why in page.replace("&#x27;", "'")
    whole = stage.rita.browser.get("/access/give").content.decode()
    assert '<option value="capture">' in whole
    assert "The whole workspace" in whole


@pytest.mark.parametrize(
    "more",
    [
        {"capability": "export"},
        {"capability": "capture"},
        {"reach": "workspace", "principals": []},
        {"principals": ["ben"]},
    ],
)
def test_p13_what_the_form_did_not_offer_is_not_given(stage: Stage, more: dict[str, Any]) -> None:
    deputy = administering(stage, stage.ada, recall={"principals": [stage.ada.principal.id]})
    sent = {
        "principal": str(stage.cleo.principal.id),
        "capability": "recall",
        "reach": "principals",
        "principals": [str(stage.ada.principal.id)],
        "reason": "asked",
    }
    beyond = sent | more
    if more.get("principals") == ["ben"]:
        beyond["principals"] = [str(stage.ben.principal.id)]
    refused = deputy.browser.post("/access/give", beyond)
    assert refused.status_code == 200
    assert "refusal" in refused.content.decode()
    with workspace(stage.rita.principal):
        mine = Grant.objects.here().filter(principal_id=stage.cleo.principal.id)
        assert not mine.exists()
    assert deputy.browser.post("/access/give", sent).status_code == 302


def test_p13_a_grant_outlives_its_givers_not(stage: Stage) -> None:
    end = datetime.now(UTC) + timedelta(days=3)
    deputy = add_human(stage.rita, "deputy", grants=())
    with workspace(stage.rita.principal):
        give(
            by=stage.rita.principal.id,
            principal_id=deputy.principal.id,
            capability="administer",
            reason="for a while",
            ends_at=end,
            at=datetime.now(UTC),
        )
    sent = {
        "principal": str(stage.cleo.principal.id),
        "capability": "recall",
        "reach": "workspace",
        "reason": "asked",
    }
    refused = deputy.browser.post("/access/give", sent).content.decode()
    assert "do not cover this scope and period" in refused
    before = (end - timedelta(hours=2)).strftime("%Y-%m-%dT%H:%M")
    assert deputy.browser.post("/access/give", sent | {"ends_at": before}).status_code == 302
    # What ends does so at once: an administrator whose own grant ends may revoke all the same.
    path = f"/access/grants/{grant_of(stage.cleo).id}/revoke"
    assert deputy.browser.post(path, {"reason": "over"}).status_code == 302


@pytest.mark.parametrize("page", ["give", "add", "make", "revoke", "rotate", "end"])
def test_a_form_without_its_token_does_nothing(
    stage: Stage, paths: dict[str, str], page: str
) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(stage.rita.login)
    sent = {
        "principal": str(stage.cleo.principal.id),
        "capability": "recall",
        "reach": "workspace",
        "name": "new",
        "kind": "agent",
        "key_kind": "agent",
        "label": "desk",
        "hours": "1",
        "reason": "asked",
    }
    with workspace(stage.rita.principal):
        before = (Grant.objects.here().count(), ApiKey.objects.here().count())
    assert browser.post(paths[page], sent).status_code == 403
    with workspace(stage.rita.principal):
        assert (Grant.objects.here().count(), ApiKey.objects.here().count()) == before
    assert stage.ben.get("/v1/whoami").status_code == 200


@pytest.mark.parametrize("page", ["matrix", "principal", "grant", "keys", "key"])
def test_what_is_read_takes_no_form(stage: Stage, paths: dict[str, str], page: str) -> None:
    assert stage.rita.browser.post(paths[page], {}).status_code == 405


@pytest.mark.parametrize("query", ["?after=x", "?as=xml"])
def test_what_no_list_understands_leads_nowhere(stage: Stage, query: str) -> None:
    assert stage.rita.browser.get("/access" + query).status_code == 404
