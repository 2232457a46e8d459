"""What acceptance would change, as far as a reader may see it: counts for a card."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.db.models import Exists, OuterRef

from provenance.models import Fact, FactEvidence
from provenance.services.correcting.fact_standing import FactChange
from provenance.services.reading.reader import Reader

# With one of these recall leaves an observation out; of facts it tells those that are current.
UNTOLD = ("withdrawn", "corrected", "superseded")


@dataclass(frozen=True, kw_only=True)
class Would:
    """What would change.

    `after` is where the targets would stand, those that move; `beside` counts what else moves, by
    where it would stand; `facts` likewise. `untold` and `told` count what recall would no longer,
    or again, give as evidence; `hidden` what moves out of sight. `complete` is false where the
    walk was ended.
    """

    after: Mapping[UUID, str] = field(default_factory=dict)
    beside: Counter[str] = field(default_factory=Counter)
    facts: Counter[str] = field(default_factory=Counter)
    untold: int = 0
    told: int = 0
    facts_untold: int = 0
    facts_told: int = 0
    hidden: int = 0
    complete: bool = True

    @property
    def besides(self) -> list[tuple[str, int]]:
        """What else moves: where to, and how much."""
        return sorted(self.beside.items())


@dataclass(frozen=True)
class Move:
    """One observation, and where it would stand."""

    id: UUID
    before: str
    after: str


class Sight:
    """Which of some moves and facts the reader sees: two queries. Inside the workspace."""

    def __init__(self, reader: Reader, *, moves: Collection[UUID], facts: Collection[UUID]) -> None:
        rows = reader.observations().filter(id__in=list(moves))
        self._seen = set(rows.values_list("id", flat=True))
        readable = reader.readable().filter(id=OuterRef("observation_id"))
        evidence = FactEvidence.objects.here().filter(fact_id=OuterRef("id"))
        # Those aside that stand on what the reader may not read.
        told = Fact.objects.here().filter(~Exists(evidence.filter(~Exists(readable))))
        self._told = set(told.filter(id__in=list(facts)).values_list("id", flat=True))

    def of(
        self,
        moves: Sequence[Move],
        facts: Sequence[FactChange],
        *,
        targets: Collection[UUID],
        complete: bool = True,
    ) -> Would:
        """What the reader is told of these."""
        shown = [move for move in moves if move.id in self._seen or move.id in targets]
        told = [fact for fact in facts if fact.fact_id in self._told]
        return Would(
            after={move.id: move.after for move in shown if move.id in targets},
            beside=Counter(move.after for move in shown if move.id not in targets),
            facts=Counter(fact.after for fact in told),
            untold=sum(move.after in UNTOLD and move.before not in UNTOLD for move in shown),
            told=sum(move.before in UNTOLD and move.after not in UNTOLD for move in shown),
            facts_untold=sum(fact.before == "current" for fact in told),
            facts_told=sum(fact.after == "current" for fact in told),
            hidden=len(moves) - len(shown) + len(facts) - len(told),
            complete=complete,
        )
