"""The ledger in the admin: read by who administers, and changed by nobody."""

from uuid import UUID

import pytest
from django.test import Client

from provenance.database.tenancy import workspace
from provenance.models import (
    ApiKey,
    ChronicleEvent,
    Exposure,
    Grant,
    LineageEdge,
    Observation,
    Principal,
    Producer,
    Receipt,
    Session,
)
from tests.cast import Stage
from tests.review.people import add_human

LEDGER = [Producer, Session, Observation, Receipt, LineageEdge, Exposure, ChronicleEvent]
GIVEN = [Principal, ApiKey, Grant]


def path_to(model: type, *more: str) -> str:
    return "/".join(["/admin/provenance", model.__name__.lower(), *more, ""])


def some_row(stage: Stage, model: type) -> str:
    stage.rita.browser.get("/")
    with workspace(stage.rita.principal):
        return str(model.objects.here().first().pk)


@pytest.mark.parametrize("model", [*LEDGER, *GIVEN])
def test_a_row_can_be_read_but_not_changed(stage: Stage, ids: dict[str, UUID], model: type) -> None:
    row = some_row(stage, model)
    page = stage.rita.browser.get(path_to(model, row, "change"))
    assert page.status_code == 200
    assert 'name="_save"' not in page.content.decode()
    assert stage.rita.browser.post(path_to(model, row, "change"), {}).status_code == 403
    assert (
        stage.rita.browser.post(path_to(model, row, "delete"), {"post": "yes"}).status_code == 403
    )


@pytest.mark.parametrize("model", LEDGER)
def test_nothing_is_added_to_the_ledger_by_hand(stage: Stage, model: type) -> None:
    assert stage.rita.browser.get(path_to(model, "add")).status_code == 403
    assert stage.rita.browser.post(path_to(model, "add"), {}).status_code == 403


@pytest.mark.parametrize("model", [*LEDGER, *GIVEN])
def test_p13_staff_without_a_grant_sees_no_row(
    stage: Stage, ids: dict[str, UUID], model: type
) -> None:
    human = add_human(stage.rita, "clerk", grants=("recall", "review"), staff=True)
    assert human.browser.get(path_to(model)).status_code == 403
    assert human.browser.get(path_to(model, some_row(stage, model), "change")).status_code == 403


@pytest.mark.parametrize("model", [*LEDGER, *GIVEN])
def test_p13_another_workspaces_rows_are_not_there(
    stage: Stage, ids: dict[str, UUID], model: type
) -> None:
    row = some_row(stage, model)
    human = add_human(stage.mallory, "over there", grants=("administer",), staff=True)
    assert row not in human.browser.get(path_to(model)).content.decode()
    # Django leads from a row that is not there to its index, with a message.
    assert human.browser.get(path_to(model, row, "change")).status_code == 302


def test_the_index_names_only_what_the_visitor_may_open(stage: Stage) -> None:
    page = stage.rita.browser.get("/admin/").content.decode()
    assert "Observations" in page
    assert "Users" in page
    deputy = add_human(stage.rita, "deputy", grants=("administer",))
    page = deputy.browser.get("/admin/").content.decode()
    assert ("Observations" in page, "Users" in page) == (True, False)


def test_a_stranger_is_led_to_the_one_login() -> None:
    response = Client().get("/admin/provenance/observation/")
    assert response.status_code == 302
    assert response["Location"].startswith("/login?next=")


def test_logins_are_for_superusers_alone(stage: Stage) -> None:
    administrator = add_human(stage.rita, "deputy", grants=("administer",), staff=True)
    assert administrator.browser.get("/admin/auth/user/").status_code == 403
    assert stage.rita.browser.get("/admin/auth/user/").status_code == 200
    login = stage.rita.principal.login_id
    assert stage.rita.browser.get(f"/admin/auth/user/{login}/change/").status_code == 200
    assert stage.rita.browser.get(f"/admin/auth/user/{login}/delete/").status_code == 403


@pytest.mark.parametrize("by", ["id", "event_id", "session_id"])
def test_the_ledger_is_searched_by_equality(stage: Stage, ids: dict[str, UUID], by: str) -> None:
    with workspace(stage.rita.principal):
        row = Observation.objects.here().get(id=ids["decided"])
    page = stage.rita.browser.get(path_to(Observation), {"q": str(getattr(row, by))})
    assert str(ids["decided"]) in page.content.decode()
    nothing = stage.rita.browser.get(path_to(Observation), {"q": str(getattr(row, by))[:-1]})
    assert str(ids["decided"]) not in nothing.content.decode()


def test_administering_is_not_recalling(stage: Stage, ids: dict[str, UUID]) -> None:
    human = add_human(stage.rita, "deputy", grants=("administer",), staff=True)
    page = human.browser.get(path_to(Observation, str(ids["asked"]), "change")).content.decode()
    assert str(ids["asked"]) in page
    for said in ("Fridays", "When to deploy", "awkward", "operations"):
        assert said not in page
    assert human.browser.get(f"/observations/{ids['asked']}").status_code == 403


def test_filters_keep_to_the_workspace(stage: Stage, ids: dict[str, UUID]) -> None:
    page = stage.rita.browser.get(path_to(Observation), {"admitted_as": "derived"})
    assert str(ids["summary"]) in page.content.decode()
    assert str(ids["asked"]) not in page.content.decode()
    assert "mallory" not in page.content.decode()


def test_p13_the_admins_autocomplete_is_shut(stage: Stage) -> None:
    asked = {"app_label": "provenance", "model_name": "apikey", "field_name": "principal"}
    assert stage.rita.browser.get("/admin/autocomplete/", asked).status_code == 404
