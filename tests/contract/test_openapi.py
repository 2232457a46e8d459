"""The schema is the code's, says what may go wrong, and can be read by people too."""

from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from jsonschema import Draft202012Validator

from memoryapp.openapi.document import document
from provenance.api.problem_body import problem_body
from provenance.problems import FIELD_ERRORS, catalogue, field_error

METHODS = {"get", "post", "put", "patch", "delete"}


def operations():
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            if method in METHODS:
                yield f"{method} {path}", operation


def test_the_written_schema_is_the_codes():
    made = StringIO()
    call_command("spectacular", "--fail-on-warn", "--validate", stdout=made)
    written = (Path(settings.BASE_DIR) / "openapi.yaml").read_text()
    assert written == made.getvalue(), "run: manage.py spectacular --file openapi.yaml"


def test_it_is_openapi_3_1(client: Client):
    answer = client.get("/v1/schema")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("application/json")
    assert answer.json()["openapi"] == "3.1.0"


def test_every_answer_documents_its_request_id():
    shared = document()["components"]["responses"]
    for name, operation in operations():
        for status, response in operation["responses"].items():
            whole = shared[response["$ref"].split("/")[-1]] if "$ref" in response else response
            assert "X-Request-Id" in whole["headers"], (name, status)


def test_every_operation_with_a_key_says_what_a_key_may_be_refused_for():
    for name, operation in operations():
        if operation.get("security"):
            assert {"401", "403", "503"} <= set(operation["responses"]), name


def test_every_operation_with_a_body_says_how_one_may_be_refused():
    for name, operation in operations():
        if "requestBody" in operation:
            assert {"400", "413", "415"} <= set(operation["responses"]), name


@pytest.mark.parametrize("kind", catalogue().values(), ids=lambda kind: kind.code)
def test_every_problem_fits_its_schema(kind):
    errors = [field_error(pointer="/a", code=code) for code in FIELD_ERRORS]
    problem = kind(errors=errors)
    problem.index = 3
    body = problem_body(problem, request_id="0193e3a0-0000-7000-8000-000000000001")
    schema = document()["components"]["schemas"]["Problem"]
    assert not list(Draft202012Validator(schema).iter_errors(body))


def test_every_status_of_a_problem_has_a_shared_response():
    shared = document()["components"]["responses"]
    assert {f"Problem{kind.status}" for kind in catalogue().values()} == set(shared)


def test_people_read_every_operation_without_script_or_outside_asset(client: Client):
    page = client.get("/v1/docs")
    assert page.status_code == 200
    for name, _ in operations():
        method, path = name.split(" ")
        assert f"{method.upper()} {path}" in page.text
    assert "//cdn" not in page.text
    assert "<script>" not in page.text
