"""Every route is closed until it is opened by name (P13): a walk over the live route table."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.test import APIClient
from rest_framework.views import APIView

from provenance.api.permissions import ANY_KEY
from provenance.models.grant import CAPABILITIES
from tests.contract.saying import problem, say

# Nobody needs a key or a login here. Adding to this list is a decision.
OPEN = {
    "health/live",
    "health/ready",
    "metrics",
    "v1/schema",
    "v1/docs",
    "problems/",
    "problems/<slug:code>",
    "login",
    "admin/login/",
}

# The older doors refuse in an envelope of their own.
OLDER = "compat/memoryd/v1/"

_EXAMPLES = {
    "<uuid:": "0193b0c8-6d1e-7c0a-9d0b-7f1c2ab00000",
    "<id:": "0193b0c8-6d1e-7c0a-9d0b-7f1c2ab00000",
    "<path:": "a/path",
    "<slug:": "slug",
    "<int:": "1",
    "<str:": "text",
}


def routes(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    for pattern in resolver.url_patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, route)
        else:
            yield route, pattern


def address(route: str) -> str:
    """A path that the route fits."""
    parts = route.replace("^", "").replace("$", "").split("/")
    made = [
        next((text for start, text in _EXAMPLES.items() if part.startswith(start)), part)
        for part in parts
    ]
    return "/" + "/".join("example" if "<" in part else part for part in made)


ROUTES = dict(routes(get_resolver()))
MACHINE = {
    route: pattern
    for route, pattern in ROUTES.items()
    if isinstance(getattr(pattern.callback, "cls", None), type)
    and issubclass(pattern.callback.cls, APIView)
}
CLOSED_MACHINE = sorted(set(MACHINE) - OPEN)
CLOSED_PAGES = sorted(set(ROUTES) - set(MACHINE) - OPEN)


def methods(route: str) -> list[str]:
    view: Any = MACHINE[route].callback.cls
    return [name for name in ("get", "post", "put", "patch", "delete") if hasattr(view, name)]


def test_every_exception_is_a_route():
    assert set(ROUTES) >= OPEN


@pytest.mark.parametrize("route", CLOSED_MACHINE)
def test_p13_a_machine_route_answers_401_without_a_key(route):
    for method in methods(route):
        response = getattr(APIClient(), method)(address(route))
        if route.startswith(OLDER):
            assert (response.status_code, response.json()["error"]["code"]) == (401, "auth_missing")
        else:
            assert problem(response) == (401, "unauthenticated"), method
        assert response["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("route", CLOSED_PAGES)
def test_p13_a_page_sends_strangers_to_the_login(route):
    response = Client().get(address(route))
    assert response.status_code == 302, response.status_code
    assert response["Location"].startswith(("/login", "/admin/login/"))


@pytest.mark.parametrize("route", CLOSED_MACHINE)
def test_p13_a_machine_route_says_which_capability_it_needs(route):
    assert getattr(MACHINE[route].callback.cls, "capability", None) in (*CAPABILITIES, ANY_KEY)


@pytest.mark.parametrize(
    "path",
    [
        "observations",
        "observations/{}",
        "observations/{}/lineage",
        "sessions",
        "sessions/session-1",
        "sessions/session-1/turns",
        "conversations/recent",
        "status",
        "receipts?event_id=one",
        "receipts/{}",
    ],
)
def test_p13_a_key_without_a_grant_reads_nothing(ada, cleo, path):
    said: UUID = say(ada)
    for one in (said, UUID(int=0)):
        response = cleo.get(f"/v1/{path.format(one)}")
        assert problem(response) == (403, "capability_required")


def test_a_view_that_names_no_capability_is_refused_to_everybody(ada):
    class Forgotten(APIView):
        def get(self, request):
            raise AssertionError("reached")

    from rest_framework.test import APIRequestFactory

    request = APIRequestFactory().get("/", HTTP_AUTHORIZATION=f"Bearer {ada.secret}")
    assert Forgotten.as_view()(request).status_code == 403


UNREADABLE = (
    "receipts/x",
    "observations/x",
    "observations/x/lineage",
    "corrections/x",
    "facts/x",
    "observations/0193B0C8-6D1E-7C0A-9D0B-7F1C2AB00000",
)


@pytest.mark.parametrize("path", UNREADABLE)
def test_p13_what_is_no_id_is_told_only_to_those_who_have_a_key(mallory, path):
    assert problem(APIClient().get(f"/v1/{path}")) == (401, "unauthenticated")
    assert problem(mallory.get(f"/v1/{path}")) == (404, "not_found")
