"""Short words: plan, apply and take back a reconciliation here and now, and look at it."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import Observation, ProvenCopy
from provenance.services.contributing.contribution import ProducerClaim
from provenance.services.importing.asking import ask_to_apply, ask_to_roll_back
from provenance.services.importing.run import run_plan
from provenance.services.reconciling.asked import Asked
from provenance.services.reconciling.begin import begin_reconciliation
from tests.cast import Person
from tests.contract.saying import say
from tests.provenance.importing.corpus import items

OLD = ProducerClaim(harness="codex", instance="laptop-1")
NEW = ProducerClaim(harness="codex", instance="laptop")
NAMES = {"first": "codex/laptop-1", "second": "codex/laptop"}
SENTENCE = "We deploy on Fridays, only after the canary is green."
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def now() -> datetime:
    return datetime.now(UTC)


def at(minutes: int) -> datetime:
    """A moment of the conversation."""
    return NOON + timedelta(minutes=minutes)


def twice(person: Person, content: str = SENTENCE, **said: Any) -> tuple[UUID, UUID]:
    """The same event under both producers' names: recorded first under the old one."""
    said = {"event_id": uuid4().hex, **said}
    return (
        say(person, content, producer=OLD, **said),
        say(person, content, producer=NEW, **said),
    )


def plan_of(person: Person, kind: str, **asked: Any) -> UUID:
    """The id of a plan that is made to the end."""
    plan = begin_reconciliation(caller=person.caller, asked=Asked(kind=kind, **asked), at=now())
    work(person, plan)
    return plan


def producers(person: Person) -> UUID:
    """A plan of the two names of the laptop."""
    return plan_of(person, "producers", **NAMES)


def work(person: Person, plan: UUID) -> None:
    run_plan(tenancy=Tenancy(person.workspace_id), plan_id=plan, progress=lambda done, total: None)


def apply(person: Person, plan: UUID, **chosen: Any) -> None:
    ask_to_apply(caller=person.caller, plan_id=plan, at=now(), **chosen)
    work(person, plan)


def roll_back(person: Person, plan: UUID) -> None:
    ask_to_roll_back(caller=person.caller, plan_id=plan, at=now())
    work(person, plan)


def dispositions(person: Person, plan: UUID) -> list[tuple[str, str | None]]:
    """What each item proposes, and why."""
    return [(one.disposition, one.code) for one in items(person, plan)]


def mapped(person: Person) -> set[tuple[UUID, UUID]]:
    """The mappings that hold: which observation is a copy of which."""
    with workspace(person.caller):
        rows = ProvenCopy.objects.live().filter(basis="mapping")
        return set(rows.values_list("observation_id", "original_id"))


def count(person: Person) -> int:
    with workspace(person.caller, restricted=True):
        return Observation.objects.here().count()
