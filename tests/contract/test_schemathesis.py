"""Whatever fits the schema, and whatever does not, gets a documented answer from the real server."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, assume, settings
from schemathesis import Case
from schemathesis.checks import CHECKS

from memoryapp.openapi.document import document
from provenance.models.grant import CAPABILITIES
from tests.cast import add_person, make_stage
from tests.factories import EventFactory
from tests.journeys.web import Web, serving

pytestmark = pytest.mark.slow
EXAMPLES = 12
# gunicorn refuses a longer request line by itself (414), before the application sees it.
LONGEST_ADDRESS = 4_000
CONFORMANCE = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)
schema = schemathesis.openapi.from_dict(document())
schema.config.phases.coverage.enabled = False
schema.config.phases.examples.enabled = False


@dataclass(frozen=True)
class Target:
    """A running server, a key that may do everything, and what is there to be named."""

    web: Web
    key: str
    names: dict[str, str]


@pytest.fixture(scope="module")
def target(_open_database: None) -> Iterator[Target]:
    """A server with one session of two turns."""
    rita = make_stage().rita
    everything = tuple(CAPABILITIES)
    person = add_person(rita, "thesis", kind="host", grants=everything)
    first = person.post("/v1/observe", EventFactory()).json()
    link = {"relation": "derived_from", "observation": first["observation"]}
    person.post("/v1/observe", EventFactory(lineage=[link]))
    names = {
        "observation_id": first["observation"],
        "receipt_id": first["id"],
        "session_id": "session-1",
    }
    with serving(WEB_THREADS="4", EMBED_INLINE_MS="0") as web:
        yield Target(web, person.secret, names)


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_documented(case: Case, target: Target):
    for name in case.path_parameters or {}:
        if name in target.names and _by_half(case.path_parameters[name]):
            case.path_parameters[name] = target.names[name]
    assume(len(case.as_curl_command()) < LONGEST_ADDRESS or case.method != "GET")
    case.headers["Authorization"] = f"Bearer {target.key}"
    answer = case.call(base_url=target.web.url)
    case.validate_response(answer, checks=CHECKS.get_by_names(list(CONFORMANCE)))


def _by_half(generated: Any) -> bool:
    """Every second generated name gives way to one that exists."""
    try:
        return UUID(str(generated)).int % 2 == 0
    except ValueError:
        return len(str(generated)) % 2 == 0
