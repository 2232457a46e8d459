"""Every refusal has the one shape of RFC 9457, whoever raised it."""

import json
from uuid import UUID

import pytest
from django.core import exceptions as core
from django.db import IntegrityError, InterfaceError, OperationalError
from django.http import Http404, HttpRequest
from django.test import RequestFactory
from rest_framework import exceptions as rest
from rest_framework.response import Response
from rest_framework.views import APIView

from memoryapp.problems import views
from memoryapp.problems.answers import is_for_machines, json_answer
from memoryapp.problems.translate import problem_for
from provenance import problems
from provenance.problems.catalogue import _every

REQUEST_ID = UUID("0193e3a0-0000-7000-8000-000000000001")
MEMBERS = {"type", "title", "status", "detail", "instance", "code"}


def request(path: str = "/v1/observe", **options) -> HttpRequest:
    made = RequestFactory().get(path, **options)
    made.request_id = REQUEST_ID
    return made


def answer_of(error: Exception):
    """What a REST framework view answers when it raises `error`."""

    class Raising(APIView):
        authentication_classes = ()
        permission_classes = ()

        def get(self, _request) -> Response:
            raise error

    return Raising.as_view()(request())


@pytest.mark.parametrize("kind", problems.catalogue().values(), ids=lambda kind: kind.code)
def test_every_problem_is_answered_in_the_one_shape(kind):
    answer = answer_of(kind())
    body = json.loads(answer.content)
    assert answer.status_code == body["status"] == kind.status
    assert answer["Content-Type"] == "application/problem+json"
    assert set(body) - {"retry_after", "errors"} == MEMBERS
    assert ("errors" in body) is (kind.status == 400)
    assert body["type"] == f"/problems/{kind.code}"
    assert body["title"] == kind.title
    assert body["code"] == kind.code
    assert body["instance"] == f"urn:uuid:{REQUEST_ID}"


def test_codes_are_unique():
    kinds = list(_every(problems.Problem))
    assert len({kind.code for kind in kinds}) == len(kinds)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (rest.NotAuthenticated(), "unauthenticated"),
        (rest.AuthenticationFailed(), "unauthenticated"),
        (rest.PermissionDenied(), "forbidden"),
        (rest.NotFound(), "not_found"),
        (rest.MethodNotAllowed("GET"), "method_not_allowed"),
        (rest.NotAcceptable(), "not_acceptable"),
        (rest.UnsupportedMediaType("text/plain"), "unsupported_media_type"),
        (rest.ParseError(), "invalid_json"),
        (rest.Throttled(wait=2.5), "too_many_requests"),
        (rest.ValidationError({"kind": ["no"]}), "invalid_request"),
        (Http404(), "not_found"),
        (core.PermissionDenied(), "forbidden"),
        (core.DisallowedHost(), "invalid_request"),
        (core.RequestDataTooBig(), "payload_too_large"),
        (OperationalError(), "unavailable"),
        (InterfaceError(), "unavailable"),
        (IntegrityError(), "internal_error"),
        (ZeroDivisionError(), "internal_error"),
    ],
)
def test_the_exceptions_of_others_become_our_problems(error, code):
    assert json.loads(answer_of(error).content)["code"] == code


@pytest.mark.parametrize("error", [OperationalError(), problems.Unavailable(), rest.Throttled()])
def test_who_must_wait_is_told_how_long(error):
    answer = answer_of(error)
    assert int(answer["Retry-After"]) == json.loads(answer.content)["retry_after"] >= 1


def test_a_throttled_wait_is_rounded_up():
    assert problem_for(rest.Throttled(wait=2.5)).retry_after == 3


def test_a_missing_key_is_told_which_scheme_to_use():
    assert answer_of(problems.Unauthenticated())["WWW-Authenticate"].startswith("Bearer")


def test_the_extensions_stand_where_they_apply():
    errors = [problems.field_error(pointer="/kind", code="invalid_value")]
    problem = problems.PolicyRejected("A rule.", errors=errors, receipt={"outcome": "rejected"})
    body = json.loads(answer_of(problem).content)
    assert body["receipt"] == {"outcome": "rejected"}
    assert body["errors"] == errors
    assert set(body) == MEMBERS | {"receipt", "errors"}


@pytest.mark.parametrize(
    ("codes", "code"),
    [
        (["unknown_member"], "unknown_member"),
        (["unknown_member", "unknown_member"], "unknown_member"),
        (["invalid_time"], "invalid_time"),
        (["unknown_reference"], "unknown_reference"),
        (["required"], "invalid_request"),
        (["unknown_member", "required"], "invalid_request"),
    ],
)
def test_a_malformed_request_is_named_by_the_reason_that_all_its_errors_share(codes, code):
    errors = [problems.field_error(pointer="/x", code=each) for each in codes]
    problem = problems.malformed(errors)
    assert (problem.code, problem.status, problem.errors) == (code, 400, errors)


@pytest.mark.parametrize(
    "path", ["/v1", "/v1/nothing", "/compat/x", "/mcp", "/health/x", "/metrics"]
)
def test_an_address_of_the_machines_that_leads_nowhere_is_a_problem(path):
    answer = views.not_found(request(path), Http404(path))
    assert answer["Content-Type"] == "application/problem+json"
    assert json.loads(answer.content)["code"] == "not_found"


@pytest.mark.parametrize("path", ["/", "/v10", "/sessions/x", "/healthy", "/login"])
def test_people_get_pages(path):
    assert not is_for_machines(request(path))


def test_a_problem_without_a_request_id_makes_one():
    body = json.loads(json_answer(problems.NotFound(), RequestFactory().get("/v1/x")).content)
    assert UUID(body["instance"].removeprefix("urn:uuid:")).version == 7
