"""Weights that put evidence before the rest: a softmax over each question's candidates."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from recall.evaluation.training.newton import Matrix, least
from recall.services.ranking.evidence import Column


@dataclass(frozen=True)
class Listed:
    """One question: features (candidates × features), its evidence, and how much it counts.

    `gold` is the share of each candidate in the evidence: it sums to 1.
    """

    features: Matrix
    gold: Column
    weight: float


def listwise(questions: Sequence[Listed], *, ridge: float, start: Column | None = None) -> Column:
    """The weights, one for each feature, of the least cross-entropy (ListNet, Cao et al. 2007).

    Means over the questions by their weights; `ridge` is the price of a squared weight.
    """
    whole = sum(one.weight for one in questions)
    count = questions[0].features.shape[1]

    def loss(weights: Column) -> tuple[float, Column, Matrix]:
        value, gradient, hessian = 0.0, np.zeros(count), np.zeros((count, count))
        for one in questions:
            sums = one.features @ weights
            top = float(sums.max())
            powers = np.exp(sums - top)
            chances = powers / powers.sum()
            share = one.weight / whole
            value += share * (top + float(np.log(powers.sum())) - float(one.gold @ sums))
            mean = chances @ one.features
            gradient += share * (mean - one.gold @ one.features)
            spread = one.features.T @ (one.features * chances[:, None])
            hessian += share * (spread - np.outer(mean, mean))
        price = ridge / 2 * float(weights @ weights)
        return value + price, gradient + ridge * weights, hessian + ridge * np.eye(count)

    return least(loss, start=np.zeros(count) if start is None else start)
