"""All that a mapping of two observations could touch: counted, so that nothing rises unseen."""

from collections.abc import Collection
from itertools import islice
from uuid import UUID

from django.db.models import Q

from provenance.models import FactEvidence, Observation, ProvenCopy
from provenance.services.contributing.echo import FEWEST_WORDS
from provenance.services.erasing import copies_of
from provenance.services.reading.support import Support, support_of, support_of_facts
from provenance.services.standing.region import descendants_of

# A mapping that touches more than that cannot be looked at whole, so it is not made.
MOST = 2_000


class TooWideError(Exception):
    """More than MOST observations would have to be looked at."""


def one_event(observation_id: UUID) -> set[UUID]:
    """The observation with all that is one event with it. Inside the workspace.

    What a person said again is a proven copy, and an event of its own.
    """
    again = Q(basis="same_text_with_link", observation__admitted_as="user_primary")
    proofs = ProvenCopy.objects.live().exclude(again)
    found, new = {observation_id}, {observation_id}
    while new:
        pairs = proofs.filter(Q(observation__in=new) | Q(original__in=new))
        ends = {one for pair in pairs.values_list("observation_id", "original_id") for one in pair}
        new = ends - found
        found |= new
    return found


def touched_by(observation_ids: Collection[UUID]) -> set[UUID]:
    """Them, their copies, what people said in the same words, and all that comes of these.

    Raises TooWideError. Inside the workspace.
    """
    event = copies_of(observation_ids)
    voices = Observation.objects.here().filter(admitted_as="user_primary")
    said = voices.filter(id__in=event, word_count__gte=FEWEST_WORDS).values_list(
        "text_sha256", flat=True
    )
    alike = voices.filter(text_sha256__in=set(said)).values_list("id", flat=True)
    begun = {*event, *islice(alike.iterator(), MOST + 1)}
    if len(begun) > MOST:
        raise TooWideError
    found = descendants_of(begun)
    if len(found) > MOST:
        raise TooWideError
    return found


class Counted:
    """The support of some observations and of the facts on them, at two moments."""

    def __init__(self, observation_ids: Collection[UUID]) -> None:
        """Counts the first time. Inside the workspace."""
        self._ids = list(observation_ids)
        rows = FactEvidence.objects.here().filter(observation_id__in=self._ids)
        self._facts = list(rows.values_list("fact_id", flat=True).distinct())
        self.before = self._count()
        self.after = self.before

    def again(self) -> None:
        """Counts the second time."""
        self.after = self._count()

    @property
    def rises(self) -> bool:
        """True where anything would count for more people than it did (P5)."""
        return any(
            now.independent > then.independent or now.confirmations > then.confirmations
            for then, now in self._both(self._ids) + self._both(self._facts)
        )

    def of_facts(self) -> dict[UUID, tuple[Support, Support]]:
        """Each fact's support, before and after."""
        return dict(zip(self._facts, self._both(self._facts), strict=True))

    def of(self, observation_ids: Collection[UUID]) -> dict[UUID, tuple[Support, Support]]:
        """Those observations' support, before and after."""
        return dict(zip(observation_ids, self._both(observation_ids), strict=True))

    def falling(self) -> int:
        """How many observations count for fewer people than they did."""
        return sum(now.independent < then.independent for then, now in self._both(self._ids))

    def _count(self) -> dict[UUID, Support]:
        return {**support_of(self._ids), **support_of_facts(self._facts)}

    def _both(self, ids: Collection[UUID]) -> list[tuple[Support, Support]]:
        return [(self.before[one], self.after[one]) for one in ids]
