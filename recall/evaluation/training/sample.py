"""One question as the trainer sees it: its candidates, and which of them are evidence."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from recall.evaluation.answered import OWN
from recall.evaluation.training.newton import Matrix
from recall.services.ranking.evidence import Column, Evidence
from recall.services.ranking.features import matrix
from recall.services.ranking.model import Model, weigh

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

    @cached_property
    def features(self) -> tuple[list[str], Matrix]:
        """Names and values as the service makes them. ValueError where it did not rank."""
        if self.evidence is None:
            raise ValueError("The service did not rank this question.")
        return matrix(self.evidence)

    def sums(self, model: Model) -> Column:
        """By which the model orders the candidates."""
        return weigh(*self.features, model=model).sums

    @property
    def scored(self) -> bool:
        """True where it counts for recall: it has an answer here, and known evidence."""
        return self.kind == OWN and self.answerable and self.wanted > 0

    @property
    def teaches(self) -> bool:
        """True where the order can be learned from it: some of the evidence was found."""
        return self.scored and self.evidence is not None and bool(self.gold.any())
