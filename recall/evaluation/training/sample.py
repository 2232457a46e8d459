"""One question as the trainer sees it: its candidates, and which of them are evidence."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from recall.evaluation.answered import OWN
from recall.services.ranking.evidence import Column, Evidence

Mask = NDArray[np.bool_]


@dataclass(frozen=True, kw_only=True)
class Sample:
    """A row for each candidate, in the service's order of gathering.

    `evidence` is None where the service did not rank: the rows are then in the order in which it
    returns them. `gold` are the turns that hold the evidence, of which there are `wanted` in all;
    `holds` are those that recall may return. `unknown` is the share of the question's information
    in words that nobody has used. `baselines` has recall@10 by baseline.
    """

    conversation: int
    id: str
    kind: str
    category: str
    answerable: bool
    wanted: int
    unknown: float
    recency_weight: float
    evidence: Evidence | None
    recency: Column
    gold: Mask
    holds: Mask
    baselines: dict[str, float] = field(default_factory=dict)

    @property
    def scored(self) -> bool:
        """True where it counts for recall: it has an answer here, and known evidence."""
        return self.kind == OWN and self.answerable and self.wanted > 0

    @property
    def teaches(self) -> bool:
        """True where the order can be learned from it: some of the evidence was found."""
        return self.scored and self.evidence is not None and bool(self.gold.any())
