"""One conversation from its first turn to its last question."""

from collections.abc import Sequence
from dataclasses import dataclass

from recall.embedders.port import Embedder
from recall.evaluation.answered import MEMORY, OWN, Answered
from recall.evaluation.ask import ask
from recall.evaluation.baselines import baselines_of
from recall.evaluation.benchmark import Benchmark, Conversation, Query
from recall.evaluation.load import Progress, contributions, held_back
from recall.evaluation.metrics import scores
from recall.evaluation.replay import Replay
from recall.evaluation.store import Store


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
        self._conversation, self._embedder = conversation, embedder
        self._replay = Replay(conversation, foreign, embedder, progress)
        self._progress = progress
        self._baselines = (
            baselines_of(conversation, embedder=embedder, progress=progress) if baselines else None
        )
        turns = conversation.turns
        self._turn_of = {event.event_id: turn.id for turn in turns for event in contributions(turn)}
        self._session_of = {turn.id: turn.session for turn in turns}

    def run(self, *, benchmark: Benchmark, number: int) -> Examined:
        """Everything; what broke off before goes on."""
        conversation, replay = self._conversation, self._replay
        store = replay.store(benchmark=benchmark, number=number)
        answered = tuple(
            self._answer(store, moment.query, known=moment.known, kind=moment.kind)
            for moment in replay.moments(store)
        )
        return Examined(
            conversation=conversation.id,
            slug=store.slug,
            turns=len(conversation.turns),
            loaded=dict(replay.loaded),
            held_back=held_back(store),
            rebuilt=replay.rebuilt,
            answered=answered,
        )

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
