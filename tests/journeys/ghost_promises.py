"""What must hold in the world of the ghost count, whatever has happened."""

from uuid import UUID

from provenance.models import (
    ChronicleEvent,
    Content,
    CurrentStanding,
    LineageEdge,
    Observation,
    ProvenCopy,
    StandingEvent,
)
from provenance.models.lineage_edge import DERIVATIONS
from provenance.services.reading.ceiling import ORDER, ceilings_of
from provenance.services.reading.support import support_of
from tests.journeys.ghost_world import Said, World


class Promises:
    """Looks at a world after each step, and remembers what may only grow. Inside the workspace."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.timeline: list[UUID] = []
        self.chronicle = 0

    def hold(self) -> None:
        """AssertionError where a promise is broken."""
        self.p03_each_event_is_here_once()
        self.p05_support_is_conserved()
        self.p06_derived_never_outranks_its_source()
        self.p08_what_was_said_never_changes()
        self.p09_withdrawal_sticks()

    def p03_each_event_is_here_once(self) -> None:
        assert Observation.objects.here().count() == len(self.world.said)

    def p05_support_is_conserved(self) -> None:
        copies: dict[UUID, set[UUID]] = {}
        for copy in ProvenCopy.objects.here():
            copies.setdefault(copy.observation_id, set()).add(copy.original_id)
        sentence = {one.id: one.sentence for one in self.world.said}
        assert all(sentence[one] == sentence[it] for one, them in copies.items() for it in them)
        found, gone = support_of(list(sentence)), self._withdrawn() | self.world.erased
        for one in self.world.said:
            ghosts = self.world.behind(one, copies)
            support = found[one.id]
            assert support.independent <= len(ghosts), (one, support, ghosts)
            if one.primary and one.id not in gone:
                assert support.independent >= 1, (one, support)

    def p06_derived_never_outranks_its_source(self) -> None:
        ceilings = ceilings_of([one.id for one in self.world.said])
        ranks = {one: ORDER.index(ceiling) for one, ceiling in ceilings.items()}
        own = dict(Observation.objects.here().values_list("id", "admitted_as"))
        assert all(ranks[one] >= ORDER.index(own[one]) for one in ranks)
        edges = LineageEdge.objects.here().filter(relation__in=DERIVATIONS).exclude(source=None)
        for later, source in edges.values_list("observation_id", "source_id"):
            assert ranks[later] >= ranks[source]

    def p08_what_was_said_never_changes(self) -> None:
        rows = StandingEvent.objects.here().order_by("position")
        timeline = list(rows.values_list("id", flat=True))
        assert timeline[: len(self.timeline)] == self.timeline
        self.timeline = timeline
        chronicle = ChronicleEvent.objects.here().count()
        assert chronicle >= self.chronicle
        self.chronicle = chronicle
        texts = dict(Content.objects.here().values_list("observation_id", "text"))
        for one in self.world.said:
            gone = one.id in self.world.erased
            assert texts.get(one.id) == (None if gone else one.contribution.content)

    def p09_withdrawal_sticks(self) -> None:
        """Where the last word on a sentence is a withdrawal, what it named is withdrawn, and so
        are its proven copies, people's own later words aside."""
        moving = [one for one in self.world.accepted if one.kind != "adopt"]
        last: dict[int, tuple[str, Said]] = {
            one.target.sentence: (one.kind, one.target) for one in moving
        }
        withdrawn = self._withdrawn()
        primary = {one.id for one in self.world.said if one.primary}
        for kind, target in last.values():
            if kind == "withdraw":
                copies = ProvenCopy.objects.here().filter(original_id=target.id)
                bound = set(copies.values_list("observation_id", flat=True)) - primary
                assert {target.id, *bound} <= withdrawn

    def _withdrawn(self) -> set[UUID]:
        rows = CurrentStanding.objects.here().filter(standing="withdrawn")
        return set(rows.values_list("observation_id", flat=True))
