"""Asks the questions of a conversation by the service's own search, and keeps what it weighs."""

from datetime import UTC, datetime

import numpy as np

from provenance.database.tenancy import workspace
from provenance.models import Observation
from provenance.services.access.grants import live_grants
from recall.evaluation.answered import OWN
from recall.evaluation.baselines import Baselines, baselines_of
from recall.evaluation.benchmark import Benchmark, Conversation
from recall.evaluation.load import contributions
from recall.evaluation.metrics import scores
from recall.evaluation.replay import Moment, Replay
from recall.evaluation.store import Store
from recall.evaluation.training.sample import Sample
from recall.services.allowed import allowed_by
from recall.services.query_vector import QueryVector, embed_question
from recall.services.question import Question
from recall.services.route import route
from recall.services.search import Search
from recall.services.standing import omissions
from recall.services.timings import Timings

COMPARED = "recall@10"


def collect(*, replay: Replay, benchmark: Benchmark, number: int) -> list[Sample]:
    """A sample for each question of the conversation, its own and the foreign ones."""
    conversation = replay.conversation
    baselines = baselines_of(conversation, embedder=replay.embedder, progress=replay.progress)
    turn_of = {event.event_id: one.id for one in conversation.turns for event in contributions(one)}
    store = replay.store(benchmark=benchmark, number=number)
    samples = []
    for moment in replay.moments(store):
        text = Question(query=moment.query.text).text
        asked = embed_question(text, within=store.asker)
        compared = _compared(moment, conversation, baselines, asked)
        samples.append(
            _sample(
                moment,
                asked=asked,
                number=number,
                store=store,
                turn_of=turn_of,
                baselines=compared,
            )
        )
        replay.progress("ask", 1)
    return samples


def _sample(
    moment: Moment,
    *,
    asked: QueryVector,
    number: int,
    store: Store,
    turn_of: dict[str, str],
    baselines: dict[str, float],
) -> Sample:
    query = moment.query
    question, at = Question(query=query.text), datetime.now(UTC)
    chosen = route(question, at=at)
    with workspace(store.asker):
        grants = live_grants(caller=store.asker, at=at)
        allowed = allowed_by(grants, question=question)
        search = Search(allowed=allowed, question=question, timings=Timings())
        found = {one.position: one for one in search.run(route=chosen, query=asked, at=at)}
        ranking = search.ranking
        ids = ranking.rows if ranking else list(found)
        told = Observation.objects.here().filter(position__in=ids)
        events = dict(told.values_list("position", "event_id"))
        omitted = omissions(positions=ids, as_of=None)
    wanted = set(query.gold) if moment.kind == OWN else set()
    return Sample(
        conversation=number,
        id=query.id,
        kind=moment.kind,
        category=query.category,
        answerable=query.answerable,
        wanted=len(wanted),
        unknown=search.unknown,
        recency_weight=chosen.recency_weight,
        evidence=ranking.evidence if ranking else None,
        recency=np.array([found[one].recency for one in ids], np.float64),
        gold=np.array([turn_of[events[one]] in wanted for one in ids], np.bool_),
        holds=np.array([one not in omitted for one in ids], np.bool_),
        baselines=baselines,
    )


def _compared(
    moment: Moment, conversation: Conversation, baselines: Baselines | None, asked: QueryVector
) -> dict[str, float]:
    """recall@10 of each baseline, where there is something to find."""
    query = moment.query
    if moment.kind != OWN or not query.gold or not moment.known:
        return {}
    if baselines is None or asked.vector is None:
        return {}
    found = baselines.rank(text=query.text, vector=asked.vector, known=moment.known)
    return {
        system: scores(
            [conversation.turns[place].id for place in places],
            gold=query.gold,
            session_of={},
            gold_sessions=(),
        )[COMPARED]
        for system, places in found.items()
    }
