"""Short words for the tests of echoes and support: who speaks for whom, and who was shown what."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from provenance.database.tenancy import workspace
from provenance.models import Observation, ProvenCopy
from provenance.services.access.granting import give
from provenance.services.access.workspaces import add_principal
from provenance.services.contributing.contribution import LinkClaim, ProducerClaim
from provenance.services.exposures import record_exposure
from provenance.services.reading.support import Support, support_of
from tests.cast import Person, Stage, add_person

SENTENCE = "We deploy on Fridays, only after the canary is green."
LAPTOP = ProducerClaim(harness="codex", instance="laptop-1")


def now() -> datetime:
    return datetime.now(UTC)


def host_serving(stage: Stage, human: str) -> Person:
    """A host that captures for another human than rita."""
    host = add_person(stage.rita, f"host of {human}", kind="host", grants=("observe", "recall"))
    by = stage.rita.principal
    with workspace(by):
        person = add_principal(by=by, name=human, kind="human", at=now())
        give(
            by=by.id,
            principal_id=host.principal.id,
            capability="capture",
            serves_id=person.id,
            reason="test",
            at=now(),
        )
    return host


def agent(stage: Stage, name: str) -> Person:
    """Writes and reads, speaks for nobody."""
    return add_person(stage.rita, name, kind="agent", grants=("observe", "recall"))


def show(
    person: Person,
    *observations: UUID,
    session: str | None = None,
    producer: ProducerClaim | None = LAPTOP,
) -> None:
    """Somebody is shown these, in a session or in none."""
    producer = producer if session else None
    with workspace(person.principal):
        record_exposure(
            caller=person.caller,
            observation_ids=observations,
            door="recall",
            at=now(),
            harness=producer and producer.harness,
            instance=producer and producer.instance,
            session=session,
        )


def row(person: Person, observation: UUID) -> Observation:
    """The observation as it stands in the ledger."""
    with workspace(person.principal):
        found: Observation = Observation.objects.here().get(id=observation)
        return found


def classes(person: Person, *observations: UUID) -> list[str]:
    """What each was admitted as."""
    return [row(person, one).admitted_as for one in observations]


def copies(person: Person) -> list[tuple[UUID, UUID]]:
    """What is proven to be a copy of what, in the order of the ledger."""
    with workspace(person.principal):
        rows = ProvenCopy.objects.here().order_by("observation__position")
        return list(rows.values_list("observation_id", "original_id"))


def supports(person: Person, *observations: UUID) -> list[Support]:
    """The support of each."""
    with workspace(person.principal):
        found = support_of(observations)
    return [found[one] for one in observations]


def counts(person: Person, *observations: UUID) -> list[tuple[int, int]]:
    """(independent, confirmations) of each."""
    return [(one.independent, one.confirmations) for one in supports(person, *observations)]


def sources(*observations: UUID, relation: str = "derived_from") -> tuple[LinkClaim, ...]:
    """Derived from each of these."""
    return tuple(LinkClaim(relation=relation, observation=one) for one in observations)


def notes_of(response: Any) -> list[str]:
    """The codes of a receipt's notes."""
    return [note["code"] for note in response.json()["notes"]]
