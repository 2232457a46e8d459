"""MemoryD's envelope, its pairs, and its keys."""

import re
from datetime import UTC, datetime

import pytest
from rest_framework.test import APIClient

from provenance.database.tenancy import workspace
from provenance.models import ApiKey
from provenance.services.access.keys import revoke_key
from tests.cast import add_person
from tests.compat.conftest import BASE, call, refused

ROUTES = ("turns", "conclusions", "checkpoints", "subjects", "episodes", "recall", "search")


def test_an_answer_wears_the_envelope(house):
    response = house.hermes.get(BASE + "status")
    told = response.json()
    assert set(told) == {"ok", "data", "warnings", "request_id", "provider"}
    assert re.fullmatch(r"req_[0-9a-f]{32}", told["request_id"])
    assert told["request_id"] == "req_" + response["X-Request-Id"].replace("-", "")
    assert told["provider"]["name"] == "memoryapp"


def test_status_names_the_callers_own_pair_alone(house):
    data = house.hermes.get(BASE + "status").json()["data"]
    assert (data["active_profiles"], data["active_workspaces"]) == (["personal"], [house.name])
    assert data["features"]["auth"] == "bearer"
    assert data["dream_worker"] == {"enabled": False, "mode": "off", "automatic_apply": False}


@pytest.mark.parametrize("route", [*ROUTES, "forget"])
def test_without_a_key_every_route_refuses_in_the_envelope(route):
    response = APIClient().post(BASE + route, {}, format="json")
    assert refused(response) == (401, "auth_missing")
    assert response["WWW-Authenticate"].startswith("Bearer")


def test_a_revoked_key_is_answered_like_none(house):
    with workspace(house.rita.principal):
        key = ApiKey.objects.here().get(principal_id=house.hermes.principal.id)
        revoke_key(by=house.rita.principal.id, key=key, reason="lost", at=datetime.now(UTC))
    assert refused(house.hermes.get(BASE + "status")) == (401, "auth_missing")


@pytest.mark.parametrize("route", ROUTES)
def test_p13_a_key_without_a_grant_does_nothing(house, route):
    nobody = add_person(house.rita, "nobody", kind="agent", grants=())
    bodies = {
        "turns": {"messages": [{"actor": "user", "content": "hello there"}]},
        "conclusions": {"conclusions": ["tea is green"]},
        "checkpoints": {"summary": "done"},
        "subjects": {"subject_key": "k", "kind": "project", "display_name": "K"},
        "episodes": {
            "subject_id": "subj_" + "0" * 32,
            "source_kind": "git",
            "source_ref": "abc",
            "summary": "a week",
        },
    }
    response = nobody.post(BASE + route, house.pair(**bodies.get(route, {})))
    assert refused(response) == (403, "capability_required")


@pytest.mark.parametrize(
    ("pair", "code"),
    [
        ({"profile": "work"}, "unknown_profile"),
        ({"profile": "nonsense"}, "unknown_profile"),
        ({"workspace": "elsewhere"}, "unknown_workspace"),
    ],
)
def test_p13_another_pair_is_not_found(house, pair, code):
    for route, body in (("turns", {"messages": []}), ("recall", {}), ("search", {})):
        response = house.hermes.post(BASE + route, house.pair(**pair) | body)
        assert refused(response) == (404, code)


def test_p13_the_pair_of_a_workspace_that_exists_is_refused_like_one_that_does_not(house, mallory):
    mallorys = mallory.get("/v1/whoami").json()["workspace"]["slug"]
    bodies = [{"profile": "default", "workspace": name} for name in (mallorys, "none-such")]
    answers = [house.hermes.post(BASE + "recall", body).json()["error"] for body in bodies]
    assert answers[0] == answers[1]


def test_every_workspace_answers_to_default_and_its_slug(house):
    pair = {"profile": "default", "workspace": f"personal-{house.name}"}
    assert call(house.hermes, "recall", pair)["abstained"] is True


@pytest.mark.parametrize("name", ["profile", "workspace"])
def test_a_missing_half_is_named_in_memoryds_words(house, name):
    body = house.pair(query="tea")
    del body[name]
    assert refused(house.hermes.post(BASE + "recall", body)) == (400, f"missing_{name}")


def test_malformed_json_is_an_invalid_request(house):
    response = house.hermes.api.post(BASE + "turns", "{", content_type="application/json")
    assert refused(response) == (400, "invalid_request")


def test_an_unknown_member_is_refused_by_name(house):
    response = house.hermes.post(BASE + "recall", house.pair(colour="green"))
    assert refused(response) == (400, "invalid_request")
    (error,) = response.json()["error"]["errors"]
    assert (error["pointer"], error["code"]) == ("/colour", "unknown_member")


@pytest.mark.parametrize(
    "member",
    [
        {"confidence": 1.0},
        {"trust_level": "trusted"},
        {"source_kind": "user"},
        {"admitted_as": "user_primary"},
        {"standing": "current"},
        {"write_policy": "trusted"},
        {"superseded_by": "mr_1"},
    ],
)
def test_p04_a_member_that_would_widen_authority_is_refused_as_unsupported(house, member):
    body = house.pair(conclusions=["The port is 5544 on every machine."], **member)
    response = house.hermes.post(BASE + "conclusions", body)
    assert refused(response) == (400, "unsupported_member")
