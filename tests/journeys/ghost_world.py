"""The world of the ghost count: who is there, what is said, and a record of who really spoke."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from provenance.services.contributing.admission import Door
from provenance.services.contributing.contribution import (
    Contribution,
    ForeignReference,
    ProducerClaim,
)
from provenance.services.observe import observe
from tests.cast import Person, make_stage
from tests.provenance.correcting import grant, proposing
from tests.provenance.hearing import LAPTOP, agent, host_serving, now

SENTENCES = (
    "We deploy on Fridays, only after the canary is green.",
    "The database is backed up each night at three.",
    "Nobody merges to main without a second pair of eyes.",
    "Every incident has a written review within the week.",
    "ok, continue",
)
PEOPLE = ("rita", "omar", "nora")
SESSIONS = ("s1", "s2", "s3")
RENAMED = ProducerClaim(harness="codex", instance="laptop-renamed")


@dataclass(frozen=True)
class Said:
    """One observation as its contributor gave it, for retries and for what must never change."""

    id: UUID
    receipt: UUID
    person: Person
    contribution: Contribution
    door: Door
    sentence: int
    primary: bool
    sources: tuple[UUID, ...] = ()


@dataclass(frozen=True)
class Accepted:
    """A correction of one observation that stands."""

    id: UUID
    kind: str
    target: Said


@dataclass
class World:
    """A workspace, and the ghost: which humans really said which sentence through capture."""

    said: list[Said] = field(default_factory=list)
    ghost: dict[int, set[str]] = field(default_factory=dict)
    erased: set[UUID] = field(default_factory=set)
    accepted: list[Accepted] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.stage = make_stage()
        self.hosts = {"rita": self.stage.ada}
        self.hosts |= {name: host_serving(self.stage, name) for name in PEOPLE[1:]}
        self.agents = [agent(self.stage, "eve"), agent(self.stage, "zed")]
        self.proposer = proposing(self.stage)
        grant(self.stage.rita, self.stage.ada, "recall")
        self.ghost = {number: set() for number in range(len(SENTENCES))}

    def everybody(self) -> list[Person]:
        """All who may write."""
        return [*self.hosts.values(), *self.agents]

    def contribute(
        self,
        person: Person,
        sentence: int,
        *,
        clothes: str = "{}",
        door: Door = Door.OBSERVE,
        sources: tuple[UUID, ...] = (),
        **more: Any,
    ) -> Said:
        """Records it as that person's client would. Raises what `observe` raises."""
        event_id = uuid4().hex
        said: dict[str, Any] = {
            "event_id": event_id,
            "kind": "turn",
            "speaker_role": "user",
            "content": clothes.format(SENTENCES[sentence]),
            "session_id": "s1",
            "producer": LAPTOP,
            "foreign": ForeignReference(system="codex", session="f", id=event_id),
        }
        contribution = Contribution(**(said | more))
        observed = observe(caller=person.caller, contribution=contribution, at=now(), door=door)
        one = Said(
            id=observed.receipt.observation_id,
            receipt=observed.receipt.id,
            person=person,
            contribution=contribution,
            door=door,
            sentence=sentence,
            primary=door is Door.OBSERVE
            and person in self.hosts.values()
            and contribution.speaker_role == "user"
            and not sources,
            sources=sources,
        )
        self.said.append(one)
        return one

    def behind(self, one: Said, copies: dict[UUID, set[UUID]]) -> set[str]:
        """The humans who really said what it says, or what it declares itself derived from.

        A person's turn has no sources; what is not one shares those of what it is a copy of.
        """
        by_id = {said.id: said for said in self.said}
        met: set[UUID] = set()
        waiting = [one.id]
        while waiting:
            if (current := waiting.pop()) in met:
                continue
            met.add(current)
            if not by_id[current].primary:
                waiting += [*by_id[current].sources, *copies.get(current, ())]
        return set().union(*(self.ghost[by_id[each].sentence] for each in met))
