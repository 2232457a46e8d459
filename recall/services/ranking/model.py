"""The learned weights of the features, and what they make of a candidate."""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from recall.services.ranking.evidence import Column, Evidence
from recall.services.ranking.features import matrix

WEIGHTS = Path(__file__).with_name("weights.json")


@dataclass(frozen=True)
class Model:
    """A linear model. `slope` and `offset` turn its sum into the chance that a candidate answers."""

    weights: dict[str, float]
    slope: float
    offset: float


@dataclass(frozen=True)
class Ranked:
    """`sums` order the candidates; `features` and `parts` (feature × weight) say why."""

    names: list[str]
    features: NDArray[np.float64]
    parts: NDArray[np.float64]
    sums: Column


@lru_cache(maxsize=1)
def current_model() -> Model:
    """The weights of this release, as `make train-ranker` wrote them."""
    read = json.loads(WEIGHTS.read_text())
    return Model(read["weights"], read["slope"], read["offset"])


def judge(evidence: Evidence, *, model: Model) -> Ranked:
    """Weighs the candidates of one question, of which there is at least one.

    A feature that has no weight yet weighs nothing: it is being learned.
    """
    return weigh(*matrix(evidence), model=model)


def weigh(names: list[str], features: NDArray[np.float64], *, model: Model) -> Ranked:
    """Weighs rows of these features."""
    parts = features * np.array([model.weights.get(name, 0.0) for name in names])
    return Ranked(names, features, parts, parts.sum(axis=1))


def chance(sums: Column, *, model: Model) -> Column:
    """The chance that a candidate of such a sum is evidence for the question, in (0, 1)."""
    chances: Column = 1 / (1 + np.exp(-(model.slope * sums + model.offset)))
    return chances
