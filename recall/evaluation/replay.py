"""Tells a conversation to its store turn by turn, and stops where a question was asked."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from recall.embedders.port import Embedder
from recall.evaluation.answered import FOREIGN, OWN
from recall.evaluation.benchmark import Benchmark, Conversation, Query
from recall.evaluation.current import make_current
from recall.evaluation.load import Progress, embed, load
from recall.evaluation.store import Store, is_empty, store_for


@dataclass(frozen=True)
class Moment:
    """A question of its own or a foreign one, and how many turns are known when it is asked."""

    known: int
    query: Query
    kind: str


@dataclass
class Replay:
    """One conversation. `loaded` counts its turns by outcome as they come."""

    conversation: Conversation
    foreign: Sequence[Query]
    embedder: Embedder
    progress: Progress
    loaded: Counter[str] = field(default_factory=Counter)
    rebuilt: bool = False

    def store(self, *, benchmark: Benchmark, number: int) -> Store:
        """Its store; readings that another version of the code made are made again."""
        store = store_for(
            benchmark=benchmark,
            conversation=self.conversation,
            number=number,
            new=self.conversation.in_steps,
        )
        self.rebuilt = not is_empty(store) and make_current(
            store=store, embedder=self.embedder, progress=self.progress
        )
        return store

    def moments(self, store: Store) -> Iterator[Moment]:
        """The questions in the order in which they were asked, each with its past loaded.

        The foreign ones come when everything has been said.
        """
        loaded, everything = 0, len(self.conversation.turns)
        own = [(self.conversation.known_before(one), one) for one in self.conversation.queries]
        asked = [Moment(known, one, OWN) for known, one in sorted(own, key=lambda pair: pair[0])]
        for moment in [*asked, *(Moment(everything, one, FOREIGN) for one in self.foreign)]:
            if moment.known > loaded:
                self._load(store, loaded, moment.known)
                loaded = moment.known
            yield moment
        if everything > loaded:
            self._load(store, loaded, everything)

    def _load(self, store: Store, start: int, end: int) -> None:
        turns = self.conversation.turns[start:end]
        self.loaded += load(store=store, turns=turns, progress=self.progress)
        embed(store=store, embedder=self.embedder, progress=self.progress)
