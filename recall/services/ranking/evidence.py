"""What is known of the candidates of one question, as columns: one row for each candidate."""

from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """n candidates. Scores are the stages' own; where a stage did not see one, see each column.

    `bm25` and `matched` (share of the question's information in its words, 0–1) are of the
    candidate itself, `cosine` of the best piece of its text, `mean_cosine` of all its pieces.
    `before` and `after` are those of its neighbours in the session, nearest first: two columns of
    BM25, one of cosine; 0 and the least cosine where there is none. `word_rank` and
    `meaning_rank` count from 0; what a stage did not find has UNRANKED. `session` numbers the
    sessions, each without one alone. `person` is 1 for people's own words. `age` is 0 for the
    oldest candidate and 1 for the newest, by event time. `terms` is how many the question has.
    """

    bm25: Column
    matched: Column
    cosine: Column
    mean_cosine: Column
    word_rank: Column
    meaning_rank: Column
    before_bm25: Column
    after_bm25: Column
    before_cosine: Column
    after_cosine: Column
    session: NDArray[np.int64]
    person: Column
    speaker_named: Column
    other_named: Column
    length: Column
    age: Column
    dated: Column
    terms: int

    def only(self, kept: NDArray[np.bool_]) -> "Evidence":
        """That of these candidates alone."""
        names = [one.name for one in fields(self) if one.name != "terms"]
        return replace(self, **{name: getattr(self, name)[kept] for name in names})


UNRANKED = 400.0
