"""Gathers the evidence of a question's candidates from what the stages and the ledger say."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import numpy as np

from recall.services.question import Candidate
from recall.services.ranking.dates import agreement, named_times
from recall.services.ranking.evidence import UNRANKED, Column, Evidence
from recall.services.ranking.named import name_words, words_of
from recall.services.ranking.nearness import Nearness
from recall.services.ranking.surroundings import Surrounding

PERSONS_WORDS = ("user_primary", "user_adopted")
# Scales the logarithm of a text's length in terms to about 1.
_LENGTH = 8.0


def evidence_of(
    candidates: Sequence[Candidate],
    *,
    around: Mapping[int, Surrounding],
    words: Mapping[int, float],
    meaning: Mapping[int, Nearness],
    text: str,
    terms: int,
    information: float,
    at: datetime,
) -> Evidence:
    """The columns of `candidates`, of which there is at least one.

    `around` is theirs; by ledger position, `words` are the BM25 of neighbours, `meaning` is the
    nearness of candidates and neighbours. `text`, `terms` and `information` are the
    question's, `at` is the time of asking.
    """
    rows = [around[candidate.position] for candidate in candidates]
    near = [meaning.get(candidate.position) for candidate in candidates]
    known = [one.best for one in near if one is not None]
    least, most = min(known, default=0.0), max(known, default=0.0)
    # What waits for its vector is taken to mean as much as its words say.
    best = max((c.lexical for c in candidates), default=0.0) or 1.0
    by_words = [least + (most - least) * c.lexical / best for c in candidates]
    cosines = [
        waiting if one is None else one.best for one, waiting in zip(near, by_words, strict=True)
    ]
    means = [
        waiting if one is None else one.mean for one, waiting in zip(near, by_words, strict=True)
    ]
    asked, times = words_of(text), named_times(text, at=at)
    named = np.array([_named(row, asked) for row in rows])
    return Evidence(
        bm25=np.array([c.lexical for c in candidates]),
        matched=np.array([c.matched for c in candidates]) / max(information, 1e-9),
        cosine=np.array(cosines),
        mean_cosine=np.array(means),
        word_rank=_ranks([c.lexical_rank for c in candidates]),
        meaning_rank=_ranks(
            [
                c.lexical_rank if one is None else c.semantic_rank
                for c, one in zip(candidates, near, strict=True)
            ]
        ),
        before_bm25=_two([row.before for row in rows], words),
        after_bm25=_two([row.after for row in rows], words),
        before_cosine=_nearest([row.before for row in rows], meaning, least),
        after_cosine=_nearest([row.after for row in rows], meaning, least),
        session=_numbered([row.session for row in rows]),
        person=np.array([float(row.admitted_as in PERSONS_WORDS) for row in rows]),
        speaker_named=named,
        other_named=(1 - named) * float(named.any()),
        length=np.log1p([row.length for row in rows]) / _LENGTH,
        age=_ages([row.happened_at for row in rows]),
        dated=np.array([agreement(times, row.happened_at) for row in rows]),
        terms=terms,
    )


def _named(row: Surrounding, asked: frozenset[str]) -> float:
    return float(bool(row.speaker and name_words(row.speaker) & asked))


def _ranks(ranks: Sequence[int | None]) -> Column:
    return np.array([UNRANKED if rank is None else rank - 1.0 for rank in ranks])


def _two(near: Sequence[tuple[int, ...]], words: Mapping[int, float]) -> Column:
    of = words.get
    return np.array(
        [
            (of(row[0], 0.0), of(row[1], 0.0))
            if len(row) > 1
            else (of(row[0], 0.0) if row else 0.0, 0.0)
            for row in near
        ]
    )


def _nearest(
    near: Sequence[tuple[int, ...]], meaning: Mapping[int, Nearness], least: float
) -> Column:
    found = [meaning.get(row[0]) if row else None for row in near]
    return np.array([least if one is None else one.best for one in found])


def _numbered(sessions: Sequence[str | None]) -> np.ndarray:
    """Sessions as numbers; what stands in none is alone."""
    numbers: dict[object, int] = {}
    return np.array(
        [
            numbers.setdefault(session if session is not None else place, len(numbers))
            for place, session in enumerate(sessions)
        ],
        dtype=np.int64,
    )


def _ages(times: Sequence[float | None]) -> Column:
    """0 for the oldest to 1 for the newest, by order; what has no time is as old as the oldest."""
    known = sorted({time for time in times if time is not None})
    place = {time: index / max(1, len(known) - 1) for index, time in enumerate(known)}
    return np.array([0.0 if time is None else place[time] for time in times])
