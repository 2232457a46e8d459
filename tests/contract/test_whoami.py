"""GET /v1/whoami and GET /v1/status."""

from datetime import UTC, datetime, timedelta
from threading import Event

import pytest
from rest_framework.test import APIClient

from provenance.database.tenancy import workspace
from provenance.models import Grant
from provenance.services.access.granting import give, revoke
from provenance.services.access.keys import make_key, revoke_key
from tests.cast import add_person
from tests.contract.saying import problem, query_count, say

WHOAMI = "/v1/whoami"


def now():
    return datetime.now(UTC)


def bearer(secret):
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


def test_a_key_learns_who_it_is_and_what_it_may_do(ada):
    shown = ada.get(WHOAMI).json()
    assert shown["principal"] == {
        "id": str(ada.principal.id),
        "name": "ada",
        "kind": "agent",
    }
    assert shown["workspace"]["id"] == str(ada.workspace_id)
    assert (shown["key"]["kind"], shown["key"]["producer"]) == ("host", None)
    assert shown["live"] == ["capture", "observe"]
    capture = next(one for one in shown["capabilities"] if one["capability"] == "capture")
    assert capture == {
        "capability": "capture",
        "scope": "workspace",
        "principals": [],
        "producers": [],
        "serves": "rita",
        "until": None,
    }


def test_scopes_are_told_by_name(stage, ada):
    own = {"principals": [ada.principal.id], "ends_at": datetime(2100, 1, 1, tzinfo=UTC)}
    dora = add_person(stage.rita, "dora", kind="agent", grants=("recall",), **own)
    (grant,) = dora.get(WHOAMI).json()["capabilities"]
    assert (grant["scope"], grant["principals"]) == ("principals", ["ada"])
    assert grant["until"] == "2100-01-01T00:00:00.000000Z"


def test_a_key_without_any_grant_may_ask_too(cleo):
    assert cleo.get(WHOAMI).json()["live"] == []


def test_p13_revoking_a_grant_works_on_the_next_request(stage, ben):
    assert ben.get("/v1/observations").status_code == 200
    with workspace(ben.principal):
        grant = Grant.objects.here().get(principal_id=ben.principal.id)
        revoke(by=stage.rita.principal.id, grant=grant, reason="left", at=now())
    assert problem(ben.get("/v1/observations")) == (403, "capability_required")
    assert ben.get(WHOAMI).json()["live"] == []


def test_p13_missing_unknown_expired_and_revoked_keys_get_one_answer(stage, ben):
    rita = stage.rita.principal
    common = {
        "by": rita.id,
        "principal_id": ben.principal.id,
        "workspace_id": rita.workspace_id,
        "kind": "agent",
        "label": "test",
    }
    soon = now() + timedelta(milliseconds=100)
    with workspace(rita):
        expired = make_key(**common, at=now(), expires_at=soon)
        revoked = make_key(**common, at=now())
        revoke_key(by=rita.id, key=revoked.key, reason="lost", at=now())
    while now() <= soon:
        Event().wait(0.02)
    clients = [APIClient(), *map(bearer, ("mem_unknown", expired.secret, revoked.secret))]
    answers = [client.get(WHOAMI) for client in clients]
    assert {problem(answer) for answer in answers} == {(401, "unauthenticated")}
    assert {answer["WWW-Authenticate"] for answer in answers} == {'Bearer realm="memoryapp"'}
    assert len({str(answer.json() | {"instance": ""}) for answer in answers}) == 1


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Bearer a b", "Basic YTpi", "é"])
def test_a_header_that_is_no_bearer_key_is_no_key(header):
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=header)
    assert problem(client.get(WHOAMI)) == (401, "unauthenticated")


def test_it_takes_as_many_queries_for_many_grants_as_for_one(stage, ben):
    few = query_count(ben, WHOAMI)
    with workspace(stage.rita.principal):
        for capability in ("observe", "propose", "export", "reconcile"):
            give(
                by=stage.rita.principal.id,
                principal_id=ben.principal.id,
                capability=capability,
                reason="test",
                at=now(),
            )
    assert query_count(ben, WHOAMI) == few


def test_status_counts_what_the_caller_may_see(ada, ben, mallory):
    say(ada, session_id="s1")
    say(ada, session_id="s2")
    say(ada, session_id="s3", labels=("restricted",))
    shown = ben.get("/v1/status").json()
    assert (shown["observations"], shown["sessions"]) == (2, 2)
    assert set(shown["pending"]) == {"lexical", "semantic"}
    assert mallory.get("/v1/status").json()["observations"] == 0
