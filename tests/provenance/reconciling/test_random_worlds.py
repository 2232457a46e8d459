"""Random workspaces: whatever is mapped, no support rises and no withdrawal is lifted; and all of it
comes back as it was when the mapping is taken back."""

from contextlib import suppress
from itertools import pairwise
from random import Random

import pytest

from provenance.database.tenancy import workspace
from provenance.models import CurrentStanding, Fact, Observation
from provenance.problems import EventConflict
from provenance.services.pairs import Alike, record_equivalents
from provenance.services.reading.support import support_of, support_of_facts
from provenance.services.reconciling.lifting import lifts
from tests.contract.saying import say
from tests.provenance.correcting import accepted, derived_from, fact_standing
from tests.provenance.hearing import agent, host_serving, show
from tests.provenance.importing.corpus import results, state

from .acting import NEW, OLD, apply, at, now, plan_of, producers, roll_back

LONG = (
    "We deploy on Fridays, only after the canary is green.",
    "The database is backed up each night at three.",
    "Nobody merges to main without a second pair of eyes.",
)
SHORT = ("go on", "yes, do it")


class World:
    """Who speaks, under which of two names, and what has come of it."""

    def __init__(self, stage, seed):
        self.stage, self.random = stage, Random(seed)
        self.voices = [stage.ada, host_serving(stage, "otto"), agent(stage, "eve")]
        self.said = []

    def grow(self, steps):
        acts = [self.speak] * 6 + [self.repeat] * 6 + [self.derive] * 2
        acts += [self.withdraw, self.restore, self.adopt, self.see]
        for _ in range(steps):
            self.random.choice(acts)()

    def speak(self):
        self._say(self.random.choice(LONG + SHORT), event_id=None)

    def repeat(self):
        """The same event under either name, by anybody who claims to have seen it."""
        if self.said:
            _, text, event_id, minute = self.random.choice(self.said)
            self._say(text, event_id=event_id, minute=minute)

    def derive(self):
        if self.said:
            sources = self.random.sample(self.said, min(2, len(self.said)))
            derived_from(self.voices[2], [one for one, *_ in sources])

    def see(self):
        if self.said:
            show(self.random.choice(self.voices), self._one(), session="session-1")

    def withdraw(self):
        if self.said:
            accepted(self.stage, "withdraw", self._one())

    def restore(self):
        if self.said:
            accepted(self.stage, "restore", self._one())

    def adopt(self):
        if self.said:
            accepted(self.stage, "adopt", self._one())

    def pair_them(self):
        """Neighbours are alike, as far as a machine can tell."""
        with workspace(self.stage.rita.caller):
            rows = list(Observation.objects.here().order_by("position"))
            for first, second in pairwise(rows):
                record_equivalents(second, [Alike(first, "vector", 0.9)], at=now())

    def seen(self):
        """All that a mapping must not raise, and what its end has to give back."""
        with workspace(self.stage.rita.caller):
            ids = list(Observation.objects.here().values_list("id", flat=True))
            facts = list(Fact.objects.here().values_list("id", flat=True))
            standing = dict(
                CurrentStanding.objects.here().values_list("observation_id", "standing")
            )
            return {
                "support": {**support_of(ids), **support_of_facts(facts)},
                "standing": {one: standing.get(one, "reported") for one in ids}
                | {one: fact_standing(one) for one in facts},
            }

    def _one(self):
        return self.random.choice(self.said)[0]

    def _say(self, text, *, event_id, minute=None):
        minute = self.random.choice((None, 1, 2)) if minute is None else minute
        event_id = event_id or f"event-{self.random.randrange(12)}"
        voice = self.random.choice(self.voices)
        said = {
            "producer": self.random.choice((OLD, NEW)),
            "observed_at": None if minute is None else at(minute),
            "session_id": self.random.choice(("session-1", "session-1", "session-2")),
        }
        # Its id is taken by other words of the same voice: it is not said.
        with suppress(EventConflict):
            observation = say(voice, text, event_id=event_id, **said)
            self.said.append((observation, text, event_id, minute))


def nothing_rose(before, after):
    for one, then in before["support"].items():
        now_ = after["support"][one]
        assert now_.independent <= then.independent, one
        assert now_.confirmations <= then.confirmations, one
    for one, then in before["standing"].items():
        assert not lifts(then, after["standing"][one]), one


@pytest.mark.parametrize("seed", range(6))
def test_p05_p09_p14_nothing_rises_and_all_of_it_comes_back(stage, seed):
    world, rita = World(stage, seed), stage.rita
    world.grow(30)
    world.pair_them()
    before = world.seen()

    first = producers(rita)
    second = plan_of(rita, "pairs", verdict="same")
    assert world.seen() == before, "a plan changes nothing"
    apply(rita, first)
    between = world.seen()
    nothing_rose(before, between)
    apply(rita, second)
    nothing_rose(between, world.seen())

    done = {*results(rita, first).values(), *results(rita, second).values()}
    assert "accepted" in done, "this world has nothing to map: choose another seed"
    for plan in (second, first):
        if "accepted" in results(rita, plan).values():
            roll_back(rita, plan)
            assert state(rita, plan) == "rolled_back"
    assert world.seen() == before
