"""A conversation with a bit of everything, as the pages have to show it."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from provenance.database.tenancy import workspace
from provenance.models import Observation, Session
from provenance.services.contributing.admission import Door
from provenance.services.contributing.contribution import (
    Contribution,
    ForeignReference,
    LinkClaim,
    ProducerClaim,
    SubjectClaim,
)
from provenance.services.observe import observe
from tests.cast import Person
from tests.factories import ContributionFactory

BEGUN = datetime(2026, 11, 2, 9, 14, 7, 120331, tzinfo=UTC)


def say(person: Person, text: str, **fields: Any) -> UUID:
    """One event through the service; the id of its observation."""
    door = fields.pop("door", Door.OBSERVE)
    contribution: Contribution = ContributionFactory(content=text, **fields)
    observed = observe(
        caller=person.caller, contribution=contribution, at=datetime.now(UTC), door=door
    )
    observation = observed.receipt.observation
    assert isinstance(observation, Observation)
    return observation.id


def short_conversation(ada: Person, **fields: Any) -> dict[str, UUID]:
    """Nine events: question, answer, tool, a long text in parts, an aside, a summary, a late one."""
    ids: dict[str, UUID] = {}

    def turn(name: str, index: int | None, role: str, text: str, **more: Any) -> None:
        at = None if index is None else BEGUN + timedelta(minutes=index)
        more = {"observed_at": at, "turn_index": index, "speaker_role": role} | fields | more
        ids[name] = say(ada, text, **more)

    turn(
        "asked",
        0,
        "user",
        "When do we deploy?\nFridays make me nervous: last week the rollback took two hours.",
        session_title="When to deploy",
        speaker_name="sam",
        valid_from=BEGUN - timedelta(days=2),
        subjects=(SubjectClaim(kind="repository", key="github.com/acme/api", branch="main"),),
        labels=("operations",),
        foreign=ForeignReference(system="codex", session="rollout-17", id="line-4"),
        metadata={"items": "a member with an awkward name", "cwd": "/srv/api"},
        producer=ProducerClaim(
            harness="codex", instance="laptop-1", telemetry={"surface": "cli", "adapter": "hook"}
        ),
    )
    turn(
        "answered",
        1,
        "assistant",
        "Deploy on Fridays only after the canary has been green for an hour. I can check it now.",
        lineage=(LinkClaim(relation="responds_to", observation=ids["asked"]),),
    )
    turn(
        "tool",
        2,
        "tool",
        "canary: green\nerror rate 0.02 %\n" + "p99 latency 212 ms | " * 20,
        kind="tool_result",
        lineage=(LinkClaim(relation="responds_to", observation=ids["answered"]),),
    )
    turn("first part", 5, "assistant", "It is green. The log, part one: …", part=(0, 2))
    turn("second part", 5, "assistant", "… and part two of the same text.", part=(1, 2))
    turn("aside", 6, "assistant", "Looking at the dashboards.", labels=("sidechain",))
    turn(
        "decided", 7, "user", "Good. Then we deploy on Fridays when the canary is green. 金曜日に。"
    )
    turn(
        "summary",
        8,
        "assistant",
        "Sam and the assistant agreed: deploys on Fridays only after the canary is green.",
        kind="summary",
        lineage=(
            LinkClaim(relation="summary_of", observation=ids["asked"]),
            LinkClaim(relation="summary_of", observation=ids["answered"]),
            LinkClaim(relation="summary_of", observation=ids["decided"]),
            LinkClaim(relation="quotes", external=("wiki", "Deploying")),
        ),
    )
    turn("undated", None, "system", "The host was restarted.", door=Door.IMPORT)
    return ids


def session_of(person: Person) -> UUID:
    """The only session of a person's workspace."""
    with workspace(person.principal):
        session = Session.objects.here().get()
    assert isinstance(session, Session)
    return session.id
