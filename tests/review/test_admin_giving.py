"""Principals, keys and grants are made through the services, and ended with reasons."""

import re
from datetime import UTC, datetime
from hashlib import sha256

import pytest
from django.contrib.admin.models import LogEntry

from provenance.database.tenancy import workspace
from provenance.models import (
    ApiKey,
    ChronicleEvent,
    Grant,
    GrantRevocation,
    GrantScope,
    KeyRevocation,
    Principal,
)
from provenance.services.access.caller import caller_for_key
from tests.cast import Stage
from tests.factories import UserFactory
from tests.review.people import add_human


def acts(stage: Stage) -> list[str]:
    with workspace(stage.rita.principal):
        return list(
            ChronicleEvent.objects.here().order_by("position").values_list("act", flat=True)
        )


def make_key(stage: Stage, **fields: str):
    sent = {"principal": str(stage.ben.principal.id), "kind": "agent", "label": "desk", **fields}
    return stage.rita.browser.post("/admin/provenance/apikey/add/", sent)


def test_a_new_key_is_shown_once_and_only_its_hash_is_stored(stage: Stage) -> None:
    response = make_key(stage)
    (secret,) = re.findall(r"mem_[\w-]{43}", response.content.decode())
    assert "no-store" in response["Cache-Control"]
    with workspace(stage.rita.principal):
        key = ApiKey.objects.here().get(label="desk")
        assert key.sha256 == sha256(secret.encode()).hexdigest()
        assert secret not in repr(ApiKey.objects.here().filter(id=key.id).values().get())
    caller = caller_for_key(secret=secret, at=datetime.now(UTC))
    assert caller is not None
    assert caller.principal_id == stage.ben.principal.id
    later = stage.rita.browser.get(f"/admin/provenance/apikey/{key.id}/change/").content.decode()
    assert secret not in later
    assert key.sha256 not in later
    assert not LogEntry.objects.filter(change_message__contains=secret).exists()
    assert acts(stage)[-1] == "key_made"


@pytest.mark.parametrize(
    "wrong",
    [{"kind": "root"}, {"label": ""}, {"principal": ""}, {"expires_at": "2020-01-01T00:00"}],
)
def test_a_key_that_is_filled_in_wrongly_is_not_made(stage: Stage, wrong: dict[str, str]) -> None:
    response = make_key(stage, **wrong)
    assert response.status_code == 200
    assert "errorlist" in response.content.decode()
    assert "mem_" not in response.content.decode()


def test_p13_no_key_is_made_for_a_principal_of_another_workspace(stage: Stage) -> None:
    response = make_key(stage, principal=str(stage.mallory.principal.id))
    assert "errorlist" in response.content.decode()


def test_p13_a_revoked_key_is_refused_from_then_on(stage: Stage) -> None:
    key_id = stage.ben.caller.key_id
    path = f"/admin/provenance/apikey/{key_id}/revoke/"
    assert "Revoke" in stage.rita.browser.get(path).content.decode()
    assert "errorlist" in stage.rita.browser.post(path, {"reason": ""}).content.decode()
    assert stage.rita.browser.post(path, {"reason": "lost laptop"}).status_code == 302
    with workspace(stage.rita.principal):
        revocation = KeyRevocation.objects.here().get(key_id=key_id)
    assert (revocation.reason, revocation.by_id) == ("lost laptop", stage.rita.principal.id)
    assert caller_for_key(secret=stage.ben.secret, at=datetime.now(UTC)) is None
    assert acts(stage)[-1] == "key_revoked"


@pytest.mark.parametrize("act", ["revoke", "rotate"])
def test_a_key_that_is_revoked_already_is_told_in_place_of_the_form(stage: Stage, act: str) -> None:
    path = f"/admin/provenance/apikey/{stage.ben.caller.key_id}"
    stage.rita.browser.post(f"{path}/revoke/", {"reason": "lost laptop"})
    before = acts(stage)
    for response in (
        stage.rita.browser.get(f"{path}/{act}/"),
        stage.rita.browser.post(f"{path}/{act}/", {"reason": "again", "overlap": "0"}),
    ):
        assert response.status_code == 200
        assert "revoked already" in response.content.decode()
        assert 'name="reason"' not in response.content.decode()
    assert acts(stage) == before


def test_p13_nobody_revokes_a_key_of_another_workspace(stage: Stage) -> None:
    path = f"/admin/provenance/apikey/{stage.mallory.caller.key_id}/revoke/"
    assert stage.rita.browser.post(path, {"reason": "mine"}).status_code == 404
    assert caller_for_key(secret=stage.mallory.secret, at=datetime.now(UTC)) is not None


def test_a_principal_is_added_through_the_service(stage: Stage) -> None:
    login = UserFactory()
    sent = {"name": "dora", "kind": "human", "login": login.username}
    assert stage.rita.browser.post("/admin/provenance/principal/add/", sent).status_code == 302
    with workspace(stage.rita.principal):
        assert Principal.objects.here().get(name="dora").login_id == login.id
    assert acts(stage)[-1] == "principal_added"


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"name": "ada", "kind": "agent"}, "The name is taken"),
        ({"name": "new", "kind": "agent", "login": "nobody at all"}, "no login of this name"),
        ({"name": "new", "kind": "robot"}, "not one of the available choices"),
    ],
)
def test_a_principal_that_does_not_fit_is_refused_with_a_reason(
    stage: Stage, sent: dict[str, str], why: str
) -> None:
    response = stage.rita.browser.post("/admin/provenance/principal/add/", sent)
    assert response.status_code == 200
    assert why in response.content.decode()
    with workspace(stage.rita.principal):
        assert not Principal.objects.here().filter(name="new").exists()


def test_only_a_human_is_tied_to_a_login(stage: Stage) -> None:
    sent = {"name": "new", "kind": "agent", "login": UserFactory().username}
    response = stage.rita.browser.post("/admin/provenance/principal/add/", sent)
    assert "Only a human has a login." in response.content.decode()


def give(stage: Stage, **fields: object):
    sent = {"principal": str(stage.cleo.principal.id), "capability": "recall", "reason": "asked"}
    return stage.rita.browser.post("/admin/provenance/grant/add/", sent | fields)


def test_a_grant_is_given_with_a_scope_and_a_reason(stage: Stage) -> None:
    reach = [str(stage.ada.principal.id), str(stage.ben.principal.id)]
    response = give(stage, principals=reach)
    assert response.status_code == 302
    with workspace(stage.rita.principal):
        grant = Grant.objects.here().get(principal_id=stage.cleo.principal.id)
        scopes = GrantScope.objects.here().filter(grant_id=grant.id)
        assert {str(scope.principal_id) for scope in scopes} == set(reach)
    assert (grant.scope, grant.reason, grant.given_by_id) == (
        "principals",
        "asked",
        stage.rita.principal.id,
    )
    assert acts(stage)[-1] == "grant_given"
    page = stage.rita.browser.get(response["Location"]).content.decode()
    assert "ada, ben" in page


def test_capture_names_the_human_whom_it_serves(stage: Stage) -> None:
    human = str(stage.rita.principal.id)
    assert give(stage, capability="capture", serves=human).status_code == 302
    assert "Only capture serves a human." in give(stage, serves=human).content.decode()


@pytest.mark.parametrize("wrong", [{"reason": ""}, {"capability": "everything"}, {"principal": ""}])
def test_a_grant_that_is_filled_in_wrongly_is_not_given(
    stage: Stage, wrong: dict[str, str]
) -> None:
    assert "errorlist" in give(stage, **wrong).content.decode()
    with workspace(stage.rita.principal):
        assert not Grant.objects.here().filter(principal_id=stage.cleo.principal.id).exists()


def test_p13_a_grant_is_revoked_with_a_reason(stage: Stage) -> None:
    human = add_human(stage.rita, "for a while", grants=("recall",))
    with workspace(stage.rita.principal):
        grant = Grant.objects.here().get(principal_id=human.principal.id)
    path = f"/admin/provenance/grant/{grant.id}/revoke/"
    assert stage.rita.browser.post(path, {"reason": "left the team"}).status_code == 302
    with workspace(stage.rita.principal):
        assert GrantRevocation.objects.here().get(grant_id=grant.id).reason == "left the team"
    assert human.browser.get("/").status_code == 403
    after = stage.rita.browser.get(f"/admin/provenance/grant/{grant.id}/change/").content.decode()
    assert "Revoke…" not in after
    again = stage.rita.browser.get(path).content.decode()
    assert "revoked already" in again
    assert 'name="reason"' not in again


@pytest.mark.parametrize("noun", ["principal", "apikey", "grant"])
def test_p13_giving_needs_the_grant_to_administer(stage: Stage, noun: str) -> None:
    clerk = add_human(stage.rita, "clerk", grants=("recall", "review"), staff=True)
    assert clerk.browser.get(f"/admin/provenance/{noun}/add/").status_code == 403
    assert clerk.browser.post(f"/admin/provenance/{noun}/add/", {}).status_code == 403


def test_p13_revoking_needs_the_grant_to_administer(stage: Stage) -> None:
    clerk = add_human(stage.rita, "clerk", grants=("recall", "review"), staff=True)
    path = f"/admin/provenance/apikey/{stage.ben.caller.key_id}/revoke/"
    assert clerk.browser.post(path, {"reason": "for fun"}).status_code == 403
    assert caller_for_key(secret=stage.ben.secret, at=datetime.now(UTC)) is not None
