"""What every answer bears, and what the wire may bring."""

import io
import json
from uuid import UUID

import pytest
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.test import Client, RequestFactory

from memoryapp.middleware import wire
from memoryapp.middleware.content_security import POLICY
from memoryapp.middleware.problems import ProblemMiddleware
from memoryapp.middleware.request_id import RequestIdMiddleware
from memoryapp.middleware.wire import LARGEST_BODY, WireMiddleware
from provenance.problems import NotFound

GIVEN = "0193e3a0-0000-7000-8000-000000000001"
# One address of each family: found, unknown, wrong method, page, redirect, static.
FAMILIES = ["/health/live", "/v1/nothing", "/problems/", "/login", "/admin/", "/static/none.css"]


def chunked(body: bytes, *, terminated: bool = True) -> HttpRequest:
    request = RequestFactory().post("/v1/x", content_type="application/json")
    del request.META["CONTENT_LENGTH"]
    request.META |= {
        "HTTP_TRANSFER_ENCODING": "chunked",
        "wsgi.input": io.BytesIO(body),
        "wsgi.input_terminated": terminated,
    }
    return request


def head(path: str) -> HttpResponse:
    """The answer to HEAD as a server gets it: Django's test client would take the body away."""
    environ = RequestFactory().head(path).environ
    return WSGIHandler().get_response(WSGIRequest(environ))


def body_of(answer) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


@pytest.mark.parametrize("path", FAMILIES)
def test_every_answer_has_a_request_id_and_the_policy(client: Client, path):
    answer = client.get(path)
    assert UUID(answer["X-Request-Id"]).version == 7
    assert answer["Content-Security-Policy"] == POLICY
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_a_callers_own_request_id_is_kept(client: Client):
    answer = client.get("/v1/nothing", headers={"X-Request-Id": GIVEN})
    assert answer["X-Request-Id"] == GIVEN
    assert answer.json()["instance"] == f"urn:uuid:{GIVEN}"


@pytest.mark.parametrize("given", ["secret", GIVEN + "0", GIVEN.replace("-", "+"), "x" * 36])
def test_a_request_id_that_is_no_uuid_is_replaced(given):
    request = RequestFactory().get("/", headers={"X-Request-Id": given})
    answer = RequestIdMiddleware(lambda _: HttpResponse())(request)
    assert answer["X-Request-Id"] != given
    assert UUID(answer["X-Request-Id"]).version == 7


def test_the_policy_allows_nothing_inline_and_nothing_from_elsewhere():
    assert "unsafe" not in POLICY
    assert "http" not in POLICY
    assert POLICY.startswith("default-src 'none'")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("get", "/v1/nothing", 404, "not_found"),
        ("get", "/v1/", 404, "not_found"),
        ("get", "/health/live/", 404, "not_found"),
        ("post", "/health/live", 405, "method_not_allowed"),
        ("options", "/health/live", 405, "method_not_allowed"),
        ("post", "/metrics", 405, "method_not_allowed"),
        ("post", "/v1/docs", 405, "method_not_allowed"),
        ("get", "/v1/x?q=%00", 400, "invalid_request"),
        ("get", "/v1/%00", 400, "invalid_request"),
    ],
)
def test_refusals_of_the_frame_are_problems(client: Client, method, path, status, code):
    answer = getattr(client, method)(path)
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == code
    assert answer.json()["instance"] == f"urn:uuid:{answer['X-Request-Id']}"


@pytest.mark.parametrize("path", ["/v1/docs", "/health/live", "/metrics"])
def test_a_refused_method_is_told_which_are_taken(client: Client, path):
    assert "GET" in client.post(path)["Allow"]


def test_an_answer_that_cannot_be_read_is_refused(client: Client):
    answer = client.get("/health/live", headers={"Accept": "image/png"})
    assert (answer.status_code, answer.json()["code"]) == (406, "not_acceptable")


@pytest.mark.parametrize(("path", "json_told"), [("/v1/x", True), ("/x", False)])
def test_a_host_that_we_do_not_serve_is_refused_and_not_repeated(client: Client, path, json_told):
    answer = client.get(path, headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert b"evil.example" not in answer.content
    assert (answer["Content-Type"] == "application/problem+json") is json_told


def test_a_form_without_its_token_is_refused_in_our_words():
    answer = Client(enforce_csrf_checks=True).post("/login", {"username": "x"})
    assert answer.status_code == 403
    assert "without a valid token" in answer.text


def test_an_unknown_page_is_a_page(client: Client):
    answer = client.get("/no-such-page")
    assert answer.status_code == 404
    assert answer["Content-Type"].startswith("text/html")
    assert "no-such-page" not in answer.text


def test_a_plain_view_may_raise_a_problem():
    middleware = ProblemMiddleware(lambda _: HttpResponse())
    page = middleware.process_exception(RequestFactory().get("/sessions/1"), NotFound())
    told = middleware.process_exception(RequestFactory().get("/v1/x"), NotFound())
    assert page is not None
    assert told is not None
    assert (page.status_code, told.status_code) == (404, 404)
    assert page["Content-Type"].startswith("text/html")
    assert json.loads(told.content)["code"] == "not_found"


def test_a_page_without_a_database_asks_to_wait():
    middleware = ProblemMiddleware(lambda _: HttpResponse())
    page = middleware.process_exception(RequestFactory().get("/"), OperationalError())
    assert page is not None
    assert (page.status_code, page["Retry-After"]) == (503, "5")


def test_other_exceptions_are_left_to_django():
    middleware = ProblemMiddleware(lambda _: HttpResponse())
    assert middleware.process_exception(RequestFactory().get("/"), ValueError()) is None


def test_a_bare_405_for_people_is_left_alone():
    middleware = ProblemMiddleware(lambda _: HttpResponseNotAllowed(["GET"]))
    assert middleware(RequestFactory().post("/login")).content == b""


def test_what_is_refused_before_any_door_is_under_the_policy_too(client: Client):
    answer = client.get("/%00")
    assert answer.status_code == 400
    assert answer["Content-Security-Policy"] == POLICY
    assert answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", [*FAMILIES, "/v1/status", "/metrics", "/static/mark.svg"])
def test_nothing_sends_a_body_where_the_head_was_asked_for(path):
    answer = Client().generic("GET", path), head(path)
    assert answer[0].status_code == answer[1].status_code
    assert body_of(answer[1]) == b""


@pytest.mark.parametrize("path", ["/health/live", "/v1/status", "/v1/observe", "/metrics"])
def test_no_machine_door_names_options_which_it_does_not_take(client: Client, path):
    assert client.options(path)["Allow"]
    for answer in (client.options(path), client.get(path), client.delete(path)):
        assert "OPTIONS" not in answer.headers.get("Allow", "")


@pytest.mark.parametrize("status", [200, 413])
def test_the_rest_of_a_refused_body_is_taken_in(status):
    request = chunked(b"x" * 100_000)
    WireMiddleware(lambda _: HttpResponse(status=status))(request)
    left = request.META["wsgi.input"].read()
    assert left == (b"" if status == 413 else b"x" * 100_000)


def test_a_refused_body_without_end_is_given_up(monkeypatch):
    monkeypatch.setattr(wire, "_DRAINED_BYTES", 200_000)
    request = chunked(b"x" * 1_000_000)
    WireMiddleware(lambda _: HttpResponse(status=413))(request)
    assert len(request.META["wsgi.input"].read()) > 700_000


def test_a_body_in_chunks_is_read():
    seen = []
    WireMiddleware(lambda request: seen.append(request.read()) or HttpResponse())(chunked(b"{}"))
    assert seen == [b"{}"]


def test_a_body_in_chunks_without_end_is_cut_off():
    seen = []
    endless = b"x" * (LARGEST_BODY + 100)
    WireMiddleware(lambda request: seen.append(request.read()) or HttpResponse())(chunked(endless))
    assert len(seen[0]) == LARGEST_BODY + 1


def test_a_server_that_cannot_read_chunks_asks_for_a_length():
    answer = WireMiddleware(lambda _: HttpResponse())(chunked(b"{}", terminated=False))
    assert json.loads(answer.content)["code"] == "length_required"
