"""Names of members come from the caller too: none that may be a secret is repeated (P10)."""

import json
from typing import Any

import pytest

from tests.cast import Person, add_person
from tests.contract.saying import pointers
from tests.factories import EventFactory
from tests.provenance.test_pointers import SECRETS, SENTENCES

NAMES = [SECRETS[0], SECRETS[1], SENTENCES[0], "wJalrXUtnFEMIbPxRfiCYEKEY"]
PAIR = {"profile": "work", "workspace": "acme"}
UNKNOWN = "unknown_member"


def bodies(name: str) -> list[tuple[str, dict[str, Any], str, str]]:
    """Where it is sent, what, and the pointer and code of the answer."""
    event = EventFactory()
    return [
        ("/v1/observe", {**event, name: 1}, "", UNKNOWN),
        ("/v1/observe", {**event, "session": {"id": "s", name: 1}}, "/session", UNKNOWN),
        (
            "/v1/observe",
            {**event, "subjects": [{"kind": "a", "key": "b", name: 1}]},
            "/subjects/0",
            UNKNOWN,
        ),
        ("/v1/observe", {**event, "metadata": {"a": {name: "\0"}}}, "/metadata/a", "invalid_text"),
        ("/v1/observe", {**event, "model": {name: {"a": 2**53}}}, "/model", "invalid_number"),
        ("/v1/recall", {"query": "x", name: 1}, "", UNKNOWN),
        ("/v1/recall", {"query": "x", "caller": {name: 1}}, "/caller", UNKNOWN),
        ("/v1/corrections", {"kind": "withdraw", name: 1}, "", UNKNOWN),
        ("/v1/erasures", {"reason": "x", name: 1}, "", UNKNOWN),
        ("/compat/memoryd/v1/forget", {**PAIR, "ids": ["x"], name: 1}, "", UNKNOWN),
        ("/compat/memoryd/v1/recall", {**PAIR, "query": "x", name: 1}, "", UNKNOWN),
    ]


@pytest.fixture
def everyone(rita: Person) -> Person:
    """May do all of it."""
    grants = ("observe", "capture", "recall", "propose", "administer")
    return add_person(rita, "all", kind="host", grants=grants)


def errors_of(answer: Any) -> list[tuple[str, str]]:
    told = answer.json()
    errors = told["error"]["errors"] if "error" in told else told["errors"]
    return [(error["pointer"], error["code"]) for error in errors]


@pytest.mark.parametrize("name", NAMES)
def test_p10_no_body_has_the_name_of_a_member_repeated(everyone: Person, name: str):
    for path, body, pointer, code in bodies(name):
        answer = everyone.post(path, body)
        assert answer.status_code == 400, (path, answer.content)
        assert (pointer, code) in errors_of(answer), (path, answer.content)
        assert name not in answer.content.decode()


@pytest.mark.parametrize("name", NAMES)
def test_p10_no_item_of_a_batch_has_it_repeated(everyone: Person, name: str):
    for atomic in (False, True):
        body = {"atomic": atomic, "observations": [{**EventFactory(), name: 1}]}
        assert name not in everyone.post("/v1/observe/batch", body).content.decode()


@pytest.mark.parametrize("name", NAMES)
def test_p10_a_name_that_stands_twice_is_not_repeated(everyone: Person, name: str):
    for body in (f'{{"{name}": 1, "{name}": 2}}', f'{{"a": [{{"{name}": 1, "{name}": {{}}}}]}}'):
        answer = everyone.api.post("/v1/observe", body, content_type="application/json")
        assert {code for _, code in errors_of(answer)} == {"duplicate_member"}
        assert name not in answer.content.decode()


@pytest.mark.parametrize("name", NAMES)
def test_p10_no_query_parameter_is_repeated(everyone: Person, name: str):
    for path in ("observations", "sessions", "receipts", "conversations/recent", "facts"):
        for query in (f"{name}=1", f"{name}=1&{name}=2"):
            answer = everyone.get(f"/v1/{path}?{query}")
            assert ("", UNKNOWN) in pointers(answer)
            assert name not in answer.content.decode()


def test_a_harmless_name_is_told_at_every_depth(everyone: Person):
    answer = everyone.post("/v1/observe", {**EventFactory(), "session": {"id": "s", "colour": 1}})
    assert pointers(answer) == [("/session/colour", UNKNOWN)]
    body = json.dumps({"metadata": {"a": [{"colour": 2**53}]}})
    answer = everyone.api.post("/v1/observe", body, content_type="application/json")
    assert pointers(answer) == [("/metadata/a/0/colour", "invalid_number")]
