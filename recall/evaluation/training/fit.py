"""Learns the two models of a recall from samples."""

from collections.abc import Sequence

import numpy as np

from recall.evaluation.training.examples import Lesson, listed, named, signalled
from recall.evaluation.training.listwise import Listed, listwise
from recall.evaluation.training.logistic import logistic
from recall.services.ranking.confidence import Judge, confidence
from recall.services.ranking.evidence import Column
from recall.services.ranking.model import Model

RIDGE = 1e-4
# One in so many answerable questions is less sure than the memory asks for.
ABSTAINED_WRONGLY = 0.01
_DIGITS = 4


def fit_model(lessons: Sequence[Lesson], *, start: Model | None = None) -> Model:
    """The weights of the order, and what makes its sum a chance (Platt 1999).

    There is one best: `start`, another model of these features, only shortens the way.
    """
    questions, names = list(listed(lessons)), named(lessons)
    begin = np.array([start.weights[name] if start else 0.0 for name in names])
    weights = np.round(listwise(questions, ridge=RIDGE, start=begin), _DIGITS)
    slope, offset = _chance(questions, weights)
    return Model(dict(zip(names, weights.tolist(), strict=True)), slope, offset)


def fit_judge(lessons: Sequence[Lesson], *, model: Model) -> Judge:
    """The weights of the confidence, and from how much on recall answers."""
    found = signalled(lessons, model=model)
    weights, offset = logistic(found.rows, true=found.true, counts=found.counts, ridge=RIDGE)
    named = dict(zip(found.names, np.round(weights, _DIGITS).tolist(), strict=True))
    judge = Judge(named, round(offset, _DIGITS), least=0.0)
    sure = [
        confidence(dict(zip(found.names, row, strict=True)), judge=judge)
        for row in found.rows[found.true > 0].tolist()
    ]
    least = round(float(np.quantile(sure, ABSTAINED_WRONGLY)), _DIGITS)
    return Judge(named, judge.offset, least)


def _chance(questions: Sequence[Listed], weights: Column) -> tuple[float, float]:
    sums = np.concatenate([one.features @ weights for one in questions])
    gold = np.concatenate([one.gold > 0 for one in questions]).astype(np.float64)
    counts = np.concatenate([np.full(len(one.gold), one.weight) for one in questions])
    slope, offset = logistic(sums[:, None], true=gold, counts=counts, ridge=0.0)
    return round(float(slope[0]), _DIGITS), round(offset, _DIGITS)
