"""Every route is closed, save those on this list (P13)."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver

from memoryapp.middleware.closed_pages import (
    ClosedPagesMiddleware,
    authenticates_itself,
    is_open,
    open_page,
)

# Who adds a route here says in its review why a stranger may see it.
OPEN_PAGES = {"docs", "login", "problem", "problems", "admin/login/"}
OPEN_DOORS = {"health-live", "health-ready", "metrics", "schema"}


class Stranger:
    is_authenticated = False


class Known:
    is_authenticated = True


def routes(patterns: Any, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every route of the live table, under its name or its path."""
    for pattern in patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, path)
        else:
            yield pattern.name or path, pattern


def every_route() -> list[tuple[str, URLPattern]]:
    return list(routes(get_resolver().url_patterns))


def ask(view: Any, *, method: str = "get", path: str = "/page?x=1", user: Any = None) -> Any:
    request = getattr(RequestFactory(), method)(path)
    request.user = user or Stranger()
    return ClosedPagesMiddleware(lambda _: HttpResponse()).process_view(request, view, (), {})


def test_p13_the_open_pages_are_those_on_the_list():
    assert {name for name, route in every_route() if is_open(route.callback)} == OPEN_PAGES


def test_p13_the_doors_without_a_key_are_those_on_the_list():
    doors = {
        name: route.callback.cls
        for name, route in every_route()
        if authenticates_itself(route.callback)
    }
    keyless = {
        name
        for name, door in doors.items()
        if not door.authentication_classes or not door.permission_classes
    }
    assert keyless == OPEN_DOORS


def test_p13_every_other_route_asks_a_stranger_to_log_in():
    for name, route in every_route():
        if not is_open(route.callback) and not authenticates_itself(route.callback):
            answer = ask(route.callback)
            assert answer is not None, name
            assert answer.status_code == 302, name


def test_p13_a_new_view_is_closed():
    def page(_request: Any) -> HttpResponse:
        return HttpResponse("secret")

    assert ask(page)["Location"] == "/login?next=/page%3Fx%3D1"
    assert ask(page, user=Known()) is None
    assert ask(open_page(page)) is None


def test_a_form_is_not_sent_again_after_the_login():
    assert ask(lambda _: None, method="post")["Location"] == "/login?next=/"


def test_a_program_is_told_401_in_place_of_a_login_page():
    answer = ask(lambda _: None, path="/mcp")
    assert answer.status_code == 401
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("path", ["/admin/", "/admin/auth/user/"])
def test_a_stranger_in_the_admin_comes_to_our_login(client: Client, path):
    assert client.get(path)["Location"] == f"/login?next={path}"


def test_the_admins_own_login_is_ours(client: Client):
    assert client.get("/admin/login/?next=/admin/")["Location"] == "/login?next=/admin/"
