"""Who reads the policy, and who decides it (P13)."""

from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.test import Client

from provenance.database.tenancy import workspace
from provenance.services.access.granting import give
from tests.cast import Stage
from tests.review.people import add_human
from tests.review.policy.writing import in_force, saved, text_of


@pytest.fixture
def paths(stage: Stage) -> dict[str, str]:
    version = saved(stage, {"outcomes": {"personal": "withhold"}})
    return {
        "overview": "/policy",
        "write": "/policy/new",
        "version": f"/policy/versions/{version.id}",
        "activate": f"/policy/versions/{version.id}/activate",
    }


PAGES = ["overview", "write", "version", "activate"]


@pytest.mark.parametrize("page", PAGES)
def test_p13_a_stranger_is_asked_to_log_in(paths: dict[str, str], page: str) -> None:
    assert Client().get(paths[page])["Location"] == f"/login?next={paths[page]}"


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("grants", [(), ("recall", "review", "export")])
def test_p13_who_does_not_administer_opens_none_of_them(
    stage: Stage, paths: dict[str, str], page: str, grants: tuple[str, ...]
) -> None:
    clerk = add_human(stage.rita, "clerk", grants=grants)
    assert clerk.browser.get(paths[page]).status_code == 403
    assert clerk.browser.post(paths[page], {"reason": "mine"}).status_code in (403, 405)
    assert in_force(stage) == []


@pytest.mark.parametrize("page", ["version", "activate"])
def test_p13_another_workspaces_version_is_not_there(
    stage: Stage, paths: dict[str, str], page: str
) -> None:
    human = add_human(stage.mallory, "over there", grants=("administer",))
    assert human.browser.get(paths[page]).status_code == 404
    assert human.browser.post(paths[page], {"reason": "mine"}).status_code in (404, 405)
    missing = paths[page].replace(paths[page].split("/")[3], str(UUID(int=7)))
    assert human.browser.get(missing).status_code == 404


def test_p13_who_administers_a_part_reads_and_decides_nothing(
    stage: Stage, paths: dict[str, str]
) -> None:
    deputy = add_human(stage.rita, "deputy", grants=())
    with workspace(stage.rita.principal):
        give(
            by=stage.rita.principal.id,
            principal_id=deputy.principal.id,
            capability="administer",
            principals=[stage.ada.principal.id],
            reason="a part",
            at=datetime.now(UTC),
        )
    assert "only who administers all of it" in text_of(deputy, "/policy")
    told = text_of(deputy, paths["version"] + "?last=10")
    assert "Only who administers the whole workspace tries versions out" in told
    assert "judged anew" not in told
    for page in ("write", "activate"):
        assert deputy.browser.get(paths[page]).status_code == 403
        assert deputy.browser.post(paths[page], {"reason": "mine"}).status_code == 403


@pytest.mark.parametrize("page", ["write", "activate"])
def test_a_form_without_its_token_does_nothing(
    stage: Stage, paths: dict[str, str], page: str
) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(stage.rita.login)
    assert browser.post(paths[page], {"reason": "x", "note": "x"}).status_code == 403
    assert in_force(stage) == []
