"""One conversation from its first turn to its last question."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from recall.embedders.port import Embedder
from recall.evaluation.answered import FOREIGN, MEMORY, OWN, Answered
from recall.evaluation.ask import ask
from recall.evaluation.baselines import Baselines
from recall.evaluation.benchmark import Benchmark, Conversation, Query
from recall.evaluation.current import make_current
from recall.evaluation.load import Progress, contributions, embed, held_back, load
from recall.evaluation.metrics import scores
from recall.evaluation.store import Store, is_empty, store_for
from recall.services.attributed import attributed

_EMBEDDED_AT_ONCE = 64


@dataclass(frozen=True, kw_only=True)
class Examined:
    """What became of a conversation: its store, its turns by outcome, and its questions."""

    conversation: str
    slug: str
    turns: int
    loaded: dict[str, int]
    held_back: dict[str, int]
    rebuilt: bool
    answered: tuple[Answered, ...]


class Examination:
    """Loads and asks in the order in which it happened."""

    def __init__(
        self,
        *,
        conversation: Conversation,
        foreign: Sequence[Query],
        embedder: Embedder,
        baselines: bool,
        progress: Progress,
    ) -> None:
        self._conversation, self._foreign = conversation, foreign
        self._embedder, self._progress = embedder, progress
        self._baselines = self._made_baselines() if baselines and conversation.turns else None
        turns = conversation.turns
        self._turn_of = {event.event_id: turn.id for turn in turns for event in contributions(turn)}
        self._session_of = {turn.id: turn.session for turn in turns}
        self._loaded: Counter[str] = Counter()

    def run(self, *, benchmark: Benchmark, number: int) -> Examined:
        """Everything; what broke off before goes on."""
        conversation = self._conversation
        store = store_for(
            benchmark=benchmark,
            conversation=conversation,
            number=number,
            new=conversation.in_steps,
        )
        rebuilt = not is_empty(store) and make_current(
            store=store, embedder=self._embedder, progress=self._progress
        )
        answered = tuple(self._answers(store))
        return Examined(
            conversation=conversation.id,
            slug=store.slug,
            turns=len(conversation.turns),
            loaded=dict(self._loaded),
            held_back=held_back(store),
            rebuilt=rebuilt,
            answered=answered,
        )

    def _answers(self, store: Store) -> Iterator[Answered]:
        loaded = 0
        for known, query in self._in_order():
            if known > loaded:
                self._load(store, loaded, known)
                loaded = known
            yield self._answer(store, query, known=known, kind=OWN)
        everything = len(self._conversation.turns)
        if everything > loaded:
            self._load(store, loaded, everything)
        for query in self._foreign:
            yield self._answer(store, query, known=everything, kind=FOREIGN)

    def _in_order(self) -> list[tuple[int, Query]]:
        """The questions by how much was known when they were asked."""
        asked = [(self._conversation.known_before(one), one) for one in self._conversation.queries]
        return sorted(asked, key=lambda pair: pair[0])

    def _load(self, store: Store, start: int, end: int) -> None:
        turns = self._conversation.turns[start:end]
        self._loaded += load(store=store, turns=turns, progress=self._progress)
        embed(store=store, embedder=self._embedder, progress=self._progress)

    def _answer(self, store: Store, query: Query, *, known: int, kind: str) -> Answered:
        answer = ask(store=store, text=query.text, turn_of=self._turn_of)
        ranked = {MEMORY: answer.ranked}
        if kind == OWN and self._baselines is not None and known:
            ranked |= self._compared(query, known=known)
        then = {turn.id for turn in self._conversation.turns[:known]}
        scored = {
            system: scores(
                found,
                gold=query.gold,
                session_of=self._session_of,
                gold_sessions=query.gold_sessions,
            )
            for system, found in ranked.items()
            if kind == OWN and (query.gold or query.gold_sessions)
        }
        self._progress("ask", 1)
        return Answered(
            conversation=self._conversation.id,
            id=query.id,
            kind=kind,
            category=query.category,
            answerable=query.answerable,
            answer=answer,
            ranked=ranked,
            scores=scored,
            leaked=sum(turn not in then for turn in answer.ranked),
        )

    def _compared(self, query: Query, *, known: int) -> dict[str, tuple[str, ...]]:
        if self._baselines is None:
            return {}
        vector = self._embedder.embed_query(text=query.text)
        found = self._baselines.rank(text=query.text, vector=vector, known=known)
        turns = self._conversation.turns
        return {
            system: tuple(turns[place].id for place in places) for system, places in found.items()
        }

    def _made_baselines(self) -> Baselines:
        texts = [attributed(turn.text, name=turn.speaker) for turn in self._conversation.turns]
        vectors: list[Any] = []
        for start in range(0, len(texts), _EMBEDDED_AT_ONCE):
            batch = texts[start : start + _EMBEDDED_AT_ONCE]
            vectors.extend(self._embedder.embed_passages(texts=batch))
            self._progress("embed", len(batch))
        return Baselines(texts=texts, vectors=np.stack(vectors))
