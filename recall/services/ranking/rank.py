"""Orders the candidates of a question by what is known of them and of what stands around them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

import numpy as np

from recall.services.asked import Asked
from recall.services.lexical import scores_of
from recall.services.query_vector import QueryVector
from recall.services.question import Candidate
from recall.services.ranking.columns import PERSONS_WORDS, evidence_of
from recall.services.ranking.evidence import Column
from recall.services.ranking.model import Ranked, chance, current_model, judge
from recall.services.ranking.nearness import Nearness, nearness
from recall.services.ranking.order import KIND, RECENCY, in_order
from recall.services.ranking.ranking import Ranking
from recall.services.ranking.reasons import Feature, Reasons
from recall.services.ranking.recency import recency
from recall.services.ranking.surroundings import Surrounding, surroundings


def rank(
    candidates: Mapping[int, Candidate],
    *,
    allowed: Any,
    text: str,
    asked: Asked,
    terms: int,
    information: float,
    query: QueryVector,
    recency_weight: float,
    kinds: Collection[str] = (),
    at: datetime,
) -> Ranking | None:
    """The candidates, best first; ids settle equal scores. None where there are none.

    The `score` of each becomes the chance, 0–1, that it is evidence for the question, its
    `reasons` what that is made of, its `rank` its place. Neighbours count as far as they are among
    the `allowed` rows.
    Those of the `kinds` come before others that are nearly as good.
    `text`, the number of `terms` and `information` are the question's, `asked` its terms as they
    stand in the workspace.
    """
    around = surroundings(allowed=allowed, positions=candidates)
    # What was erased since it was found is gone.
    found = [candidate for position, candidate in candidates.items() if position in around]
    if not found:
        return None
    words, meaning = _neighbours(found, around=around, asked=asked, query=query)
    evidence = evidence_of(
        found,
        around=around,
        words=words,
        meaning=meaning,
        text=text,
        terms=terms,
        information=information,
        at=at,
    )
    model = current_model()
    ranked = judge(evidence, model=model)
    now = at.timestamp()
    for candidate in found:
        row = around[candidate.position]
        candidate.recency = recency(happened_at=row.happened_at, at=now)
        candidate.persons_word = row.admitted_as in PERSONS_WORDS
    asked_for = {
        "recency": recency_weight * RECENCY * np.array([c.recency for c in found]),
        "kind": KIND * np.array([around[c.position].kind in kinds for c in found]),
    }
    sums = ranked.sums + asked_for["recency"] + asked_for["kind"]
    for place, score in enumerate(chance(sums, model=model).tolist()):
        found[place].score = score
        found[place].reasons = partial(_reasons, ranked, asked_for, place)
    ids = [candidate.observation_id for candidate in found]
    order = in_order(sums, persons=[c.persons_word for c in found], ids=ids)
    in_front = list(_falling(found[place] for place in order))
    for number, candidate in enumerate(in_front, start=1):
        candidate.rank = number
    positions = [candidate.position for candidate in found]
    return Ranking(in_front, positions, evidence, ranked.sums)


def _neighbours(
    found: Sequence[Candidate],
    *,
    around: Mapping[int, Surrounding],
    asked: Asked,
    query: QueryVector,
) -> tuple[dict[int, float], dict[int, Nearness]]:
    """BM25 and nearness by position, neighbours too; fills in what a stage did not look at."""
    words = {c.position: c.lexical for c in found if c.lexical_rank is not None}
    rows = around.values()
    near = {position for row in rows for position in (*row.before, *row.after)}
    near |= {candidate.position for candidate in found}
    scores = scores_of(asked=asked, positions=near - words.keys())
    words |= {position: score for position, (score, _) in scores.items()}
    for candidate in found:
        if candidate.lexical_rank is None:
            candidate.lexical, candidate.matched = scores.get(candidate.position, (0.0, 0.0))
    if query.vector is None or query.embedder is None:
        return words, {}
    compared = {one for row in rows for one in (*row.before[:1], *row.after[:1])}
    compared |= {candidate.position for candidate in found}
    meaning = nearness(query=query.vector, embedder=query.embedder, positions=compared)
    for candidate in found:
        one = meaning.get(candidate.position)
        candidate.semantic = one.best if one else None
    return words, meaning


def _reasons(ranked: Ranked, asked_for: Mapping[str, Column], place: int) -> Reasons:
    """What the sum of one candidate is made of."""
    values, adds = ranked.features[place].tolist(), ranked.parts[place].tolist()
    weights = current_model().weights
    features = {
        name: Feature(value, weights.get(name, 0.0), added)
        for name, value, added in zip(ranked.names, values, adds, strict=True)
    }
    more = {name: float(column[place]) for name, column in asked_for.items()}
    return Reasons(features, more, float(ranked.sums[place]) + sum(more.values()))


def _falling(ranked: Iterable[Candidate]) -> Iterable[Candidate]:
    """The score keeps falling: what was put behind takes at most the score before it."""
    most = 1.0
    for candidate in ranked:
        most = candidate.score = min(most, candidate.score)
        yield candidate
