"""Short words for the tests of corrections: propose, decide, look where things stand."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from provenance.database.tenancy import workspace
from provenance.models import (
    CurrentStanding,
    Fact,
    FactStanding,
    LineageEdge,
    Observation,
    StandingEvent,
    UnresolvedPair,
)
from provenance.models.ids import uuid7
from provenance.models.position import NextPosition
from provenance.services.access.caller import caller_for_key
from provenance.services.access.granting import give
from provenance.services.access.keys import make_key
from provenance.services.correcting.proposal import Proposal
from provenance.services.decide import Decided, decide
from provenance.services.propose import Proposed, propose
from provenance.services.revert import revert
from tests.cast import Person, Stage, add_person
from tests.contract.saying import link, say
from tests.review.people import add_human


def now() -> datetime:
    return datetime.now(UTC)


def proposing(stage: Stage, name: str = "pat") -> Person:
    """An agent that may write, read and propose."""
    return add_person(stage.rita, name, kind="agent", grants=("observe", "recall", "propose"))


def second_reviewer(stage: Stage) -> Person:
    """Another human who reviews, with a login of its own."""
    return add_human(stage.rita, "otto", grants=("recall", "review", "propose"))


def with_key(person: Person, by: Person, *, kind: str = "host") -> Person:
    """The same human, at the machine door."""
    with workspace(by.principal):
        key = make_key(
            by=by.principal.id,
            principal_id=person.principal.id,
            workspace_id=person.workspace_id,
            kind=kind,
            label="own",
            at=now(),
        )
    caller = caller_for_key(secret=key.secret, at=now())
    assert caller is not None
    return Person(principal=person.principal, caller=caller, secret=key.secret)


def proposed(
    person: Person,
    kind: str,
    *targets: UUID,
    statement: str | None = None,
    reason: str = "it was wrong",
    event_id: str | None = None,
) -> Proposed:
    """Proposes in the person's name."""
    proposal = Proposal(
        kind=kind,
        targets=targets,
        statement=statement,
        reason=reason,
        event_id=event_id or uuid4().hex,
    )
    return propose(caller=person.caller, proposal=proposal, at=now())


def decided(person: Person, correction: Proposed | UUID, decision: str = "accept") -> Decided:
    """Decides in the person's name."""
    one = correction if isinstance(correction, UUID) else UUID(correction.correction["id"])
    return decide(
        caller=person.caller, correction_id=one, decision=decision, note="looked at", at=now()
    )


def accepted(stage: Stage, kind: str, *targets: UUID, statement: str | None = None) -> UUID:
    """A correction that was proposed by an agent and accepted by rita; its id."""
    proposal = Proposal(
        kind=kind, targets=targets, statement=statement, reason="wrong", event_id=uuid4().hex
    )
    eve = add_person(stage.rita, uuid4().hex, kind="agent", grants=("propose",))
    correction = propose(caller=eve.caller, proposal=proposal, at=now())
    decided(stage.rita, correction)
    return UUID(correction.correction["id"])


def reverted(person: Person, correction: UUID) -> Decided:
    """Takes a correction back."""
    return revert(caller=person.caller, correction_id=correction, note="a mistake", at=now())


def standing(person: Person, *observations: UUID) -> list[str]:
    """Where they stand now."""
    with workspace(person.caller):
        rows = CurrentStanding.objects.here().filter(observation_id__in=observations)
        found = dict(rows.values_list("observation_id", "standing"))
    return [found.get(one, "reported") for one in observations]


def timeline(person: Person, observation: UUID) -> list[str]:
    """All that it stood as, in order."""
    with workspace(person.caller):
        rows = StandingEvent.objects.here().filter(observation_id=observation)
        return list(rows.order_by("position").values_list("standing", flat=True))


def facts(person: Person) -> list[tuple[str, str]]:
    """What each fact states, and where it stands, oldest first."""
    with workspace(person.caller):
        rows = Fact.objects.here().select_related("statement").order_by("position")
        return [(row.statement.text, fact_standing(row.id)) for row in rows]


def fact_standing(fact_id: UUID) -> str:
    """Inside the workspace."""
    last = FactStanding.objects.here().filter(fact_id=fact_id).order_by("-position").first()
    assert last is not None
    return last.standing


def pairs(person: Person) -> list[tuple[str, UUID, UUID]]:
    """What is unresolved."""
    with workspace(person.caller):
        rows = UnresolvedPair.objects.here().order_by("id")
        return list(rows.values_list("kind", "observation_id", "other_id"))


def row(person: Person, observation: UUID) -> Observation:
    """The observation."""
    with workspace(person.caller):
        return Observation.objects.here().get(id=observation)


def sources(*observations: UUID, relation: str = "derived_from") -> Any:
    """Edges to each of them."""
    return sum((link(relation, observation=one) for one in observations), ())


def derived_from(person: Person, observations: Iterable[UUID], **said: Any) -> UUID:
    """Something in the person's words that comes from these."""
    said.setdefault("speaker_role", "assistant")
    return say(person, f"made {uuid4().hex}", lineage=sources(*observations), **said)


def grant(by: Person, to: Person, capability: str, **scope: Any) -> None:
    """Gives one more capability."""
    with workspace(by.principal):
        give(
            by=by.principal.id,
            principal_id=to.principal.id,
            capability=capability,
            reason="test",
            at=now(),
            **scope,
        )


def many_derived(person: Person, source: UUID, count: int, *, chained: bool) -> list[UUID]:
    """So many rows that come from the source, each from the one before or all from it alone.

    Copies of one real row, since the database takes them faster than `observe` does.
    """
    first = derived_from(person, [source])
    made = [first]
    with workspace(person.caller):
        pattern = Observation.objects.here().get(id=first)
        last = Observation.objects.here().get(id=first if chained else source)
        for number in range(count - 1):
            pattern.pk, pattern._state.adding = uuid7(), True
            pattern.event_id = f"{first} {number}"
            pattern.position = NextPosition()
            pattern.save(force_insert=True)
            new = Observation.objects.here().get(id=pattern.pk)
            LineageEdge(
                workspace_id=person.workspace_id,
                observation=new,
                observation_position=new.position,
                relation="derived_from",
                source=last,
                source_position=last.position,
            ).save(force_insert=True)
            made.append(new.id)
            last = new if chained else last
    return made


def two_corrections(stage: Stage) -> tuple[str, UUID]:
    """One that waits for a decision and would bind much, and one that was accepted."""
    ada, pat = stage.ada, proposing(stage)
    root = say(ada, "We deploy on Fridays, after the canary is green for an hour.")
    summary = derived_from(ada, [root], kind="summary")
    derived_from(ada, [summary, say(ada, "The canary takes one hour on a quiet day.")])
    accepted(stage, "adopt", root)
    proposed(
        pat,
        "correct",
        root,
        statement="We deploy on Mondays, after the canary is green for an hour.",
        reason="The team moved the deploy day, says the plan of 30 October.",
    )
    withdrawn = proposed(pat, "withdraw", root, reason="It was said of another service.")
    done = accepted(stage, "withdraw", say(ada, "Releases need two approvals."))
    return withdrawn.correction["id"], done
