"""In any order of events, support never exceeds the number of people who really said it (P5).

A ghost keeps count of who really spoke, beside the system, and everything else that happens is
repetition. `GHOST_EXAMPLES` in the environment asks for a longer search, which also shortens
what it finds.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from provenance.database.tenancy import workspace
from provenance.models import CurrentStanding
from provenance.problems import Problem
from provenance.services.contributing.admission import Door
from provenance.services.contributing.contribution import LinkClaim
from provenance.services.erase import Erasing, erase
from provenance.services.observe import observe
from recall.services.question import Question, ShownTo
from recall.services.recall import recall
from tests.journeys.ghost_promises import Promises
from tests.journeys.ghost_world import PEOPLE, RENAMED, SENTENCES, SESSIONS, Accepted, Said, World
from tests.provenance.correcting import decided, proposed, reverted
from tests.provenance.hearing import LAPTOP, now, show, sources

LONG = "GHOST_EXAMPLES" in os.environ
EXAMPLES = int(os.environ.get("GHOST_EXAMPLES", "10"))
STEPS = 25
picks = st.integers(0, 10_000)
sentences = st.sampled_from(range(len(SENTENCES)))
sessions = st.sampled_from(SESSIONS)
people = st.sampled_from(PEOPLE)
clothes = st.sampled_from(["{}", "  {} ", "“{}”"])
derivations = st.sampled_from(["quotes", "mirrors", "derived_from", "summary_of"])
corrections = st.sampled_from(["withdraw", "withdraw", "restore", "correct", "adopt"])


@contextmanager
def refused_if(erased: bool) -> Iterator[None]:
    """What touches the erased may be refused, and nothing else may."""
    try:
        yield
    except Problem:
        if not erased:
            raise


class GhostCount(RuleBasedStateMachine):
    """People speak; everything else repeats, renames, corrects and erases."""

    @initialize()
    def begin(self) -> None:
        self.world = World()
        self.promises = Promises(self.world)
        for number, person in enumerate(PEOPLE):
            self.speak(person, "s1", number, "{}")

    # --- people really speak -------------------------------------------------------------

    @rule(person=people, session=sessions, sentence=sentences, dressed=clothes)
    def speak(self, person: str, session: str, sentence: int, dressed: str) -> None:
        one = self.world.contribute(
            self.world.hosts[person], sentence, clothes=dressed, session_id=session
        )
        self.world.ghost[sentence].add(person)
        # A person's own new statement is never silently withdrawn (P9).
        assert self._standing(one) == "reported"

    @rule(person=people, session=sessions, sentence=sentences, pick=picks)
    def adopt_by_a_turn(self, person: str, session: str, sentence: int, pick: int) -> None:
        adopts = (LinkClaim(relation="adopts", observation=self._any(pick).id),)
        host = self.world.hosts[person]
        if self._allowed(host, sentence, session_id=session, lineage=adopts):
            self.world.ghost[sentence].add(person)

    # --- nobody speaks -------------------------------------------------------------------

    @rule(
        pick=picks,
        session=sessions,
        sentence=sentences,
        role=st.sampled_from(["user", "assistant", "tool", "unknown"]),
    )
    def an_agent_says(self, pick: int, session: str, sentence: int, role: str) -> None:
        agent = self.world.agents[pick % 2]
        self._allowed(agent, sentence, session_id=session, speaker_role=role)

    @rule(
        person=people,
        session=sessions,
        sentence=sentences,
        role=st.sampled_from(["assistant", "tool"]),
    )
    def a_host_hears_its_assistant(
        self, person: str, session: str, sentence: int, role: str
    ) -> None:
        self._allowed(self.world.hosts[person], sentence, session_id=session, speaker_role=role)

    @rule(pick=picks, viewer=picks, session=st.sampled_from([None, *SESSIONS]))
    def somebody_is_shown_it(self, pick: int, viewer: int, session: str | None) -> None:
        everybody = self.world.everybody()
        show(everybody[viewer % len(everybody)], self._any(pick).id, session=session)

    @rule(pick=picks, session=sessions, sentence=sentences)
    def a_tool_reads_it_back(self, pick: int, session: str, sentence: int) -> None:
        agent = self.world.agents[pick % 2]
        shown_to = ShownTo(session=session, harness="codex", instance="laptop-1")
        question = Question(query=SENTENCES[sentence], shown_to=shown_to, limit=3)
        answer = recall(caller=agent.caller, question=question, at=now())
        receipt = (LinkClaim(relation="quotes", recall=UUID(answer["id"])),)
        returned = tuple(UUID(item["observation"]) for item in answer["episodic"])
        for host in (agent, *self.world.hosts.values()):
            self._allowed(host, sentence, session_id=session, speaker_role="tool")
        if returned:
            self._allowed(agent, sentence, lineage=receipt, sources=returned, kind="note")

    @rule(pick=picks, more=picks, relation=derivations, writer=picks, in_its_words=st.booleans())
    def somebody_derives(
        self, pick: int, more: int, relation: str, writer: int, in_its_words: bool
    ) -> None:
        first, second = self._any(pick), self._any(more)
        named = tuple({first.id, second.id})
        self._allowed(
            self.world.agents[writer % 2],
            first.sentence if in_its_words else writer % len(SENTENCES),
            kind="note",
            lineage=sources(*named, relation=relation),
            sources=named,
        )

    @rule(
        pick=picks, person=people, session=st.sampled_from(["fork", *SESSIONS]), clean=st.booleans()
    )
    def a_transcript_is_imported(self, pick: int, person: str, session: str, clean: bool) -> None:
        self._again(self._any(pick), person, session_id=session, door=Door.IMPORT, named=not clean)

    @rule(
        pick=picks,
        person=people,
        session=st.sampled_from(["resumed", *SESSIONS]),
        renamed=st.booleans(),
    )
    def a_resumed_conversation_is_captured_again(
        self, pick: int, person: str, session: str, renamed: bool
    ) -> None:
        spoken = [one for one in self.world.said if one.primary]
        producer = RENAMED if renamed else LAPTOP
        self._again(spoken[pick % len(spoken)], person, session_id=session, producer=producer)

    @rule(pick=picks)
    def it_is_sent_again(self, pick: int) -> None:
        one = self._any(pick)
        with refused_if(one.id in self.world.erased):
            again = observe(
                caller=one.person.caller, contribution=one.contribution, at=now(), door=one.door
            )
            assert (again.duplicate, again.receipt.id) == (True, one.receipt)

    # --- people put it right -------------------------------------------------------------

    @rule(pick=picks, kind=corrections)
    def a_correction_is_accepted(self, pick: int, kind: str) -> None:
        one = self._any(pick)
        statement = "We deploy on Mondays." if kind == "correct" else None
        with refused_if(kind in ("adopt", "correct") and one.id in self.world.erased):
            correction = proposed(self.world.proposer, kind, one.id, statement=statement)
            decided(self.world.stage.rita, correction)
            self.world.accepted.append(Accepted(UUID(correction.correction["id"]), kind, one))

    @precondition(lambda self: self.world.accepted)
    @rule(pick=picks)
    def a_correction_is_reverted(self, pick: int) -> None:
        accepted = self.world.accepted
        reverted(self.world.stage.rita, accepted.pop(pick % len(accepted)).id)

    @precondition(lambda self: len(self.world.said) > 6)
    @rule(pick=picks)
    def it_is_erased(self, pick: int) -> None:
        erasing = Erasing(observations=[self._any(pick).id], reason="asked for")
        erased = erase(caller=self.world.stage.rita.caller, erasing=erasing, at=now())
        body = erased.receipt.body
        self.world.erased |= {UUID(one) for one in (*body["observations"], *body["copies"])}

    @invariant()
    def promises_hold(self) -> None:
        """After every step."""
        if hasattr(self, "promises"):
            with workspace(self.world.stage.rita.caller):
                self.promises.hold()

    # --- in short ------------------------------------------------------------------------

    def _any(self, pick: int) -> Said:
        return self.world.said[pick % len(self.world.said)]

    def _allowed(self, person: Any, sentence: int, **said: Any) -> bool:
        """Contributes it, unless it is proven to repeat what was erased."""
        with refused_if(bool(self.world.erased)):
            self.world.contribute(person, sentence, **said)
            return True
        return False

    def _again(self, one: Said, person: str, *, named: bool = True, **more: Any) -> None:
        """The same event in another transcript, under its foreign name or without any."""
        self._allowed(
            self.world.hosts[person],
            one.sentence,
            content=one.contribution.content,
            speaker_role=one.contribution.speaker_role,
            foreign=one.contribution.foreign if named else None,
            **more,
        )

    def _standing(self, one: Said) -> str:
        with workspace(self.world.stage.rita.caller):
            row = CurrentStanding.objects.here().filter(observation_id=one.id).first()
        return row.standing if row else "reported"


GhostCount.TestCase.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=STEPS,
    deadline=None,
    derandomize=not LONG,
    phases=[Phase.generate, *([Phase.shrink] if LONG else [])],
    database=None,
    suppress_health_check=list(HealthCheck),
)


class TestP05GhostCount(GhostCount.TestCase):
    """Runs the machine; a failure shows the shortest story that breaks a promise."""
