"""Features of each candidate, scaled so that questions of all kinds can share one set of weights."""

from math import log, log1p

import numpy as np
from numpy.typing import NDArray

from recall.services.ranking.evidence import Column, Evidence

# A rank of so many counts half (reciprocal rank fusion, Cormack et al. 2009).
_HALF_AT = 60.0
_LONG_QUESTION = 60
_BEST_OF_SESSION = 3
# Cosines are scaled between the best of the question and the last of so many.
SCALED_OVER = 100
# What weighs otherwise in a long question than in a short one.
_BY_LENGTH = (
    "words",
    "meaning",
    "whole_meaning",
    "session_words",
    "session_meaning",
    "age",
    "person",
    "before_words",
    "before_meaning",
    "matched",
    "word_rank",
    "meaning_rank",
)
# What weighs otherwise among a handful.
_BY_NUMBER = (
    "words",
    "meaning",
    "whole_meaning",
    "both",
    "matched",
    "word_rank",
    "meaning_rank",
    "before_words",
    "after_words",
    "session_words",
    "session_meaning",
    "length",
)
# What weighs the same in all workspaces and questions.
_ALIKE_EVERYWHERE = ("person", "speaker_named", "other_named", "dated")
_MANY_SESSIONS, _MANY = 60, 100


def matrix(evidence: Evidence) -> tuple[list[str], NDArray[np.float64]]:
    """The names of the features, and their values: shape (candidates, features)."""
    columns = _columns(evidence)
    varying = [name for name in columns if name not in _ALIKE_EVERYWHERE]
    for what, much, names in (
        ("question length", question_length(evidence), _BY_LENGTH),
        ("named", _names_a_speaker(evidence), varying),
        ("assistants", _assistants(evidence), varying),
        # A few long sessions are another matter than many short ones.
        ("assistants × sessions", _assistants(evidence) * _sessions(evidence), varying),
        ("few", _few(evidence), _BY_NUMBER),
    ):
        columns |= {f"{name} × {what}": columns[name] * much for name in names}
    return list(columns), np.stack(list(columns.values()), axis=1)


def question_length(evidence: Evidence) -> float:
    """0 for no term to 1 for _LONG_QUESTION or more, by the logarithm."""
    return min(1.0, log1p(evidence.terms) / log(_LONG_QUESTION))


def _names_a_speaker(evidence: Evidence) -> float:
    """1 where the question names one of those who speak in the candidates, else 0."""
    return float((evidence.speaker_named > 0).any())


def _assistants(evidence: Evidence) -> float:
    """0 where people alone speak, 1 where half of the candidates or more are nobody's words."""
    return min(1.0, 2 * float(1 - evidence.person.mean()))


def _sessions(evidence: Evidence) -> float:
    """0 for no session to 1 for _MANY_SESSIONS among the candidates, by the logarithm."""
    return min(1.0, log1p(len(np.unique(evidence.session))) / log(_MANY_SESSIONS))


def _few(evidence: Evidence) -> float:
    """0 from _MANY candidates on, towards 1 for a handful: their order says less, by age most of all."""
    return max(0.0, 1 - log1p(len(evidence.bm25)) / log(_MANY))


def _columns(e: Evidence) -> dict[str, Column]:
    best = max(float(e.bm25.max()), 1e-9)
    words, meaning = e.bm25 / best, nearness(e, e.cosine)
    before, after = e.before_bm25 / best, e.after_bm25 / best
    before_meaning, after_meaning = nearness(e, e.before_cosine), nearness(e, e.after_cosine)
    session_meaning = _of_session(meaning, e.session)
    return {
        "words": words,
        "meaning": meaning,
        "whole_meaning": nearness(e, e.mean_cosine),
        "both": words * meaning,
        "word_rank": _HALF_AT / (_HALF_AT + e.word_rank),
        "meaning_rank": _HALF_AT / (_HALF_AT + e.meaning_rank),
        "first_by_words": 1 / (1 + e.word_rank),
        "first_by_meaning": 1 / (1 + e.meaning_rank),
        "matched": e.matched,
        "before_words": before[:, 0],
        "after_words": after[:, 0],
        "further_words": np.maximum(before[:, 1], after[:, 1]),
        "before_meaning": before_meaning,
        "after_meaning": after_meaning,
        "session_words": _of_session(words, e.session),
        "session_meaning": session_meaning,
        "person": e.person,
        "speaker_named": e.speaker_named,
        "other_named": e.other_named,
        "length": e.length,
        "length_in_meaning": e.length * meaning,
        "matched_in_meaning": e.matched * meaning,
        "before_in_meaning": before[:, 0] * meaning,
        "session_in_meaning": session_meaning * meaning,
        "age": e.age * max(0.0, 1 - 2 * _few(e)),
        "dated": e.dated,
    }


def nearness(e: Evidence, cosine: Column) -> Column:
    """Cosines between 0 (the last of the semantic stage) and 1 (the best of the question)."""
    ordered = np.sort(e.cosine)
    low, high = ordered[-min(SCALED_OVER, len(ordered))], ordered[-1]
    return np.clip((cosine - low) / max(high - low, 1e-9), 0.0, 1.0)


def _of_session(values: Column, session: NDArray[np.int64]) -> Column:
    """For each candidate the mean of the best three of its session, over the best session's."""
    order = np.lexsort((-values, session))
    grouped = session[order]
    starts = np.r_[True, grouped[1:] != grouped[:-1]]
    place = np.arange(len(values)) - np.maximum.accumulate(
        np.where(starts, np.arange(len(values)), 0)
    )
    sums = np.zeros(int(session.max()) + 1)
    counted = place < _BEST_OF_SESSION
    np.add.at(sums, grouped[counted], values[order][counted])
    of_session: Column = sums[session] / max(float(sums.max()), 1e-9)
    return of_session
