"""What a batch answers where the whole of it, or one item, cannot be taken."""

import pytest

from memoryapp.openapi.document import document
from tests.cast import Person
from tests.contract.saying import pointers, problem
from tests.factories import EventFactory

LONGEST = 65_536
TOO_LONG = [("/content", "too_long")]


def event(**members):
    return {**EventFactory(), **members}


@pytest.mark.parametrize("atomic", [True, False])
@pytest.mark.parametrize("item", [event(), None], ids=["event", "null"])
def test_a_key_without_observe_is_refused_once_for_the_whole(cleo: Person, atomic, item):
    answer = cleo.post("/v1/observe/batch", {"atomic": atomic, "observations": [item]})
    assert problem(answer) == (403, "capability_required")


@pytest.mark.parametrize("item", [None, 1, "text", [], {}])
def test_an_item_that_is_no_event_is_invalid_for_itself(ada: Person, item):
    body = ada.post("/v1/observe/batch", {"observations": [event(), item, event()]}).json()
    assert (body["accepted"], body["invalid"]) == (2, 1)
    assert body["results"][1]["problem"]["status"] == 400
    assert body["results"][1]["problem"]["errors"]


def test_null_in_an_atomic_batch_is_named_by_its_index(ada: Person):
    answer = ada.post("/v1/observe/batch", {"atomic": True, "observations": [event(), None]})
    assert (answer.status_code, answer.json()["index"]) == (400, 1)
    assert answer.json()["errors"]


@pytest.mark.parametrize("content", ["x" * (LONGEST + 1), "é" * (LONGEST // 2 + 1)])
def test_content_beyond_its_bytes_is_too_large(ada: Person, content):
    answer = ada.post("/v1/observe", event(content=content))
    assert problem(answer) == (413, "payload_too_large")
    assert pointers(answer) == TOO_LONG
    batch = ada.post("/v1/observe/batch", {"observations": [event(content=content), event()]})
    assert (batch.json()["accepted"], batch.json()["invalid"]) == (1, 1)
    assert batch.json()["results"][0]["problem"]["status"] == 413


def test_content_of_the_most_bytes_is_taken(ada: Person):
    assert ada.post("/v1/observe", event(content="é" * (LONGEST // 2))).status_code == 201


def test_what_is_malformed_besides_is_told_together(ada: Person):
    answer = ada.post("/v1/observe", event(content="x" * (LONGEST + 1), kind="noise"))
    assert problem(answer) == (400, "invalid_request")
    assert set(pointers(answer)) == {*TOO_LONG, ("/kind", "invalid_value")}


@pytest.mark.parametrize(
    "body", [b"{", b"\xff", b"[]", b"null", b'\xef\xbb\xbf{"a": 1}', b""], ids=repr
)
def test_what_is_no_json_object_is_told_in_errors_too(ada: Person, body):
    for path in ("/v1/observe", "/v1/observe/batch", "/v1/corrections"):
        answer = ada.api.post(path, body, content_type="application/json")
        assert answer.status_code == 400, path
        assert pointers(answer)


def test_a_nul_in_the_address_and_a_foreign_host_are_told_in_errors_too(ada: Person):
    assert pointers(ada.api.get("/v1/%00")) == [("", "invalid_text")]
    assert pointers(ada.api.get("/v1/status", HTTP_HOST="evil.example")) == [("", "invalid_value")]


@pytest.mark.parametrize(
    ("operation", "statuses"),
    [
        ("post /v1/observe", {"200", "201", "400", "401", "403", "409", "410", "413", "422"}),
        ("post /v1/observe/batch", {"200", "400", "401", "403", "409", "410", "413", "422"}),
        ("post /v1/corrections", {"200", "201", "400", "401", "403", "409", "413", "422"}),
        ("post /v1/corrections/{correction_id}/decide", {"200", "400", "403", "404", "409", "422"}),
        ("post /v1/corrections/{correction_id}/revert", {"200", "400", "403", "404", "409", "422"}),
        ("post /v1/observations/{observation_id}/release", {"200", "403", "404", "409", "422"}),
        ("post /v1/erasures", {"201", "400", "401", "403", "409", "413", "422"}),
        ("get /v1/sessions/{session_id}", {"200", "400", "401", "403", "404", "409"}),
        ("get /v1/sessions/{session_id}/turns", {"200", "400", "401", "403", "404", "409"}),
    ],
)
def test_the_schema_names_what_a_door_may_answer(operation, statuses):
    method, path = operation.split(" ")
    assert statuses <= set(document()["paths"][path][method]["responses"])
