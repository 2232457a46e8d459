"""The candidates of one question in their order, and how sure it is that they answer it."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from recall.services.question import Candidate
from recall.services.ranking.confidence import confidence, current_judge, signals
from recall.services.ranking.evidence import Column, Evidence


@dataclass(frozen=True)
class Ranking:
    """`candidates` are best first; `evidence` and `sums` have a row for each ledger position of
    `rows`."""

    candidates: list[Candidate]
    rows: list[int]
    evidence: Evidence
    sums: Column

    def confidence(self, *, among: Collection[int], unknown: float) -> float:
        """The chance that the question has its answer among these; 0 where there are none.

        `unknown` is the share of the question's information in words that nobody here has used.
        """
        kept = set(among)
        mask = np.array([one in kept for one in self.rows])
        if not mask.any():
            return 0.0
        found = signals(self.evidence.only(mask), sums=self.sums[mask], unknown=unknown)
        return confidence(found, judge=current_judge())
