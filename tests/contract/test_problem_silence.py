"""No answer and no log line repeats what was refused."""

import logging

import pytest
from django.db import IntegrityError, OperationalError
from django.test import RequestFactory
from rest_framework import exceptions as rest
from rest_framework.response import Response
from rest_framework.views import APIView

from memoryapp.problems import views
from provenance.api.parsing import StrictJSONParser
from provenance.problems import Problem
from provenance.services.strict_json import parse_json

CANARY = "canary-3f9c2e1b7a"


class Raising(APIView):
    authentication_classes = ()
    permission_classes = ()
    error: Exception = ValueError()

    def get(self, _request) -> Response:
        raise self.error


@pytest.mark.parametrize(
    "error",
    [
        ValueError(CANARY),
        IntegrityError(f"Key (event_id)=({CANARY}) already exists"),
        OperationalError(CANARY),
        rest.ValidationError({"kind": [f'"{CANARY}" is not a valid choice.']}),
        rest.ValidationError({CANARY: ["unknown"]}),
        rest.UnsupportedMediaType(CANARY),
        rest.ParseError(CANARY),
        rest.NotFound(CANARY),
        rest.AuthenticationFailed(CANARY),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_exceptions_own_words_stay_inside(error, caplog):
    with caplog.at_level(logging.DEBUG):
        answer = Raising.as_view(error=error)(RequestFactory().get("/v1/x"))
    assert CANARY.encode() not in answer.content
    assert CANARY not in caplog.text


def test_a_failure_of_ours_is_logged_with_its_place_and_request_id(caplog):
    request = RequestFactory().get(f"/v1/x?q={CANARY}")
    request.request_id = "0193e3a0-0000-7000-8000-000000000001"
    Raising.as_view(error=ValueError(CANARY))(request)
    assert "internal_error request=0193e3a0-0000-7000-8000-000000000001" in caplog.text
    assert "builtins.ValueError" in caplog.text
    assert "test_problem_silence.py" in caplog.text
    assert CANARY not in caplog.text


def test_a_crash_of_a_page_is_told_without_its_words(caplog):
    request = RequestFactory().get("/sessions/1")
    try:
        raise ValueError(CANARY)
    except ValueError:
        answer = views.server_error(request)
    assert answer.status_code == 500
    assert b"An error of ours" in answer.content
    assert CANARY.encode() not in answer.content
    assert CANARY not in caplog.text


@pytest.mark.parametrize(
    "body",
    [
        f'{{"a": "{CANARY}',
        f'{{"a": "{CANARY}\\u0000"}}',
        f'{{"{CANARY}\\u0000": 1}}',
        f'{{"{CANARY}": 1, "{CANARY}": 2}}',
        f'{{"{CANARY}": NaN}}',
        f'["{CANARY}"]',
        f"{CANARY}",
    ],
)
def test_a_refused_body_is_not_repeated(body):
    with pytest.raises(Problem) as refused:
        parse_json(body.encode())
    told = f"{refused.value} {refused.value.detail} {refused.value.errors}"
    assert CANARY not in told


def test_a_refused_charset_is_not_repeated():
    with pytest.raises(Problem) as refused:
        StrictJSONParser().parse(None, media_type=f"application/json; charset={CANARY}")
    assert CANARY not in f"{refused.value} {refused.value.detail}"
