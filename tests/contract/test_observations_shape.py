"""What reading answers is what the schema says, member for member."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from memoryapp.openapi.document import document
from provenance.services.contributing.contribution import ForeignReference
from tests.contract.saying import at, link, say

_HERE = "urn:schema"


def validator(path: str) -> Draft202012Validator:
    """For the 200 answer of a GET. Members that the schema does not list are refused too."""
    whole = closed(document())
    registry = Registry().with_resource(_HERE, Resource(whole, DRAFT202012))
    operation = "/".join(["#", "paths", path.replace("/", "~1"), "get", "responses", "200"])
    ref = f"{_HERE}{operation}/content/application~1json/schema"
    return Draft202012Validator(
        {"$ref": ref.replace("{", "%7B").replace("}", "%7D")},
        registry=registry,
        format_checker=Draft202012Validator.FORMAT_CHECKER,
    )


def closed(schema: Any) -> Any:
    """The schema with every object closed."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: closed(value) for name, value in schema.items()}
    if schema.get("type") == "object" and "properties" in schema:
        inner.setdefault("additionalProperties", False)
    return inner


@pytest.mark.parametrize(
    "path",
    [
        "/v1/observations",
        "/v1/observations/{observation_id}",
        "/v1/observations/{observation_id}/lineage",
        "/v1/sessions",
        "/v1/sessions/{session_id}",
        "/v1/sessions/{session_id}/turns",
        "/v1/conversations/recent",
        "/v1/status",
        "/v1/whoami",
    ],
)
def test_an_answer_fits_its_schema(ada, ben, path):
    foreign = ForeignReference(system="codex", id="msg")
    root = say(ada, "root", turn_index=1, session_title="A title", observed_at=at(0))
    say(ada, "one text", foreign=foreign, turn_index=4, speaker_role="assistant")
    say(ada, "outside", session_id=None)
    links = (
        link("derived_from", observation=root)
        + link("quotes", external=("wiki", "page"))
        + link("responds_to", event_id="awaited")
    )
    said = say(ada, "another text", foreign=foreign, lineage=links, turn_index=4)
    address = path.format(observation_id=said, session_id="session-1")
    response = ben.get(address)
    assert response.status_code == 200, response.content
    errors = [error.message for error in validator(path).iter_errors(response.json())]
    assert errors == []
