"""Keys in the browser: shown once, working at once, ended at once (P13)."""

import re
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session as BrowserSession
from django.db import connection
from rest_framework.test import APIClient

from provenance.database.tenancy import workspace
from provenance.models import ApiKey, ChronicleEvent, Grant, Principal, Receipt
from provenance.services.reviewing.access import key_use
from tests.cast import Person, Stage
from tests.factories import EventFactory
from tests.review.access.aged import aged_key
from tests.review.conversation import say

SECRET = re.compile(r"mem_[\w-]{43}")
TOKEN = "AKIA" + "IOSFODNN7EXAMPLE"


def made(stage: Stage, path: str, **fields: str) -> tuple[str, str]:
    """The one answer and the secret in it."""
    sent = {"kind": "agent", "key_kind": "agent", "label": "desk", **fields}
    response = stage.rita.browser.post(path, sent)
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    page = response.content.decode()
    (secret,) = SECRET.findall(page)
    assert stage.rita.browser.session.get("secret") is None
    return page, secret


def api(secret: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


def newcomer(stage: Stage, name: str) -> Principal:
    with workspace(stage.rita.principal):
        return Principal.objects.here().get(name=name)


def give(stage: Stage, principal: Principal, capability: str, **fields: object) -> Grant:
    sent = {
        "principal": str(principal.id),
        "capability": capability,
        "reach": "workspace",
        "reason": "it works here now",
    }
    response = stage.rita.browser.post("/access/give", sent | fields)
    assert response.status_code == 302, response.content.decode()
    with workspace(stage.rita.principal):
        rows = Grant.objects.here().filter(principal_id=principal.id, capability=capability)
        return rows.latest("id")


def test_p13_grant_then_key_then_call_then_revoke_then_refusal(stage: Stage) -> None:
    _, secret = made(stage, "/access/add", name="builder")
    client = api(secret)
    assert client.get("/v1/whoami").json()["live"] == []
    assert client.post("/v1/observe", EventFactory(), format="json").status_code == 403
    grant = give(stage, newcomer(stage, "builder"), "observe")
    assert client.post("/v1/observe", EventFactory(), format="json").status_code == 201
    gone = stage.rita.browser.post(f"/access/grants/{grant.id}/revoke", {"reason": "over"})
    assert gone.status_code == 302
    assert client.post("/v1/observe", EventFactory(), format="json").status_code == 403
    assert client.get("/v1/whoami").status_code == 200
    key = client.get("/v1/whoami").json()["key"]["id"]
    stage.rita.browser.post(f"/access/keys/{key}/revoke", {"reason": "lost"})
    assert client.get("/v1/whoami").status_code == 401


def everything_stored() -> str:
    """All text of the workspace's tables and of the browsers' sessions."""
    tables = [model._meta.db_table for model in apps.get_models() if model._meta.managed]
    found = []
    with connection.cursor() as cursor:
        for table in tables:
            every_row = f'SELECT string_agg(t::text, chr(10)) FROM "{table}" t'  # noqa: S608 - our names
            cursor.execute(every_row)
            found.append(str(cursor.fetchone()[0]))
    return " ".join(found)


@pytest.mark.parametrize("way", ["add", "make", "rotate"])
def test_p13_a_secret_is_in_one_answer_and_nowhere_else(
    stage: Stage, way: str, caplog: pytest.LogCaptureFixture
) -> None:
    ben = stage.ben
    path, fields = {
        "add": ("/access/add", {"name": "builder"}),
        "make": (f"/access/principals/{ben.principal.id}/key", {}),
        "rotate": (f"/access/keys/{ben.caller.key_id}/rotate", {"hours": "1", "reason": "due"}),
    }[way]
    with caplog.at_level("DEBUG"):
        _, secret = made(stage, path, **fields)
        with workspace(stage.rita.principal):
            key = ApiKey.objects.here().latest("id")
            stored = everything_stored()
        for next_page in ("/", "/access", "/access/keys", f"/access/keys/{key.id}"):
            told = stage.rita.browser.get(next_page)
            assert secret not in told.content.decode()
            assert secret not in str(told.headers)
            assert key.sha256 not in told.content.decode()
    assert key.sha256 in stored
    assert secret not in stored
    assert secret not in caplog.text
    assert not LogEntry.objects.filter(change_message__contains=secret).exists()
    for row in BrowserSession.objects.all():
        assert secret not in str(row.get_decoded())
    assert api(secret).get("/v1/whoami").status_code == 200


def test_p13_a_rotated_key_works_on_until_its_overlap_is_over(stage: Stage) -> None:
    path = f"/access/keys/{stage.ben.caller.key_id}"
    _, secret = made(stage, f"{path}/rotate", hours="24", reason="due")
    assert api(secret).get("/v1/whoami").json()["principal"]["name"] == "ben"
    assert stage.ben.get("/v1/whoami").status_code == 200
    page = stage.rita.browser.get(path).content.decode()
    assert "ends soon" in page
    assert "due" in page
    _, third = made(stage, f"{path}/rotate", hours="0", reason="lost")
    assert stage.ben.get("/v1/whoami").status_code == 401
    assert api(third).get("/v1/whoami").status_code == 200
    told = stage.rita.browser.post(f"{path}/rotate", {"hours": "0", "reason": "x"}, follow=True)
    assert "has ended already" in told.content.decode()
    again = stage.rita.browser.post(f"{path}/revoke", {"reason": "x"}, follow=True)
    assert "has ended already" in again.content.decode()


@pytest.mark.parametrize(
    ("path", "wrong", "why"),
    [
        ("add", {"name": "ada"}, "Another principal has this name."),
        ("add", {"name": ""}, "This field is required."),
        ("add", {"name": "new", "kind": "human"}, "not one of the available choices"),
        ("add", {"name": "new", "key_kind": "root"}, "not one of the available choices"),
        ("add", {"name": "new", "expires_at": "2020-01-01T00:00"}, "This moment has passed."),
        ("add", {"name": "n" * 101}, "at most 100"),
    ],
)
def test_a_newcomer_that_does_not_fit_is_refused_with_a_reason(
    stage: Stage, path: str, wrong: dict[str, str], why: str
) -> None:
    sent = {"kind": "agent", "key_kind": "agent", "label": "desk"} | wrong
    page = stage.rita.browser.post(f"/access/{path}", sent).content.decode()
    assert why in page
    assert not SECRET.search(page)
    with workspace(stage.rita.principal):
        assert not Principal.objects.here().filter(name="new").exists()


@pytest.mark.parametrize("field", ["name", "label"])
def test_p10_what_the_policy_refuses_is_not_shown_again_and_leaves_its_rule_alone(
    stage: Stage, field: str
) -> None:
    sent = {"name": "new", "kind": "agent", "key_kind": "agent", "label": "desk", field: TOKEN}
    page = stage.rita.browser.post("/access/add", sent).content.decode()
    assert TOKEN not in page
    assert 'role="alert"' in page
    with workspace(stage.rita.principal):
        receipt = Receipt.objects.here().latest("id")
        assert (receipt.outcome, receipt.act) == ("rejected", "administer")
        assert receipt.rule.startswith("secret.")
        assert TOKEN not in everything_stored()


def old_key(stage: Stage, of: Person, *, days: int) -> UUID:
    return aged_key(stage, of.principal, days=days).id


def used(stage: Stage, key_id: UUID, *, days: int) -> None:
    with workspace(stage.rita.principal):
        event = ChronicleEvent(
            workspace_id=stage.rita.workspace_id,
            act="recalled",
            principal_id=stage.ben.principal.id,
            key_id=key_id,
            about="receipt",
            about_id=UUID(int=7),
            at=datetime.now(UTC) - timedelta(days=days),
        )
        ChronicleEvent.objects.all().add([event])


def state_of(stage: Stage, key_id: UUID) -> str:
    page = stage.rita.browser.get(f"/access/keys/{key_id}").content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", page.split("<h1>")[1].split("<dl>")[0]).split())


def test_unused_and_ending_keys_ask_for_a_look(stage: Stage) -> None:
    never, quiet, busy = (old_key(stage, stage.ben, days=90) for _ in range(3))
    fresh = old_key(stage, stage.ben, days=1)
    used(stage, quiet, days=45)
    used(stage, busy, days=2)
    assert "live never used" in state_of(stage, never)
    assert "not used for 30 days" in state_of(stage, quiet)
    assert "live last used" in state_of(stage, busy)
    listed = stage.rita.browser.get("/access/keys?state=look").content.decode()
    found = [f"/access/keys/{one}" in listed for one in (never, quiet, busy, fresh)]
    assert found == [True, True, False, False]
    front = stage.rita.browser.get("/access").content.decode()
    assert f"/access/keys/{never}" in front
    assert f"/access/keys/{busy}" not in front


def test_a_key_is_known_as_used_by_what_it_says_and_by_what_it_is_shown(stage: Stage) -> None:
    assert "never used" in state_of(stage, stage.ben.caller.key_id)
    say(stage.ada, "Something to be shown.")
    assert stage.ben.get("/v1/observations").status_code == 200
    assert "last used" in state_of(stage, stage.ben.caller.key_id)
    assert stage.ada.post("/v1/observe", EventFactory()).status_code == 201
    assert "last used" in state_of(stage, stage.ada.caller.key_id)


def test_a_use_that_nobody_looked_for_is_not_called_none(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = old_key(stage, stage.ben, days=90)
    used(stage, key, days=80)
    for _ in range(3):
        used(stage, stage.ben.caller.key_id, days=1)
    monkeypatch.setattr(key_use, "LOOKED_THROUGH", 3)
    assert "no use found since" in state_of(stage, key)
    assert "never used" not in state_of(stage, key)


def test_the_lists_of_keys_by_state(stage: Stage) -> None:
    live, ended = old_key(stage, stage.ben, days=2), old_key(stage, stage.ben, days=2)
    stage.rita.browser.post(f"/access/keys/{ended}/revoke", {"reason": "over"})
    for state, found in (("live", [True, False]), ("ended", [False, True]), ("", [True, True])):
        query = f"?state={state}" if state else ""
        page = stage.rita.browser.get(f"/access/keys{query}").content.decode()
        assert [f"/access/keys/{one}" in page for one in (live, ended)] == found
    assert stage.rita.browser.get("/access/keys?state=nonsense").status_code == 404
