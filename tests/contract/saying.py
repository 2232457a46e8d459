"""Short words for the tests of the machine door: say something, read it back, count the queries."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection
from django.test.utils import CaptureQueriesContext

from provenance.database.tenancy import workspace
from provenance.models import Exposure
from provenance.services.contributing.admission import Door
from provenance.services.contributing.contribution import LinkClaim
from provenance.services.observe import observe
from tests.cast import Person
from tests.factories import ContributionFactory

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def at(minutes: int) -> datetime:
    """A moment in the past, `minutes` after noon."""
    return NOON + timedelta(minutes=minutes)


def say(
    person: Person, content: str = "something", *, door: Door = Door.OBSERVE, **said: Any
) -> UUID:
    """Records a contribution of the person; the observation's id."""
    contribution = ContributionFactory(content=content, **said)
    observed = observe(
        caller=person.caller, contribution=contribution, at=datetime.now(UTC), door=door
    )
    observation: UUID = observed.receipt.observation_id
    return observation


def link(relation: str, **source: Any) -> tuple[LinkClaim, ...]:
    """One lineage claim."""
    return (LinkClaim(relation=relation, **source),)


def contents(response: Any) -> list[str]:
    """What the results say, in order."""
    assert response.status_code == 200, response.content
    return [result["content"] for result in response.json()["results"]]


def problem(response: Any) -> tuple[int, str]:
    """Status and code of a refusal."""
    assert response["Content-Type"] == "application/problem+json"
    return response.status_code, response.json()["code"]


def pointers(response: Any) -> list[tuple[str, str]]:
    """Where a request was refused, and why."""
    return [(error["pointer"], error["code"]) for error in response.json()["errors"]]


def query_count(person: Person, path: str, **query: Any) -> int:
    """How many statements one GET takes."""
    with CaptureQueriesContext(connection) as captured:
        response = person.get(path, **query)
    assert response.status_code == 200, response.content
    return len(captured)


def shown_to(person: Person) -> list[tuple[str, list[UUID]]]:
    """The person's exposures: which door showed which observations."""
    with workspace(person.principal):
        rows = Exposure.objects.here().filter(principal_id=person.principal.id).order_by("at")
        return list(rows.values_list("door", "observations"))


def follow(person: Person, url: str) -> Any:
    """GETs a page link."""
    return person.api.get(url)
